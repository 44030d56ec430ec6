import type { StepFacts } from '../domain/step-facts.ts'
import { lacksHints, pointerFileHints, pointerHints } from './checkout-hints.ts'
import { commandHints } from './command-hints.ts'
import { dependencyHints } from './dependency-hints.ts'
import { firstOf } from './evidence.ts'
import { gitCommandHints, gitHints, partialHints } from './git-hints.ts'
import { imageHints } from './image-hints.ts'
import { inputHints } from './input-hints.ts'
import { networkHints } from './network-hints.ts'
import { outputHints } from './output-hints.ts'
import { privilegeHints } from './privilege-hints.ts'
import { programHints } from './program-hints.ts'
import { heapHints, limitHints } from './resource-hints.ts'
import { shellHints } from './shell-hints.ts'
import { signalHints } from './signal-hints.ts'
import { storageHints } from './storage-hints.ts'

/** One kind of trouble: a sentence with what to change, or nothing. */
export type Hint = (facts: StepFacts) => string | null

/**
 * What could not be started, found or written shows in few words, "not found" or "Permission denied", whatever the
 * cause. So one is told: the first that knows, from the shell's own trouble to what fits any place.
 */
const REFUSED: readonly Hint[] = [
  ...shellHints,
  ...imageHints,
  ...pointerFileHints,
  ...lacksHints,
  ...commandHints,
  ...privilegeHints,
  ...dependencyHints,
  ...programHints,
  ...storageHints,
]

/** Troubles that do not look like each other; each tells one thing at most. */
const TROUBLES: readonly Hint[] = [
  firstOf(heapHints),
  ...limitHints,
  firstOf(signalHints),
  firstOf(REFUSED),
  firstOf([...partialHints, ...networkHints]),
  firstOf(inputHints),
  firstOf(gitHints),
]

/** Told where nothing else is: they rest on what the command names, not on what it said. */
const OTHERWISE: readonly Hint[] = [...pointerHints, ...gitCommandHints]

/** More would hide the one that helps. */
const MOST = 4

/**
 * Sentences that say why a step failed and what to change, each from evidence. Empty for a verified step, but for what
 * is said of its record.
 */
export function hintsFor(facts: StepFacts): readonly string[] {
  const said = (hints: readonly Hint[]) => hints.flatMap((hint) => hint(facts) ?? [])
  const causes = said(TROUBLES)
  return [...said(outputHints), ...(causes.length > 0 ? causes : said(OTHERWISE))].slice(0, MOST)
}
