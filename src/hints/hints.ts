import type { StepFacts } from '../domain/step-facts.ts'
import { checkoutHints } from './checkout-hints.ts'
import { commandHints } from './command-hints.ts'
import { filterHints } from './filter-hints.ts'
import { imageHints } from './image-hints.ts'
import { inputHints } from './input-hints.ts'
import { networkHints } from './network-hints.ts'
import { outputHints } from './output-hints.ts'
import { programHints } from './program-hints.ts'
import { resourceHints } from './resource-hints.ts'
import { signalHints } from './signal-hints.ts'
import { storageHints } from './storage-hints.ts'

/** One kind of trouble: a sentence with what to change, or nothing. */
export type Hint = (facts: StepFacts) => string | null

/** By what they look at; earlier ones are told first. */
const ALL: readonly Hint[] = [
  ...imageHints,
  ...outputHints,
  ...commandHints,
  ...resourceHints,
  ...signalHints,
  ...programHints,
  ...filterHints,
  ...networkHints,
  ...storageHints,
  ...inputHints,
  ...checkoutHints,
]

/** More would hide the one that helps. */
const MOST = 4

/**
 * Sentences that say why a step failed and what to change, each from evidence. Empty for a verified step, but for what
 * is said of its record.
 */
export function hintsFor(facts: StepFacts): readonly string[] {
  return ALL.flatMap((hint) => hint(facts) ?? []).slice(0, MOST)
}
