import { type GitHubRefusal, type RefusalKind } from './refusal.ts'
import { type ReadOnlyCause } from './target.ts'

export type Surface = 'check run' | 'comment' | 'job summary' | 'report file' | 'outputs'

export type ProblemCause =
  Exclude<RefusalKind, 'forbidden'> | 'read-only-token' | 'missing-permission' | 'no-app-token' | 'internal'

/** Something that could not be published. It changes no verdict and no exit status. */
export interface PublishProblem {
  readonly kind: 'problem'
  readonly surface: Surface
  readonly cause: ProblemCause
  /** Completes "could not be …": `opened`, `completed`, `posted`. */
  readonly what: string
  /** Why, and what to do, as one sentence without a full stop. May quote GitHub on one line; it is not Markdown. */
  readonly why: string
  /** The `permissions:` entry that it takes; `null` when no permission would help. */
  readonly permission: string | null
}

/** For GITHUB_TOKEN, `issues: write` lets it comment on a pull request as well. */
const PERMISSIONS: Readonly<Record<Surface, string | null>> = {
  'check run': 'checks: write',
  comment: 'pull-requests: write',
  'job summary': null,
  'report file': null,
  outputs: null,
}

export interface Attempt {
  readonly surface: Surface
  readonly what: string
  readonly readOnly: ReadOnlyCause | null
}

export function problemOf(attempt: Attempt, refusal: GitHubRefusal): PublishProblem {
  const cause = causeOf(attempt, refusal)
  // No workflow can raise the token of a fork's pull request.
  const raisable = cause === 'read-only-token' && attempt.readOnly !== 'fork'
  const permission = cause === 'missing-permission' || raisable || cause === 'not-found'
  return {
    kind: 'problem',
    surface: attempt.surface,
    cause,
    what: attempt.what,
    why: sentence(cause, attempt, refusal),
    permission: permission ? PERMISSIONS[attempt.surface] : null,
  }
}

/** A problem that isn't GitHub's: the job summary's file can't be written, say. */
export function internalProblem(surface: Surface, what: string, why: string): PublishProblem {
  return { kind: 'problem', surface, cause: 'internal', what, why, permission: null }
}

/** Personal access tokens can't make check runs whatever their scopes (GitHub REST, "Check runs"). */
function causeOf({ readOnly }: Attempt, { kind, detail }: GitHubRefusal): ProblemCause {
  if (kind !== 'forbidden') return kind
  if (/authenticate via a github app/i.test(detail)) return 'no-app-token'
  return readOnly === null ? 'missing-permission' : 'read-only-token'
}

function sentence(cause: ProblemCause, attempt: Attempt, { detail }: GitHubRefusal): string {
  switch (cause) {
    case 'read-only-token':
      return attempt.readOnly === 'fork'
        ? "the pull request comes from a fork, and GitHub gives such a run a read-only token; the job's exit status and summary carry the result"
        : 'GitHub gives a run that Dependabot started a read-only token unless the permissions of the workflow raise it'
    case 'missing-permission':
      return `the token may not do that (GitHub says: ${detail}); the permissions of the job decide`
    case 'no-app-token':
      return "only a GitHub App's token, such as the job's own GITHUB_TOKEN, may write check runs; a personal access token may not"
    case 'unauthorized':
      return `GitHub does not accept the token (${detail}); check the input token`
    case 'locked':
      return 'the conversation of the pull request is locked for the token; unlock it to get the comment'
    case 'full':
      return 'the pull request has as many comments as GitHub takes'
    case 'not-found':
      return 'GitHub does not find it: it is gone, or the token may not see it'
    case 'no-commit':
      return `the commit is no longer in the repository, as after a force-push (GitHub says: ${detail})`
    case 'invalid':
      return `GitHub refused the request (${detail})`
    case 'rate-limited':
      return `GitHub's rate limit for the token is used up (${detail})`
    case 'server':
      return `GitHub had trouble of its own (${detail})`
    case 'network':
      return `GitHub could not be reached (${detail})`
    case 'timeout':
      return `GitHub did not answer in time (${detail})`
    case 'unreadable':
      return `the answer was not one that GitHub documents (${detail})`
    case 'internal':
      return detail
  }
}

/**
 * One line for each different reason, so that a read-only token is told once and not once for every surface. Plain
 * text: where it goes into Markdown it has to be escaped like any other.
 */
export function problemLines(problems: readonly PublishProblem[]): string[] {
  const groups = new Map<string, PublishProblem[]>()
  for (const problem of problems) groups.set(problem.why, [...(groups.get(problem.why) ?? []), problem])
  return [...groups].map(([why, group]) => {
    const lost = group.map(({ surface, what }) => `the ${surface} could not be ${what}`).join(', ')
    const permissions = group.flatMap(({ permission }) => permission ?? [])
    const takes = permissions.length === 0 ? '' : ` It takes "${permissions.join('" and "')}".`
    return `${lost.replace(/^t/, 'T')}: ${why}.${takes} The verdict stands.`
  })
}
