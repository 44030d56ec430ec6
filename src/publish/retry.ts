import { GitHubRefusal, isPassing } from './refusal.ts'

/** All in milliseconds. */
export interface RetryLimits {
  /** Tries of one call, the first included. */
  readonly tries: number
  /** Longest single wait; a longer one asked for by GitHub is not waited at all. */
  readonly longestWaitMs: number
  /** Spent on waits and failed tries by all calls together: what a dead GitHub may cost a job. */
  readonly patienceMs: number
}

export const RETRY_LIMITS: RetryLimits = { tries: 3, longestWaitMs: 60_000, patienceMs: 90_000 }

/**
 * Milliseconds to wait before the next try, or `null` when there shall be none. Asking again must be worthwhile (the
 * trouble can pass) and harmless (the request was not carried out, or doing it twice is the same as once).
 */
export function waitBefore(
  refusal: GitHubRefusal,
  at: { readonly triesDone: number; readonly repeatable: boolean; readonly patienceLeftMs: number },
  limits: RetryLimits,
): number | null {
  if (!isPassing(refusal) || refusal.kind === 'unreadable') return null
  if (refusal.maybeDone && !at.repeatable) return null
  if (at.triesDone >= limits.tries) return null
  const wait = refusal.retryAfterMs ?? usualWait(refusal, at.triesDone)
  return wait > limits.longestWaitMs || wait > at.patienceLeftMs ? null : wait
}

/** A secondary limit without `retry-after` wants a minute (GitHub, "Rate limits for the REST API"). */
function usualWait(refusal: GitHubRefusal, triesDone: number): number {
  return refusal.kind === 'rate-limited' ? 60_000 : 1000 * 3 ** (triesDone - 1)
}

export interface RetryTools {
  readonly limits: RetryLimits
  readonly now: () => number
  /** Resolves after that many milliseconds; rejects when there is no time to wait any more. */
  readonly sleep: (ms: number) => Promise<unknown>
  readonly hurried: () => boolean
}

/** Runs calls with few, bounded retries; one instance for all calls of a run, since they share their patience. */
export function retrier(tools: RetryTools): <T>(attempt: () => Promise<T>, repeatable: boolean) => Promise<T> {
  let patienceLeftMs = tools.limits.patienceMs

  async function waitOut(refusal: GitHubRefusal, triesDone: number, repeatable: boolean): Promise<boolean> {
    if (tools.hurried()) return false
    const wait = waitBefore(refusal, { triesDone, repeatable, patienceLeftMs }, tools.limits)
    if (wait === null) return false
    patienceLeftMs -= wait
    return tools.sleep(wait).then(
      () => true,
      () => false,
    )
  }

  return async (attempt, repeatable) => {
    for (let triesDone = 1; ; triesDone++) {
      const startedAt = tools.now()
      try {
        return await attempt()
      } catch (thrown) {
        if (!(thrown instanceof GitHubRefusal)) throw thrown
        patienceLeftMs -= tools.now() - startedAt
        if (!(await waitOut(thrown, triesDone, repeatable))) throw thrown
      }
    }
  }
}
