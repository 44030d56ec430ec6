import type { Outcome } from '../domain/outcome.ts'
import type { ReportStep } from './schema.ts'
import { formatBytes, formatDuration } from '../domain/units.ts'

export interface OutcomeText {
  /** How it ended, in a word or two. */
  readonly word: string
  /** Why, without the exit code; empty when there is nothing to add. May quote the engine or a step. */
  readonly why: string
  /** Both, with the exit code: for places that have no column for it. */
  readonly sentence: string
  readonly exitCode: number | null
}

/** What a person reads of an outcome, the same in every place. Plain text: renderers neutralise it. */
export function describeOutcome(outcome: Outcome): OutcomeText {
  switch (outcome.kind) {
    case 'verified':
      return text('verified', '', 0)
    case 'failed':
      return text('failed', whyFailed(outcome.exitCode, outcome.signal), outcome.exitCode)
    case 'timed-out':
      return text('timed out', `killed at its deadline of ${formatDuration(outcome.afterMs)}`, null)
    case 'out-of-memory':
      return text('out of memory', whyOutOfMemory(outcome.limitBytes), outcome.exitCode)
    case 'out-of-disk':
      return text('out of disk', `killed by Confine: ${outcome.reason}`, null)
    case 'not-started':
      return text('not started', outcome.reason, null)
    case 'not-confined':
      return text('not confined', withClaims(outcome.reason, outcome.claims), null)
    case 'lost':
      return text('lost', `how it ended can't be known: ${outcome.reason}`, null)
    case 'cancelled':
      return text('cancelled', outcome.released ? 'while it ran' : 'before it was released', null)
    case 'not-run':
      return text('not run', outcome.because, null)
  }
}

/** The same for a step of a report, whose deadline is known more exactly than by when the kill was sent. */
export function describeStep({ outcome, timeoutMs }: ReportStep): OutcomeText {
  return describeOutcome(outcome.kind === 'timed-out' ? { ...outcome, afterMs: timeoutMs } : outcome)
}

function text(word: string, why: string, exitCode: number | null): OutcomeText {
  const exit = exitCode === null ? '' : `exit ${String(exitCode)}`
  const sentence = why === '' ? [word, exit] : [word, exit === '' ? why : `${why} (${exit})`]
  return { word, why, exitCode, sentence: sentence.filter((part) => part !== '').join(': ') }
}

/** The kernel picks the process, and the rest of the step may have gone on: hence with exit 0 too. */
function whyOutOfMemory(limitBytes: number): string {
  return `at least one process was killed at the limit of ${formatBytes(limitBytes)}`
}

/** POSIX, "Exit Status for Commands": 126 and 127 are the shell's own. A script may choose them as well. */
function whyFailed(exitCode: number, signal: string | null): string {
  if (signal !== null) return `killed by ${signal}`
  if (exitCode === 127) return 'as for a command not found'
  return exitCode === 126 ? "as for a file that can't be executed" : ''
}

function withClaims(reason: string, claims: readonly string[]): string {
  const missing = claims.filter((claim) => !reason.includes(claim))
  return missing.length === 0 ? reason : `${reason} (${missing.join(', ')})`
}
