/** A stateful stand-in for GitHub's REST API on loopback. This file is its public interface; the rest is implementation. */

import type { App, Repository } from './records.d.mts'

export type { Annotation, App, Author, CheckRun, Comment, Commit, Pull, Repository } from './records.d.mts'

export type Access = 'read' | 'write'
export type Scope = 'checks' | 'contents' | 'issues' | 'pull-requests'
export type Permissions = Partial<Record<Scope, Access>>

/** Who a token acts as. A token without an app is a person's (PAT): it can't write check runs, but may call GET /user. */
export interface Identity {
  readonly login: string
  readonly id: number
  readonly type: 'Bot' | 'User'
  readonly app: App | null
  readonly permissions: Permissions
}

/** Names of the tokens that every stand-in knows unless `tokens` says otherwise. */
export const TOKENS: {
  /** GITHUB_TOKEN with `checks: write, issues: write, pull-requests: write, contents: read` */
  readonly write: string
  /** GITHUB_TOKEN of a pull request from a fork: everything `read` */
  readonly read: string
  /** another app's installation token, with the same permissions as `write` */
  readonly otherApp: string
  /** a person's token with the same permissions as `write` */
  readonly person: string
}

/** What github-actions[bot] may do with the given `permissions:` of a workflow. */
export function actionsToken(permissions: Permissions): Identity
export function appToken(app: App, permissions: Permissions): Identity
export function personalToken(login: string, permissions: Permissions): Identity

export interface RepositoryOptions {
  /** `true`: reading needs permissions as well. Default `false`. */
  readonly private?: boolean
  readonly defaultBranch?: string
  /** `any` (default): check runs are taken for every 40-digit SHA. `known`: only for added ones, else 422. */
  readonly commits?: 'any' | 'known'
}

/** One request as it came, whatever became of it. */
export interface Seen {
  /** 1 for the first */
  readonly index: number
  readonly method: string
  /** decoded, without prefix and query */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** GitHub's operation id, for example `checks/create`; null if the description has none */
  readonly operation: string | null
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** the bytes of the body, as text */
  readonly raw: string
  /** the body as JSON; undefined if there is none or it can't be read */
  readonly body: unknown
  /** the token that was sent */
  readonly token: string | null
  /** null as long as there's no answer: hanging, held back, or reset */
  status: number | null
}

export interface Violation {
  /**
   * `operation`: not among those of the description. `request`: shape of path, query, headers or body. `limit`: too
   * long or too many. `answer`: the stand-in's own answer contradicts the description, which is a bug of the stand-in.
   */
  readonly kind: 'operation' | 'request' | 'limit' | 'answer'
  readonly method: string
  readonly path: string
  readonly message: string
}

/** Which requests a fault is for. Everything that is given must match. */
export interface FaultMatch {
  /** operation id, for example `issues/create-comment` */
  readonly operation?: string | readonly string[]
  readonly method?: string | readonly string[]
  /** tested against the path without prefix and query */
  readonly path?: RegExp
  /** tested against the request, for example against its body */
  readonly when?: (seen: Seen) => boolean
  /** only the n-th (or those of the) matching requests since the fault was set, counted from 1 */
  readonly nth?: number | readonly number[]
}

/** What happens instead of, or before, the usual answer. */
export interface FaultAction {
  readonly status?: number
  readonly message?: string
  readonly errors?: readonly object[]
  readonly headers?: Readonly<Record<string, string>>
  /** no answer until close() */
  readonly hang?: boolean
  /** connection reset; `before` nothing was changed, `after` the change was made but its answer is lost */
  readonly reset?: 'before' | 'after'
  /** answer only after so many milliseconds */
  readonly delay?: number
  /** status 200 (or `status`) with this text, said to be JSON; `true` for an HTML page */
  readonly garbage?: string | true
  /** held back until `release()`: for interleaving requests without sleeping */
  readonly hold?: boolean
  /** runs before the usual answer is made: the world changes between two requests of the caller */
  readonly effect?: (repository: Repository) => void
}

export interface Fault {
  /** matching requests so far, whether or not `nth` picked them */
  readonly calls: number
  /** resolves when the fault strikes for the first time */
  readonly struck: Promise<Seen>
  /** lets held requests go on, present and future */
  release(): void
  remove(): void
}

/** Real answers of GitHub, to be spread into `fault({...})`. */
export const ANSWERS: {
  readonly notAccessible: FaultAction
  readonly locked: FaultAction
  readonly tooManyComments: FaultAction
  readonly badCredentials: FaultAction
  readonly notFound: FaultAction
  readonly serverError: FaultAction
  readonly unavailable: FaultAction
  noCommit(sha: string): FaultAction
  secondaryRateLimit(retryAfterSeconds: number, status?: 403 | 429): FaultAction
  primaryRateLimit(resetEpochSeconds: number): FaultAction
}

export interface StandInOptions extends RepositoryOptions {
  readonly owner?: string
  readonly repo?: string
  /** by the token's text; default: those of TOKENS */
  readonly tokens?: Readonly<Record<string, Identity>>
  readonly now?: () => Date
  /** `/api/v3` as on GitHub Enterprise Server; default none */
  readonly prefix?: string
  /** what is left of `html_url`; default `https://github.com` */
  readonly serverUrl?: string
  /** More than 50 annotations: `refuse` with 422 (default) or `drop` the rest silently. A violation either way. */
  readonly annotationOverflow?: 'refuse' | 'drop'
  /** TCP port; default any free one */
  readonly port?: number
}

export interface StandIn {
  /** for GITHUB_API_URL and getOctokit's baseUrl */
  readonly url: string
  /** the repository named by `owner` and `repo` */
  readonly state: Repository
  /** another repository, made if it doesn't exist: a fork, say */
  repository(fullName: string, options?: RepositoryOptions): Repository
  readonly requests: readonly Seen[]
  readonly violations: readonly Violation[]
  fault(fault: FaultMatch & FaultAction): Fault
  /** Ends open connections too. Also through `await using`. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export function startGitHub(options?: StandInOptions): Promise<StandIn>

export type EventName =
  | 'merge_group'
  | 'pull_request.opened'
  | 'pull_request.opened.fork'
  | 'pull_request.synchronize'
  | 'pull_request.synchronize.fork'
  | 'push.branch'
  | 'push.tag'
  | 'repository_dispatch'
  | 'schedule'
  | 'workflow_dispatch'
  | 'workflow_run'
  | 'workflow_run.fork'

export interface EventOptions {
  /** `owner/name`; default that of the sample */
  readonly repository?: string
  /** `owner/name` of the fork, for the events that have one */
  readonly fork?: string
  /** of the pull request */
  readonly number?: number
  /** what was pushed, or the pull request's head */
  readonly headSha?: string
  /** what it was pushed onto, or the pull request's base, or the default branch's head for a workflow_run */
  readonly baseSha?: string
  /** the test merge: GITHUB_SHA of a pull_request */
  readonly mergeSha?: string
}

/** A real event's payload, retargeted. */
export function eventPayload(name: EventName, options?: EventOptions): Record<string, unknown>

/** What the runner sets for it: GITHUB_EVENT_NAME, GITHUB_SHA, GITHUB_REF and so on, without GITHUB_EVENT_PATH. */
export function eventEnvironment(name: EventName, options?: EventOptions): Record<string, string>
