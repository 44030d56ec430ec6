import { posix } from 'node:path'
import { type HostFacts, isWithin } from './places.ts'
import type { Given } from './scalars.ts'

const EXPECTED = 'an existing folder in the workspace'

/** Absolute path of the checkout, links resolved. It may be the workspace itself. */
export function parseCheckoutPath(
  { input, text, problems }: Given,
  workspace: string,
  facts: HostFacts,
): string | null {
  const wrong = (expected: string): null => problems.addValue(input, expected, text)
  if (text.includes('\0')) return wrong('no NUL byte')
  const root = facts.look(workspace)
  if (root.kind !== 'directory') return wrong(`${EXPECTED}; there is no workspace: run actions/checkout first`)
  const place = posix.resolve(workspace, text.trim())
  if (!isWithin(place, posix.normalize(workspace)) && !isWithin(place, root.real)) return wrong(EXPECTED)
  const sight = facts.look(place)
  if (sight.kind !== 'directory') return wrong(EXPECTED)
  return isWithin(sight.real, root.real) ? sight.real : wrong(`${EXPECTED}; a link leads out of it`)
}
