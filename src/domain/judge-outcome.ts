import type { Ending, Exited } from './ending.ts'
import type { Outcome } from './outcome.ts'
import { signalOfExitCode } from './signals.ts'

/**
 * What an ending means. Pure and total. The order inside `exited` is the order of trust: what Confine did itself, then
 * what the kernel did, then what the step says.
 */
export function judgeOutcome(ending: Ending): Outcome {
  switch (ending.kind) {
    case 'refused':
      return { kind: 'not-started', reason: `${ending.call}: ${ending.reason}` }
    case 'no-proof':
      return { kind: 'not-confined', reason: ending.reason, claims: [] }
    case 'gate-shut':
      return { kind: 'not-confined', reason: ending.reason, claims: ending.claims }
    case 'broke':
      return ending.released
        ? { kind: 'lost', reason: ending.reason }
        : { kind: 'not-confined', reason: ending.reason, claims: [] }
    case 'cancelled':
      return { kind: 'cancelled', released: ending.released }
    case 'skipped':
      return { kind: 'not-run', because: ending.because }
    case 'exited':
      return judgeExit(ending)
  }
}

/** Between the deadline and an exit that came by itself at the same moment. */
const GRACE_MS = 2000

/**
 * The limit is a fact, not only a timer: a kill that came too late, or that the engine answered with "gone", makes no
 * longer run a shorter one. Both clocks must say so, for either may count what is not the step's time.
 */
function isOverdue({ afterMs, ranMs, limitMs }: Exited): boolean {
  return Math.min(afterMs, ranMs ?? Infinity) > limitMs + GRACE_MS
}

function judgeExit(exit: Exited): Outcome {
  if (exit.killed === 'cancel') return { kind: 'cancelled', released: true }
  if (exit.killed === 'deadline') return { kind: 'timed-out', afterMs: exit.afterMs }
  if (exit.killed !== null) return { kind: 'out-of-disk', reason: exit.killed.disk }
  if (isOverdue(exit)) return { kind: 'timed-out', afterMs: exit.afterMs }
  if (exit.oomKilled === true || (exit.memoryKills ?? 0) > 0) {
    // A child that was killed for memory taints the step even if its parent went on to exit 0 (kubernetes#117793).
    return { kind: 'out-of-memory', exitCode: exit.waited, limitBytes: exit.memoryLimitBytes }
  }
  return judgeCode(exit)
}

/** Three say how the step ended: the engine when it was waited for, the engine afterwards, and the shell that ran it. */
function judgeCode({ waited, inspected, said, oomKilled }: Exited): Outcome {
  if (waited === null || inspected === null || oomKilled === null)
    return lost('the engine did not say how the step ended')
  if (waited !== inspected)
    return lost(`the engine gave two exit codes: wait says ${String(waited)}, inspect says ${String(inspected)}`)
  if (!Number.isInteger(waited) || waited < 0 || waited > 255)
    return lost(`the engine gave an exit code out of range: ${String(waited)}`)
  if (said === null) {
    const code = waited === 0 ? '' : `; the engine says exit code ${String(waited)}`
    return lost(`the output stream ended before the container’s shell said how the step ended${code}`)
  }
  if (said !== waited)
    return lost(`the engine says exit code ${String(waited)}, and the container’s own shell said ${String(said)}`)
  if (waited > 0) return { kind: 'failed', exitCode: waited, signal: signalOfExitCode(waited) }
  return { kind: 'verified' }
}

function lost(reason: string): Outcome {
  return { kind: 'lost', reason }
}
