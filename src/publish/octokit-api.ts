import { setTimeout as delay } from 'node:timers/promises'
import { getOctokit } from '@actions/github'
import { answers, lost, moreFollows, read, refusalFrom } from './decode.ts'
import { type CheckOutput, type GitHubApi, type NewCheck } from './github-api.ts'
import { GitHubRefusal } from './refusal.ts'
import { RETRY_LIMITS, retrier, type RetryLimits } from './retry.ts'

export interface GitHubConnection {
  readonly token: string
  /** GITHUB_API_URL: `https://api.github.com`, or `https://HOST/api/v3` of an Enterprise Server. */
  readonly apiUrl: string
  /** `owner/name`. */
  readonly repository: string
  /** When it fires, the runner is about to kill the process: no more waiting, short calls. */
  readonly hurry: AbortSignal | null
  /** Milliseconds for one try of a call, its answer included. */
  readonly timeoutMs?: number
  readonly retry?: RetryLimits
  /** Waits that many milliseconds between two tries. */
  readonly sleep?: (ms: number) => Promise<unknown>
}

const TIMEOUT_MS = 10_000
/** The runner leaves a cancelled process about ten seconds in all. */
const HURRIED_TIMEOUT_MS = 2500
const PAGE_SIZE = 100
const NOT_SENT = { maybeDone: false, retryAfterMs: null }
/** Warnings of the client would land in the job's log between the words of steps. */
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore }

type Params = Readonly<Record<string, unknown>>
interface Answer {
  readonly data: unknown
  readonly link: string | null
}
/** A route is `METHOD path`, the path relative to the repository unless it starts with `/`. */
type Ask = (route: string, params: Params) => Promise<Answer>

/**
 * The port over `@actions/github`. Heavy to load: import it when something is to be posted. Making it opens no
 * connection and can't fail; an empty token is refused at the first call. Creating is never repeated unless GitHub said
 * that it was not done; all else here has the same effect twice as once.
 */
export function connectGitHub(connection: GitHubConnection): GitHubApi {
  const ask = asker(connection)
  const page = { per_page: PAGE_SIZE }
  return {
    createCheck: async (check) => read(answers.check, await ask('POST check-runs', newCheckBody(check))),
    updateCheck: async (id, { conclusion, output }) =>
      read(
        answers.check,
        await ask('PATCH check-runs/{id}', { id, status: 'completed', conclusion, output: outputBody(output) }),
      ),
    getCheck: async (id) => read(answers.check, await ask('GET check-runs/{id}', { id })),
    checksOfCommit: async (sha, name) =>
      read(
        answers.checks,
        await ask('GET commits/{sha}/check-runs', { ...page, sha, check_name: name, filter: 'all' }),
      ),
    listComments: async (number, nth) => {
      const answer = await ask('GET issues/{number}/comments', { ...page, number, page: nth })
      const comments = read(answers.comments, answer)
      return { comments, more: moreFollows(answer.link, comments.length, PAGE_SIZE) }
    },
    createComment: async (number, body) =>
      read(answers.comment, await ask('POST issues/{number}/comments', { number, body })),
    updateComment: async (id, body) => read(answers.comment, await ask('PATCH issues/comments/{id}', { id, body })),
    deleteComment: async (id) => {
      await ask('DELETE issues/comments/{id}', { id })
    },
    getPullRequest: async (number) => read(answers.pullRequest, await ask('GET pulls/{number}', { number })),
    pullRequestsOfCommit: async (sha) =>
      read(answers.pullRequests, await ask('GET commits/{sha}/pulls', { ...page, sha })),
    whoAmI: async () => read(answers.user, await ask('GET /user', {})),
  }
}

function newCheckBody({ conclusion, ...check }: NewCheck): Params {
  return {
    name: check.name,
    head_sha: check.headSha,
    external_id: check.externalId,
    ...(check.detailsUrl === null ? {} : { details_url: check.detailsUrl }),
    started_at: check.startedAt,
    ...(conclusion === null ? { status: 'in_progress' } : { status: 'completed', conclusion }),
    output: outputBody(check.output),
  }
}

function outputBody({ title, summary, text }: CheckOutput): Params {
  return text === null ? { title, summary } : { title, summary, text }
}

function asker(connection: GitHubConnection): Ask {
  const { hurry, timeoutMs = TIMEOUT_MS } = connection
  const [owner, repo] = connection.repository.split('/')
  const hurried = (): boolean => hurry?.aborted ?? false
  const persist = retrier({
    limits: connection.retry ?? RETRY_LIMITS,
    now: Date.now,
    sleep: connection.sleep ?? ((ms) => delay(ms, undefined, hurry === null ? {} : { signal: hurry })),
    hurried,
  })
  const send = sender(connection)
  return (route, params) => {
    const [method = '', path = ''] = route.split(' ')
    const [full, all] = path.startsWith('/')
      ? [route, params]
      : [`${method} /repos/{owner}/{repo}/${path}`, { owner, repo, ...params }]
    const limit = (): number => (hurried() ? Math.min(timeoutMs, HURRIED_TIMEOUT_MS) : timeoutMs)
    return persist(() => send(full, all, limit()), method !== 'POST')
  }
}

type Send = (route: string, params: Params, timeoutMs: number) => Promise<Answer>

/** One request, bounded in time. The client swallows a body that breaks off and hands on an empty text instead. */
function sender({ token, apiUrl }: GitHubConnection): Send {
  let octokit: ReturnType<typeof getOctokit> | null = null
  return async (route, params, timeoutMs) => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      if (token === '') throw new GitHubRefusal({ kind: 'unauthorized', detail: 'there is no token', ...NOT_SENT })
      octokit ??= getOctokit(token, { baseUrl: apiUrl, log: SILENT })
      const answer = await octokit.request(route, { ...params, request: { signal, log: SILENT } })
      const data: unknown = answer.data
      if (data === '' && answer.status !== 204) throw lost('the answer broke off')
      return { data, link: answer.headers.link ?? null }
    } catch (thrown) {
      if (!signal.aborted) throw refusalFrom(thrown, Date.now())
      const detail = `no answer within ${timeoutMs / 1000} s`
      throw new GitHubRefusal({ kind: 'timeout', detail, maybeDone: true, retryAfterMs: null }, { cause: thrown })
    }
  }
}

function ignore(): void {}
