import { fewWords, plural } from '../domain/units.ts'
import type { CheckoutFacts, StepFacts } from '../domain/step-facts.ts'
import { named, ofFailure } from './evidence.ts'
import type { Hint } from './hints.ts'
import { pathsIn } from './paths.ts'

const MISSING =
  /no such file|cannot find|can'?t find|could not find|not found|ENOENT|does not exist|no rule to make target|cannot (?:open|access)|can'?t open|no makefile found/i
/** The pointer itself, or its first words in the message of a parser. */
const POINTER_TEXT = /git-lfs\.github\.com\/spec|["']version ht|\bversion: (?:command )?not found/
const REFUSED_DATA =
  /error|exception|cannot|can'?t|could not|invalid|unexpected|expect|fail|not a|corrupt|unable|unidentified|malformed|unsupported|bad|wrong|unknown|magic/i

const LFS = 'give actions/checkout "lfs: true"'
const SUBMODULES = 'give actions/checkout "submodules: recursive"'

/** What is said of a checkout once in a report, whether a step fails or not. */
export function checkoutNotes({ lfsPointers, absentSubmodules, leftOut }: CheckoutFacts): readonly string[] {
  const notes: string[] = []
  if (lfsPointers.count > 0)
    notes.push(
      `this checkout holds ${plural(lfsPointers.count, 'LFS pointer file')} in place of the data (${fewWords(lfsPointers)}): ${LFS} if steps need it`,
    )
  if (absentSubmodules.count > 0)
    notes.push(
      `this checkout has ${plural(absentSubmodules.count, 'submodule')} not checked out (${fewWords(absentSubmodules)}): ${SUBMODULES} if steps need it`,
    )
  if (leftOut.count > 0)
    notes.push(`this checkout is sparse, without ${plural(leftOut.count, 'file')} of the commit (${fewWords(leftOut)})`)
  return notes
}

type CheckoutHint = (checkout: CheckoutFacts, facts: StepFacts) => string | null

function ofCheckout(hint: CheckoutHint): Hint {
  return ofFailure((facts) => (facts.checkout === null ? null : hint(facts.checkout, facts)))
}

/** Words of the command, and of those lines that say one of `words`. */
function mentioned(facts: StepFacts, words: RegExp): ReadonlySet<string> {
  const lines = facts.tail.split('\n').filter((line) => words.test(line))
  return pathsIn([facts.step.run, ...lines].join('\n'), facts)
}

const submodule = ofCheckout(({ absentSubmodules: { paths } }, facts) => {
  const said = [...mentioned(facts, MISSING)]
  const path = paths.find((sub) => said.some((word) => word === sub || word.startsWith(`${sub}/`)))
  if (path === undefined) return null
  return `The submodule ${named(path)} is not checked out, so its folder is empty: ${SUBMODULES}.`
})

const sparse = ofCheckout(({ leftOut: { paths } }, facts) => {
  if (!MISSING.test(facts.tail)) return null
  const said = mentioned(facts, MISSING)
  // A folder is absent where all below it is left out; where it is there, nothing says that it is missing.
  const path = paths.find((file) => said.has(file) || folders(file).some((folder) => said.has(folder)))
  if (path === undefined) return null
  return `This checkout is sparse and leaves ${named(path)} out: widen the input sparse-checkout of actions/checkout.`
})

function folders(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

const pointerText = ofCheckout(({ lfsPointers }, { tail }) => {
  if (lfsPointers.count === 0 || !POINTER_TEXT.test(tail)) return null
  return `The step met a pointer of Git LFS in place of the data, of which this checkout has ${plural(lfsPointers.count, 'file')} (${fewWords(lfsPointers)}): ${LFS}.`
})

const pointer = ofCheckout(({ lfsPointers: { paths } }, facts) => {
  const said = mentioned(facts, REFUSED_DATA)
  const path = paths.find((file) => said.has(file))
  return path === undefined ? null : `${named(path)} is a pointer of Git LFS in place of the data: ${LFS}.`
})

/** A part of the checkout that is not there, and that the step asked for. */
export const lacksHints: readonly Hint[] = [submodule, sparse]
/** By the text of a pointer. */
export const pointerFileHints: readonly Hint[] = [pointerText]
/** By the name of one. */
export const pointerHints: readonly Hint[] = [pointer]
