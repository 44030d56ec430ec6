/** What the stand-in holds: tests fill it before and read it after. */

export interface App {
  readonly id: number
  readonly slug: string
  readonly name: string
}

export interface Annotation {
  path: string
  start_line: number
  end_line: number
  start_column?: number
  end_column?: number
  annotation_level: 'notice' | 'warning' | 'failure'
  message: string
  title?: string
  raw_details?: string
}

export interface CheckRun {
  readonly id: number
  name: string
  headSha: string
  status: 'queued' | 'in_progress' | 'completed'
  conclusion: string | null
  /** ISO 8601, whole seconds */
  startedAt: string | null
  completedAt: string | null
  detailsUrl: string | null
  externalId: string
  output: { title: string | null; summary: string | null; text: string | null }
  /** Those of all requests together: each update appends. */
  annotations: Annotation[]
  readonly app: App
}

export interface Author {
  readonly login: string
  readonly id: number
  readonly type: 'Bot' | 'User'
}

export interface Comment {
  readonly id: number
  /** number of the pull request */
  readonly issue: number
  body: string
  readonly author: Author
  readonly app: App | null
  readonly createdAt: string
  updatedAt: string
}

export interface Pull {
  readonly number: number
  title: string
  state: 'open' | 'closed'
  merged: boolean
  draft: boolean
  locked: boolean
  author: Author
  headSha: string
  headRef: string
  /** `owner/name`; another one than the base's makes it a pull request from a fork; null is a deleted fork */
  headRepository: string | null
  baseSha: string
  baseRef: string
  /** the test merge while open, the merge commit once merged */
  mergeSha: string | null
}

export interface Commit {
  readonly sha: string
  readonly parents: readonly string[]
  readonly tree: string
  readonly message: string
}

export interface Repository {
  readonly owner: string
  readonly name: string
  readonly fullName: string
  readonly private: boolean
  readonly defaultBranch: string
  readonly commits: Map<string, Commit>
  /** branch or tag to SHA */
  readonly refs: Map<string, string>
  readonly checkRuns: CheckRun[]
  readonly comments: Comment[]
  readonly pulls: Pull[]
  addCommit(commit: Partial<Commit> & { sha: string }): Commit
  /** Also adds the commits that it names. */
  addPull(pull: Partial<Pull> & { number: number; headSha: string }): Pull
  /** By default a person's comment. */
  addComment(comment: {
    issue: number
    body: string
    id?: number
    author?: Author
    app?: App | null
    createdAt?: string
  }): Comment
  /** By default github-actions'. */
  addCheckRun(run: Partial<CheckRun> & { name: string; headSha: string }): CheckRun
  removeComment(id: number): void
}
