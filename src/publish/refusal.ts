import { ConfineError } from '../domain/errors.ts'

/** Why GitHub did not do what it was asked. Closed: every switch over it is exhaustive. */
export type RefusalKind =
  | 'unauthorized'
  | 'forbidden'
  | 'locked'
  | 'full'
  | 'not-found'
  | 'no-commit'
  | 'invalid'
  | 'rate-limited'
  | 'server'
  | 'network'
  | 'timeout'
  | 'unreadable'

interface RefusalFacts {
  readonly kind: RefusalKind
  /** GitHub's words, or the network's, on one line. */
  readonly detail: string
  /** The request may have been carried out all the same, so that asking again could do it twice. */
  readonly maybeDone: boolean
  /** Milliseconds that GitHub asks to be left alone; `null` when it doesn't say. */
  readonly retryAfterMs: number | null
}

export class GitHubRefusal extends ConfineError implements RefusalFacts {
  readonly kind: RefusalKind
  readonly detail: string
  readonly maybeDone: boolean
  readonly retryAfterMs: number | null

  constructor(facts: RefusalFacts, options?: { cause?: unknown }) {
    super('publish', `${facts.kind}: ${facts.detail}`, options)
    this.kind = facts.kind
    this.detail = facts.detail
    this.maybeDone = facts.maybeDone
    this.retryAfterMs = facts.retryAfterMs
  }
}

const PASSING: ReadonlySet<RefusalKind> = new Set(['rate-limited', 'server', 'network', 'timeout', 'unreadable'])

/** Trouble that can be over in a minute, unlike a token that may not write. */
export function isPassing(refusal: GitHubRefusal): boolean {
  return PASSING.has(refusal.kind)
}

/** An answer with a status, reduced to what decides. Header names are lower case. */
export interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly message: string
}

/**
 * Names the refusal behind an error answer. GitHub says 403 for a token without the right, for rate limits (told apart
 * as its page "Rate limits for the REST API" says), for a locked conversation (renovatebot/renovate#6215) and for one
 * with 2,500 comments (cockpit-project/cockpit#8417); only its words tell the last two.
 *
 * @param now milliseconds since 1970, for headers that name a moment
 */
export function refusalOf(answer: ErrorAnswer, now: number): GitHubRefusal {
  const kind = kindOf(answer)
  return new GitHubRefusal({
    kind,
    detail: oneLine(answer.message) || `status ${answer.status}`,
    maybeDone: kind === 'server' || kind === 'unreadable',
    retryAfterMs: kind === 'rate-limited' || kind === 'server' ? waitAsked(answer.headers, now) : null,
  })
}

function kindOf({ status, headers, message }: ErrorAnswer): RefusalKind {
  if (status === 401) return 'unauthorized'
  if (status === 403 && /\blocked\b/i.test(message)) return 'locked'
  if (status === 403 && /more than \d+ comments/i.test(message)) return 'full'
  if (status === 429 || (status === 403 && isRateLimit(headers, message))) return 'rate-limited'
  if (status === 403) return 'forbidden'
  if (status === 404 || status === 410) return 'not-found'
  if (status === 422 && /no commit found/i.test(message)) return 'no-commit'
  if (status >= 500) return 'server'
  return status >= 400 ? 'invalid' : 'unreadable'
}

function isRateLimit(headers: ErrorAnswer['headers'], message: string): boolean {
  if (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0') return true
  return /rate limit|abuse detection/i.test(message)
}

/** `retry-after` is seconds or a date (RFC 9110, 10.2.3); `x-ratelimit-reset` is seconds since 1970. */
function waitAsked(headers: ErrorAnswer['headers'], now: number): number | null {
  const after = headers['retry-after']
  if (after !== undefined) {
    const moment = /^\d+$/.test(after) ? now + Number(after) * 1000 : Date.parse(after)
    if (!Number.isNaN(moment)) return Math.max(0, moment - now)
  }
  const reset = headers['x-ratelimit-reset'] ?? ''
  const spent = headers['x-ratelimit-remaining'] === '0'
  return spent && /^\d+$/.test(reset) ? Math.max(0, Number(reset) * 1000 - now) : null
}

/** A foreign text as part of one sentence: no line ends, no control or direction characters, 200 code points. */
export function oneLine(text: string): string {
  const flat = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  const points = Array.from(flat)
  return points.length <= 200 ? flat : `${points.slice(0, 199).join('')}…`
}
