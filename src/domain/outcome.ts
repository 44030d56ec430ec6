import type { ClaimId } from './claim.ts'

/** How one step ended. A closed union: every switch over it is exhaustive. */
export type Outcome =
  /** Exit 0, confinement proven before release, nothing tainted it. */
  | { readonly kind: 'verified' }
  /** `signal` is named when the exit code is 128 + a signal's number (POSIX shells, "Exit Status for Commands"). */
  | { readonly kind: 'failed'; readonly exitCode: number; readonly signal: string | null }
  /** Confine killed it at its deadline. */
  | { readonly kind: 'timed-out'; readonly afterMs: number }
  /** The engine, or the kernel of this machine, reports an out-of-memory kill, whatever the exit code. */
  | { readonly kind: 'out-of-memory'; readonly exitCode: number | null; readonly limitBytes: number }
  /** Confine killed it because the engine's disk was almost full. */
  | { readonly kind: 'out-of-disk'; readonly reason: string }
  /** The engine refused to create or start the container: the step never ran. */
  | { readonly kind: 'not-started'; readonly reason: string }
  /** The probe or a demanded claim failed: the step never ran, or its confinement is in doubt. */
  | { readonly kind: 'not-confined'; readonly reason: string; readonly claims: readonly ClaimId[] }
  /** It was released, and how it ended can't be known. */
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'cancelled'; readonly released: boolean }
  /** An earlier error, or fail-fast, kept it from starting. */
  | { readonly kind: 'not-run'; readonly because: string }

export type OutcomeKind = Outcome['kind']

export const OUTCOME_KINDS = [
  'verified',
  'failed',
  'timed-out',
  'out-of-memory',
  'out-of-disk',
  'not-started',
  'not-confined',
  'lost',
  'cancelled',
  'not-run',
] as const satisfies readonly OutcomeKind[]
