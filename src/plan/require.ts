import { CLAIM_IDS, type ClaimId } from '../domain/claim.ts'
import type { Given } from './scalars.ts'

/** Claims by comma, blank or line, in the catalogue's order; every claim when none is named. */
export function parseRequire({ input, text, problems }: Given): readonly ClaimId[] {
  const named = new Set(text.split(/[\s,]+/).filter((word) => word !== ''))
  if (named.size === 0) return CLAIM_IDS
  const known = CLAIM_IDS.filter((id) => named.has(id))
  for (const id of known) named.delete(id)
  for (const word of named) problems.addValue(input, `claims out of ${CLAIM_IDS.join(', ')}`, word)
  return known
}
