/** What stands on a check run's page. GitHub takes 255 characters of title and 65,535 bytes each of the others. */
export interface CheckOutput {
  readonly title: string
  readonly summary: string
  /** `null` leaves the field out. */
  readonly text: string | null
}

/** GitHub knows more; these are the ones that a verdict can turn into. */
export type CheckConclusion = 'success' | 'failure' | 'cancelled'

export interface NewCheck {
  readonly name: string
  readonly headSha: string
  readonly externalId: string
  readonly detailsUrl: string | null
  /** UTC, RFC 3339. */
  readonly startedAt: string
  readonly output: CheckOutput
  /** `null` opens it as in progress. */
  readonly conclusion: CheckConclusion | null
}

export interface CheckCompletion {
  readonly conclusion: CheckConclusion
  readonly output: CheckOutput
}

export interface CheckRun {
  readonly id: number
  readonly url: string | null
  readonly externalId: string | null
  readonly completed: boolean
  /** Slug of the GitHub App whose token made it: `github-actions` for a job's own token. */
  readonly app: string | null
}

export interface Comment {
  readonly id: number
  readonly url: string
  readonly body: string
  /** Login; `null` when the account is gone. Only accounts of Apps can end in `[bot]`. */
  readonly author: string | null
}

export interface CommentPage {
  /** In the order of their ids, lowest first. */
  readonly comments: readonly Comment[]
  /** There is a page after this one. A page can be short without being the last. */
  readonly more: boolean
}

export interface PullRequestState {
  readonly number: number
  readonly open: boolean
  readonly headSha: string
  /** `owner/name` that it would be merged into. */
  readonly repository: string | null
}

/**
 * What publishing needs of GitHub, for one repository. Every method rejects with a `GitHubRefusal` and with nothing
 * else; retries are the adapter's business, so a refusal is final for the caller.
 */
export interface GitHubApi {
  createCheck(check: NewCheck): Promise<CheckRun>
  updateCheck(id: number, completion: CheckCompletion): Promise<CheckRun>
  getCheck(id: number): Promise<CheckRun>
  /** Check runs of that name on that commit, newest first, one page. */
  checksOfCommit(headSha: string, name: string): Promise<readonly CheckRun[]>
  /** Pages count from 1 and hold up to 100 comments. */
  listComments(pullRequest: number, page: number): Promise<CommentPage>
  createComment(pullRequest: number, body: string): Promise<Comment>
  updateComment(id: number, body: string): Promise<Comment>
  deleteComment(id: number): Promise<void>
  getPullRequest(number: number): Promise<PullRequestState>
  /** Pull requests that have the commit, whatever their state, one page. */
  pullRequestsOfCommit(sha: string): Promise<readonly PullRequestState[]>
  /** Login that the token writes as. Refused as forbidden for the token of an App's installation, a job's own included. */
  whoAmI(): Promise<string>
}
