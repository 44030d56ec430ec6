import type { ClaimId } from './claim.ts'

/** Facts about how a step's container ended, as the sandbox saw them. `judgeOutcome` gives them their meaning. */
export type Ending =
  /** The engine refused, before any code of the image or the branch ran. */
  | { readonly kind: 'refused'; readonly call: string; readonly reason: string }
  /** The probe's end marker never came, or its text was no probe text. */
  | { readonly kind: 'no-proof'; readonly reason: string }
  /** The gate stayed shut: these required claims were not proven. */
  | { readonly kind: 'gate-shut'; readonly claims: readonly ClaimId[]; readonly reason: string }
  | Exited
  /** The engine or the stream was lost; `released` tells whether the step may have run. */
  | { readonly kind: 'broke'; readonly released: boolean; readonly reason: string }
  | { readonly kind: 'cancelled'; readonly released: boolean }
  /** Never tried. */
  | { readonly kind: 'skipped'; readonly because: string }

/** Why Confine killed a container; of the disk also what was left of it, as a sentence. */
export type Kill = 'deadline' | 'cancel' | { readonly disk: string }

export interface Exited {
  readonly kind: 'exited'
  /** What `wait` answered; `null` when it was no integer. Never assumed to be zero. */
  readonly waited: number | null
  /** What inspect says afterwards; `null` when it could not be read. */
  readonly inspected: number | null
  /** What the probe's shell, which waited for the step, said as its last word; `null` when that did not come. */
  readonly said: number | null
  /** The engine's flag; `null` when it could not be read. */
  readonly oomKilled: boolean | null
  /** What the kernel of this machine counted of processes killed for memory; `null` when it could not be read. */
  readonly memoryKills: number | null
  /** Confine's own kill, if one was sent before the exit. */
  readonly killed: Kill | null
  /** Milliseconds from release to exit, as Confine's own clock tells. */
  readonly afterMs: number
  /** Milliseconds that the container ran, its probe included, by the engine's clock; `null` when it does not say. */
  readonly ranMs: number | null
  /** Milliseconds that the step was given. */
  readonly limitMs: number
  /** Bytes of memory that the container was allowed. */
  readonly memoryLimitBytes: number
}
