import { z } from 'zod'
import { messageOf } from '../domain/errors.ts'
import { type CheckRun, type Comment, type PullRequestState } from './github-api.ts'
import { GitHubRefusal, oneLine, refusalOf } from './refusal.ts'

const id = z.int().positive()
const page = z.url({ protocol: /^https?$/ })
const sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)

const check = z
  .object({
    id,
    html_url: page.nullish(),
    external_id: z.string().nullish(),
    status: z.string(),
    app: z.object({ slug: z.string().nullish() }).nullish(),
  })
  .transform((raw): CheckRun => ({
    id: raw.id,
    url: raw.html_url ?? null,
    externalId: raw.external_id ?? null,
    completed: raw.status === 'completed',
    app: raw.app?.slug ?? null,
  }))

const comment = z
  .object({ id, html_url: page, body: z.string().nullish(), user: z.object({ login: z.string() }).nullish() })
  .transform((raw): Comment => ({
    id: raw.id,
    url: raw.html_url,
    body: raw.body ?? '',
    author: raw.user?.login ?? null,
  }))

const pullRequest = z
  .object({
    number: id,
    state: z.string(),
    head: z.object({ sha }),
    base: z.object({ repo: z.object({ full_name: z.string() }).nullish() }),
  })
  .transform((raw): PullRequestState => ({
    number: raw.number,
    open: raw.state === 'open',
    headSha: raw.head.sha,
    repository: raw.base.repo?.full_name ?? null,
  }))

/** The shapes that GitHub's answers are read as. Fields that Confine doesn't use may be anything. */
export const answers = {
  check,
  checks: z.object({ check_runs: z.array(check) }).transform((raw) => raw.check_runs),
  comment,
  comments: z.array(comment),
  pullRequest,
  pullRequests: z.array(pullRequest),
  user: z.object({ login: z.string().min(1) }).transform((raw) => raw.login),
}

/** @throws GitHubRefusal `unreadable`, naming the first field that isn't what GitHub documents */
export function read<T>(shape: z.ZodType<T>, { data }: { readonly data: unknown }): T {
  const result = shape.safeParse(data)
  if (result.success) return result.data
  const [first] = result.error.issues
  const place = first === undefined || first.path.length === 0 ? 'the answer' : first.path.join('.')
  const detail = oneLine(`${place}: ${first?.message ?? 'unknown shape'}`)
  throw new GitHubRefusal({ kind: 'unreadable', detail, maybeDone: true, retryAfterMs: null })
}

/** An answer that began and was cut off. */
export function lost(detail: string): GitHubRefusal {
  return new GitHubRefusal({ kind: 'network', detail, maybeDone: true, retryAfterMs: null })
}

/** The `link` header is GitHub's word on it; a full page without one, as some proxies leave it, may have a next. */
export function moreFollows(link: string | null, length: number, pageSize: number): boolean {
  return link === null ? length >= pageSize : /rel="?next\b/.test(link)
}

/** Errors of a connection that was never made: nothing can have been carried out. */
const NEVER_SENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const answered = z.object({
  status: z.int(),
  message: z.string(),
  response: z.object({ headers: z.record(z.string(), z.coerce.string()) }),
})

/**
 * Turns whatever the client threw into a refusal. The client reports a broken connection with a made-up status 500, so
 * only an error that carries a response counts as GitHub's own word.
 */
export function refusalFrom(thrown: unknown, now: number): GitHubRefusal {
  if (thrown instanceof GitHubRefusal) return thrown
  const answer = answered.safeParse(thrown)
  if (answer.success) {
    const { status, message, response } = answer.data
    return refusalOf({ status, message, headers: response.headers }, now)
  }
  const codes = causes(thrown).map(codeOf)
  return new GitHubRefusal(
    {
      kind: 'network',
      detail: oneLine(messageOf(thrown)),
      maybeDone: !codes.some((code) => NEVER_SENT.has(code)),
      retryAfterMs: null,
    },
    { cause: thrown },
  )
}

/** Depth is bounded: a chain of causes can be a ring. */
function causes(thrown: unknown): unknown[] {
  const chain: unknown[] = []
  for (let next = thrown; next instanceof Error && chain.length < 8; next = next.cause) chain.push(next)
  return chain
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
