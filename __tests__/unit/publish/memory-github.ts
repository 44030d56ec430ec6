import { type CheckRun, type Comment, type GitHubApi, type PullRequestState } from '../../../src/publish/github-api.ts'
import { GitHubRefusal, type RefusalKind } from '../../../src/publish/refusal.ts'

export const HEAD = 'a'.repeat(40)
export const OTHER = 'b'.repeat(40)
export const BOT = 'github-actions[bot]'

export function refusal(kind: RefusalKind, detail: string = kind, retryAfterMs: number | null = null): GitHubRefusal {
  const maybeDone = ['server', 'network', 'timeout', 'unreadable'].includes(kind)
  return new GitHubRefusal({ kind, detail, maybeDone, retryAfterMs })
}

type Method = keyof GitHubApi
/** Runs before a call takes effect; what it throws is what the call rejects with. `once`: for the next call only. */
type Interference = () => void

/** GitHub as far as the port goes, in memory: state, a log of calls, and a way to interfere with each of them. */
export class MemoryGitHub {
  readonly calls: string[] = []
  readonly checks: (CheckRun & { conclusion: string | null; title: string; summary: string; text: string | null })[] =
    []
  readonly pulls: PullRequestState[] = []
  comments: Comment[] = []
  login = BOT
  app: string | null = 'github-actions'
  pageSize = 100
  /** Comments that the list goes on showing although they are deleted. */
  stale: Comment[] = []
  private nextId = 1000
  private readonly before: { method: Method; run: Interference; once: boolean }[] = []
  private readonly after: { method: Method; run: Interference; once: boolean }[] = []

  /** The call is refused and nothing is changed. */
  refuse(method: Method, thrown: unknown, once = false): void {
    this.interfere(method, () => {
      throw thrown
    }, once) // prettier-ignore
  }

  interfere(method: Method, run: Interference, once = true): void {
    this.before.push({ method, run, once })
  }

  /** The call takes effect, and then this happens: its answer is lost if it throws. */
  afterwards(method: Method, run: Interference, once = true): void {
    this.after.push({ method, run, once })
  }

  addComment(body: string, author: string | null = BOT, id = this.nextId++): Comment {
    const comment = { id, url: `https://github.test/c/${id}`, body, author }
    this.comments.push(comment)
    return comment
  }

  /** Names of the calls that change something. */
  writes(): string[] {
    return this.calls.filter((call) => /^(create|update|delete)/.test(call))
  }

  readonly api: GitHubApi = {
    createCheck: (check) =>
      this.call('createCheck', check.conclusion ?? 'in progress', () => {
        const { title, summary, text } = check.output
        const id = this.nextId++
        const run = {
          id,
          url: `https://github.test/r/${id}`,
          externalId: check.externalId,
          completed: check.conclusion !== null,
          app: this.app,
          conclusion: check.conclusion,
          title,
          summary,
          text,
        }
        this.checks.push(run)
        return run
      }),
    updateCheck: (id, { conclusion, output }) =>
      this.call('updateCheck', conclusion, () => {
        const index = this.checks.findIndex((run) => run.id === id)
        const run = this.checks[index]
        if (run === undefined) throw refusal('not-found')
        return (this.checks[index] = { ...run, ...output, completed: true, conclusion })
      }),
    getCheck: (id) => this.call('getCheck', id, () => this.found(this.checks.find((run) => run.id === id))),
    checksOfCommit: () => this.call('checksOfCommit', '', () => [...this.checks].reverse()),
    listComments: (_, page) =>
      this.call('listComments', page, () => {
        const all = [...this.comments, ...this.stale].sort((a, b) => a.id - b.id)
        const end = page * this.pageSize
        return { comments: all.slice(end - this.pageSize, end), more: all.length > end }
      }),
    createComment: (_, body) => this.call('createComment', '', () => this.addComment(body, this.login)),
    updateComment: (id, body) =>
      this.call('updateComment', id, () => {
        const index = this.comments.findIndex((comment) => comment.id === id)
        return (this.comments[index] = { ...this.found(this.comments[index]), body })
      }),
    deleteComment: (id) =>
      this.call('deleteComment', id, () => {
        this.found(this.comments.find((comment) => comment.id === id))
        this.comments = this.comments.filter((comment) => comment.id !== id)
      }),
    getPullRequest: (number) =>
      this.call('getPullRequest', number, () => this.found(this.pulls.find((pull) => pull.number === number))),
    pullRequestsOfCommit: () => this.call('pullRequestsOfCommit', '', () => [...this.pulls]),
    whoAmI: () =>
      this.call('whoAmI', '', () => {
        if (this.login.endsWith('[bot]')) throw refusal('forbidden')
        return this.login
      }),
  }

  private found<T>(item: T | undefined): T {
    if (item === undefined) throw refusal('not-found')
    return item
  }

  private async call<T>(method: Method, detail: string | number, run: () => T): Promise<T> {
    this.calls.push(`${method} ${detail}`.trim())
    this.strike(this.before, method)
    const result = run()
    this.strike(this.after, method)
    return result
  }

  private strike(list: { method: Method; run: Interference; once: boolean }[], method: Method): void {
    const found = list.find((item) => item.method === method)
    if (found === undefined) return
    if (found.once) list.splice(list.indexOf(found), 1)
    found.run()
  }
}
