import type { StepFacts } from '../domain/step-facts.ts'
import { ofWords } from './evidence.ts'
import type { Hint } from './hints.ts'

type Sentence = (facts: StepFacts) => string | null

/** What a reader of an exit code above 128 often misreads. Signals of a limit stand with the limits. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  SIGSYS: () =>
    'SIGSYS is how the filter of system calls ends 32-bit programs, and others that use 32-bit calls. Use a 64-bit one; other calls that are denied fail with an error instead.',
  SIGSEGV: () => 'SIGSEGV is a fault of the program itself: no limit of Confine sends it.',
  SIGILL: () =>
    'SIGILL: the program met an instruction that this CPU does not have, or gave up on purpose. No limit of Confine sends it.',
  SIGKILL: ({ counters }) =>
    (counters?.memoryKills ?? 0) > 0
      ? null
      : 'Confine did not kill the step, and the engine reports no kill of its own: SIGKILL was sent within the step, or the script chose exit code 137.',
  SIGPIPE: () =>
    'SIGPIPE ends a program that writes to one that no longer reads, such as "head". With pipefail the whole pipe then fails: read to the end, or add "|| true" to that part.',
}

const bySignal: Hint = (facts) => {
  const { outcome } = facts
  if (outcome.kind !== 'failed' || outcome.signal === null) return null
  return SENTENCES[outcome.signal]?.(facts) ?? null
}

/** Of a program below the step's shell, which goes on with an exit code of its own. */
const badCall = ofWords(
  /\bBad system call\b/,
  'A program of the step was ended by the filter of system calls (SIGSYS), as 32-bit programs are. Use a 64-bit one.',
)

export const signalHints: readonly Hint[] = [bySignal, badCall]
