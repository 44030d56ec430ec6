import type { Few } from './step-facts.ts'

/** How the commit that was checked out relates to the commit that the check is posted on. */
export type TestedRelation =
  /** The checkout is the head commit itself. */
  | 'head'
  /** The checkout is a merge commit, one of whose parents is the head (GitHub's `refs/pull/N/merge`). */
  | 'merge'

export interface PullRequest {
  readonly number: number
  readonly headRef: string
  readonly baseRef: string
}

/** What the event says: which commit a result belongs to. */
export interface EventSubject {
  /** Name of the event as in GITHUB_EVENT_NAME. */
  readonly event: string
  /** `owner/name` of the repository that the check is posted to. */
  readonly repository: string
  /** The commit that the check is posted on: 40 or 64 hex digits. */
  readonly headSha: string
  readonly baseSha: string | null
  /** The merge of a pull request that GitHub made to see whether it can be merged, as the payload names it. */
  readonly mergeSha: string | null
  readonly pullRequests: readonly PullRequest[]
  /** The head lives in another repository: under `pull_request` the job's token is then read-only. */
  readonly fork: boolean
}

/** What git says about the checkout, before any step. */
export interface CheckoutState {
  readonly sha: string
  readonly tree: string
  readonly parents: readonly string[]
  /** Tracked files that differ from the commit, plus untracked files that are not ignored; those of submodules too. */
  readonly dirtyFiles: number
  /** Folders with a repository that is not the commit's, or what is left of a submodule: nobody counts what is in them. */
  readonly foreignFolders: Few
  /** Files that a `.gitignore` names, and folders that it names as a whole. */
  readonly ignored: Few
  /** History was cut by a depth, so that parents may be unknown. */
  readonly shallow: boolean
}

/** The commit under test: the event's view and the checkout's view, found to belong together. */
export interface Subject extends EventSubject {
  readonly tested: CheckoutState & { readonly relation: TestedRelation }
}
