import type { StepFacts } from '../domain/step-facts.ts'
import { quoted } from '../plan/printable.ts'
import type { Hint } from './hints.ts'

/** Longest piece of a foreign name in a hint. */
const NAME_CHARACTERS = 60

/** Only for steps that ran and then failed or were killed at their deadline: a pass needs no explanation. */
export function ofFailure(hint: Hint): Hint {
  return (facts) => (facts.outcome.kind === 'failed' || facts.outcome.kind === 'timed-out' ? hint(facts) : null)
}

/** Only for these exit codes. */
export function ofExit(codes: readonly number[], hint: Hint): Hint {
  return (facts) => {
    const { outcome } = facts
    return outcome.kind === 'failed' && codes.includes(outcome.exitCode) ? hint(facts) : null
  }
}

/** A hint whose evidence are words anywhere at the end of the output. */
export function ofWords(words: RegExp, sentence: string | ((facts: StepFacts) => string)): Hint {
  return ofFailure((facts) => {
    if (!words.test(facts.tail)) return null
    return typeof sentence === 'string' ? sentence : sentence(facts)
  })
}

/** The first that has something to say: for hints of which one sign can look like another, the precise ones first. */
export function firstOf(hints: readonly Hint[]): Hint {
  return (facts) => {
    for (const hint of hints) {
      const said = hint(facts)
      if (said !== null) return said
    }
    return null
  }
}

/** A name from a step or its output: printable, short, in quotes. */
export function named(name: string): string {
  return quoted(name, NAME_CHARACTERS)
}

/** What a shell says before it gives up stands in one of these; a runtime puts a trace after it. */
const LAST_LINES = 20

export function lastLines(tail: string): readonly string[] {
  const lines = tail.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(-LAST_LINES)
}
