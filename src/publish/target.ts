import { type Plan } from '../domain/plan.ts'
import { type EventSubject } from '../domain/subject.ts'

/** Where this run publishes and as what: all of it known before the first step. */
export interface PublishTarget {
  readonly subject: EventSubject
  /** Check's name and comment's key. */
  readonly name: string
  readonly check: boolean
  readonly comment: 'always' | 'on-failure' | 'never'
  /** Why GitHub gives this run's token no write access; `null` when nothing says so. */
  readonly readOnly: ReadOnlyCause | null
  /** The run's label, so that a check can be found again. */
  readonly externalId: string
  /** Page of this attempt of the workflow run; `null` outside of a workflow. */
  readonly runUrl: string | null
  /** UTC, RFC 3339. */
  readonly startedAt: string
  readonly stepCount: number
}

export type ReadOnlyCause = 'fork' | 'dependabot'

export interface RunFacts {
  /** Value of the label on everything that this run makes on the engine. */
  readonly label: string
  /** GITHUB_ACTOR; `null` outside of a workflow. */
  readonly actor: string | null
  readonly startedAt: Date
}

export function targetOf(plan: Plan, facts: RunFacts): PublishTarget {
  const { context, event, publishing } = plan
  const page = `${context.serverUrl}/${event.repository}/actions/runs/${context.runId}/attempts/${context.runAttempt}`
  return {
    subject: event,
    name: plan.name,
    check: publishing.check,
    comment: publishing.comment,
    readOnly: readOnlyCause(event, context.ref, facts.actor),
    externalId: facts.label,
    runUrl: context.runId === '0' ? null : page,
    startedAt: facts.startedAt.toISOString(),
    stepCount: plan.steps.length,
  }
}

/** Events that run with the contributor's view of the repository; `pull_request_target` and its like do not. */
const CONTRIBUTOR_EVENTS: ReadonlySet<string> = new Set([
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
])

/**
 * A fork's token can't be raised; Dependabot's can, by `permissions:` (GitHub, "Dependabot on GitHub Actions"). A re-run
 * by a person keeps Dependabot's restrictions, so the branch's name counts as much as the actor.
 */
function readOnlyCause(event: EventSubject, ref: string, actor: string | null): ReadOnlyCause | null {
  if (event.fork && CONTRIBUTOR_EVENTS.has(event.event)) return 'fork'
  const branches = [ref.replace(/^refs\/heads\//, ''), ...event.pullRequests.map((pull) => pull.headRef)]
  const dependabot = actor === 'dependabot[bot]' || branches.some((branch) => branch.startsWith('dependabot/'))
  return dependabot ? 'dependabot' : null
}
