import { asArray, asNumber, asRecord, asString } from '../domain/decode.ts'
import { ConfineError } from '../domain/errors.ts'
import type { EventSubject, PullRequest } from '../domain/subject.ts'
import { shown } from './printable.ts'
import { type JobEnvironment, variable } from './run-context.ts'

type Json = Readonly<Record<string, unknown>>
type Commits = Pick<EventSubject, 'headSha' | 'baseSha' | 'mergeSha' | 'pullRequests' | 'fork'>

const SHA = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/
const REPOSITORY = /^(?!\.)[\w.-]+\/(?!\.\.?$)[\w.-]+$/

/** Events whose payload has a pull request, and for which GitHub may have made a merge commit. */
const PULL_REQUEST_EVENTS: readonly string[] = [
  'pull_request',
  'pull_request_target',
  'pull_request_review',
  'pull_request_review_comment',
]

export function isPullRequestEvent(event: string): boolean {
  return PULL_REQUEST_EVENTS.includes(event)
}

/**
 * Which commit a result belongs to, from the event's payload (docs.github.com, "Events that trigger workflows" and
 * "Webhook events and payloads"). Events that carry no commit of their own are about GITHUB_SHA.
 *
 * @throws ConfineError `subject` when the event should name a commit or repository and doesn't
 */
export function eventSubject(env: JobEnvironment, payload: unknown): EventSubject {
  const event = variable(env, 'GITHUB_EVENT_NAME') ?? 'unknown'
  const json = asRecord(payload)
  const repository = repositoryOf(env, json)
  return { event, repository, ...commitsOf(event, repository, env, json) }
}

function repositoryOf(env: JobEnvironment, json: Json): string {
  const name = variable(env, 'GITHUB_REPOSITORY') ?? asString(asRecord(json['repository'])['full_name']) ?? ''
  if (REPOSITORY.test(name)) return name
  throw new ConfineError('subject', `GITHUB_REPOSITORY should be owner/name, and is ${shown(name)}`)
}

function commitsOf(event: string, repository: string, env: JobEnvironment, json: Json): Commits {
  if (isPullRequestEvent(event)) return fromPullRequest(event, repository, asRecord(json['pull_request']))
  if (event === 'merge_group') return fromMergeGroup(asRecord(json['merge_group']))
  if (event === 'workflow_run') return fromWorkflowRun(repository, json)
  const headSha = shaOf(variable(env, 'GITHUB_SHA')) ?? shaOf(json['after'])
  if (headSha === null) {
    throw new ConfineError('subject', `the event ${shown(event)} names no commit: GITHUB_SHA is not set to one`)
  }
  const baseSha = event === 'push' ? shaOf(json['before']) : null
  return { headSha, baseSha, mergeSha: null, pullRequests: [], fork: false }
}

function fromPullRequest(event: string, repository: string, pull: Json): Commits {
  const head = asRecord(pull['head'])
  const headSha = shaOf(head['sha'])
  if (headSha === null) throw missing(event, 'pull_request.head.sha')
  return {
    headSha,
    baseSha: shaOf(asRecord(pull['base'])['sha']),
    mergeSha: shaOf(pull['merge_commit_sha']),
    pullRequests: pullRequestsOf([pull]),
    fork: isElsewhere(head['repo'], repository),
  }
}

/** The queue's branch is tested by itself: no comment goes to the pull requests that it holds. */
function fromMergeGroup(group: Json): Commits {
  const headSha = shaOf(group['head_sha'])
  if (headSha === null) throw missing('merge_group', 'merge_group.head_sha')
  return { headSha, baseSha: shaOf(group['base_sha']), mergeSha: null, pullRequests: [], fork: false }
}

/** GITHUB_SHA is here the default branch; the result belongs to the run that triggered this one. */
function fromWorkflowRun(repository: string, json: Json): Commits {
  const run = asRecord(json['workflow_run'])
  const headSha = shaOf(run['head_sha'])
  if (headSha === null) throw missing('workflow_run', 'workflow_run.head_sha')
  // The list also names pull requests that other repositories of the network have open for the same branch.
  const own = asNumber(asRecord(json['repository'])['id'])
  const listed = asArray(run['pull_requests']).filter((pull) => {
    const base = asNumber(asRecord(asRecord(asRecord(pull)['base'])['repo'])['id'])
    return own === null || base === null || base === own
  })
  return {
    headSha,
    baseSha: null,
    mergeSha: null,
    pullRequests: pullRequestsOf(listed),
    fork: isElsewhere(run['head_repository'], repository),
  }
}

function pullRequestsOf(list: readonly unknown[]): readonly PullRequest[] {
  return list.flatMap((entry) => {
    const pull = asRecord(entry)
    const number = asNumber(pull['number'])
    if (number === null || !Number.isSafeInteger(number) || number < 1) return []
    const refOf = (side: string): string => asString(asRecord(pull[side])['ref']) ?? ''
    return [{ number, headRef: refOf('head'), baseRef: refOf('base') }]
  })
}

/** `null` is a fork that was deleted since. */
function isElsewhere(headRepository: unknown, repository: string): boolean {
  if (headRepository === undefined) return false
  const name = asString(asRecord(headRepository)['full_name'])
  return name?.toLowerCase() !== repository.toLowerCase()
}

/** Lower-case hex; a row of zeros stands for "no commit" in push payloads. */
function shaOf(value: unknown): string | null {
  const text = asString(value)?.toLowerCase() ?? ''
  return SHA.test(text) && !/^0+$/.test(text) ? text : null
}

function missing(event: string, field: string): ConfineError {
  return new ConfineError('subject', `the payload of ${event} should name a commit in ${field}, and does not`)
}
