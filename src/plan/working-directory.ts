import { posix } from 'node:path'
import { type HostFacts, isWithin, realPlace } from './places.ts'
import type { Given } from './scalars.ts'

const EXPECTED = 'a folder of the checkout, relative to its root'

/** Relative to the checkout's root. It may not exist yet: an earlier step can make it. */
export function parseWorkingDirectory(
  given: Given,
  { checkout, facts }: { readonly checkout: string | null; readonly facts: HostFacts },
): string | null {
  const { input, text, problems } = given
  const wrong = (expected: string): null => problems.addValue(input, expected, text)
  if (text.trim() === '' || text.includes('\0')) return wrong(EXPECTED)
  // Where the checkout itself was refused there is nothing to measure against; that is told already.
  if (checkout === null) return '.'
  const place = posix.resolve(checkout, text)
  if (!isWithin(place, checkout)) return wrong(EXPECTED)
  const real = realPlace(place, facts)
  if (real === null) return wrong(`${EXPECTED}, reached without links that lead nowhere`)
  if (!isWithin(real, checkout)) return wrong(`${EXPECTED}; a link leads out of it`)
  const { kind } = facts.look(place)
  if (kind !== 'directory' && kind !== 'absent') return wrong(`${EXPECTED}, not a file`)
  return posix.relative(checkout, place) || '.'
}
