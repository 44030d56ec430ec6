import { messageOf } from '../domain/errors.ts'
import { type Attempt, internalProblem, problemOf, type PublishProblem } from './problem.ts'
import { GitHubRefusal, oneLine } from './refusal.ts'

export interface Posted {
  readonly kind: 'posted'
  readonly id: number
  /** Page for a person; `null` when GitHub named none. */
  readonly url: string | null
  /** What is less than perfect about it, as one line for the log. */
  readonly remark: string | null
}

/** Nothing was to be posted, for a good reason: a line for the log, not a warning. */
export interface Skipped {
  readonly kind: 'skipped'
  readonly because: string
}

/** How publishing on one surface ended. Publishing never throws to its caller. */
export type Publication = Posted | Skipped | PublishProblem

export function posted({ id, url }: { id: number; url: string | null }, remark: string | null = null): Posted {
  return { kind: 'posted', id, url, remark }
}

export function skipped(because: string): Skipped {
  return { kind: 'skipped', because }
}

/** The refusal, or a problem for anything else that was thrown, which is then a fault of Confine. */
export function problemFrom(attempt: Attempt, thrown: unknown): PublishProblem {
  if (thrown instanceof GitHubRefusal) return problemOf(attempt, thrown)
  return internalProblem(attempt.surface, attempt.what, oneLine(messageOf(thrown)))
}

/** Runs what may be refused; a refusal becomes a value. */
export async function guarded<T>(attempt: Attempt, run: () => Promise<T>): Promise<T | PublishProblem> {
  try {
    return await run()
  } catch (thrown) {
    return problemFrom(attempt, thrown)
  }
}
