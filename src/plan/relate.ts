import { ConfineError } from '../domain/errors.ts'
import type { CheckoutState, EventSubject, Subject, TestedRelation } from '../domain/subject.ts'
import { fewWords, plural } from '../domain/units.ts'
import { isPullRequestEvent } from './event-subject.ts'

/**
 * Puts the two views of the commit together. Only the head itself, or for a pull request's event a merge that has the
 * head as a parent, may be tested: a result on the head for other code would mislead. Who makes a merge chooses its
 * content, so it has to be one that GitHub made: the event's own, or the one that the payload names.
 *
 * @param githubSha GITHUB_SHA: for a pull request's event the merge commit that GitHub made; under `pull_request_target`
 *   it is the base
 * @throws ConfineError `subject` that names both commits and says what to do
 */
export function relate(event: EventSubject, checkout: CheckoutState, githubSha: string): Subject {
  const relation = relationOf(event, checkout, githubSha)
  if (relation === null) throw new ConfineError('subject', refusal(event, checkout))
  return { ...event, tested: { ...checkout, relation } }
}

function relationOf(event: EventSubject, checkout: CheckoutState, githubSha: string): TestedRelation | null {
  if (checkout.sha === event.headSha) return 'head'
  const isMerge = checkout.parents.length > 1 && checkout.parents.includes(event.headSha)
  if (!isMerge || !isPullRequestEvent(event.event)) return null
  return checkout.sha === githubSha || checkout.sha === event.mergeSha ? 'merge' : null
}

function refusal(event: EventSubject, checkout: CheckoutState): string {
  const found = `the checkout is at ${checkout.sha}, but this ${event.event} event is about ${event.headSha}`
  return `${found}${cause(event, checkout)}; ${remedy(event)}`
}

function cause(event: EventSubject, checkout: CheckoutState): string {
  if (checkout.sha === event.baseSha) return ', and what was checked out is its base'
  if (isPullRequestEvent(event.event)) {
    return checkout.parents.length > 1 && checkout.parents.includes(event.headSha)
      ? ', and the former is a merge of the latter that GitHub did not make for this event'
      : ', and the former is no merge of the latter'
  }
  return checkout.parents.includes(event.headSha) ? ', and a commit was made on top of it' : ''
}

function remedy(event: EventSubject): string {
  return `give actions/checkout the input "ref: $\{{ ${headExpression(event.event)} }}"`
}

function headExpression(event: string): string {
  if (isPullRequestEvent(event)) return 'github.event.pull_request.head.sha'
  if (event === 'workflow_run') return 'github.event.workflow_run.head_sha'
  return event === 'merge_group' ? 'github.event.merge_group.head_sha' : 'github.sha'
}

/** What a reader of the result should know of the tested commit. */
export function subjectNotes({ tested, headSha }: Subject): readonly string[] {
  const notes: string[] = []
  if (tested.relation === 'merge') notes.push(`tested was ${tested.sha}, a merge of ${headSha} that GitHub made`)
  const { dirtyFiles, foreignFolders } = tested
  if (dirtyFiles > 0) notes.push(`${plural(dirtyFiles, 'file')} differed from the commit before the first step`)
  if (foreignFolders.count > 0)
    notes.push(`files in ${plural(foreignFolders.count, 'folder')} are not the commit's: ${fewWords(foreignFolders)}`)
  if (tested.shallow) notes.push('the clone is shallow: commands that need history or tags may fail')
  return notes
}
