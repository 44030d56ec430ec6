import type { Handling, WeakComponent } from '../domain/weakness.ts'
import { CONTAINERD_WEAKNESSES, RUNSC_WEAKNESSES } from './weaknesses-containerd.ts'
import { ENGINE_WEAKNESSES } from './weaknesses-engine.ts'
import { RUNC_WEAKNESSES } from './weaknesses-runc.ts'

/** What was published after this day is not in the table. */
export const WEAKNESSES_AS_OF = '2026-11-30'

/** One published weakness that matters to a hostile step, or to a hostile image below it. */
export interface Weakness {
  readonly id: string
  readonly title: string
  readonly component: WeakComponent
  /** The first release that has it; `null` when all earlier ones do. */
  readonly since: string | null
  /** The first release without it, of each line of releases that got a fix. */
  readonly fixedIn: readonly string[]
  readonly url: string
  /** Of no matter under a runtime with a kernel of its own: it is about what the host's kernel lets through. */
  readonly hostKernelOnly: boolean
  readonly handling: Handling
  /** What Confine does about it, in a few sentences. */
  readonly note: string
}

/** Newest first for each component. Numbers are those of the advisory, or of the release notes that name it. */
export const WEAKNESSES: readonly Weakness[] = [
  ...ENGINE_WEAKNESSES,
  ...CONTAINERD_WEAKNESSES,
  ...RUNC_WEAKNESSES,
  ...RUNSC_WEAKNESSES,
]
