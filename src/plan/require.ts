import { CLAIM_IDS, type ClaimId } from '../domain/claim.ts'
import type { Requirements } from '../domain/requirements.ts'
import type { Given } from './scalars.ts'

/** The host's view of every claim that it can see. */
const HOST = 'host'
const NO_WEAKNESS = 'known-weaknesses'

/**
 * Claims by comma, blank or line, and two words for more than a claim: `host` and `known-weaknesses`. Every claim when
 * none is named; then one without a mechanism on this host is enough.
 */
export function parseRequire({ input, text, problems }: Given): Requirements {
  const words = new Set(text.split(/[\s,]+/).filter((word) => word !== ''))
  const host = words.delete(HOST)
  const noKnownWeakness = words.delete(NO_WEAKNESS)
  const named: readonly ClaimId[] = CLAIM_IDS.filter((id) => words.delete(id))
  for (const word of words) {
    problems.addValue(input, `claims out of ${CLAIM_IDS.join(', ')}, or ${HOST}, or ${NO_WEAKNESS}`, word)
  }
  return { claims: named.length === 0 ? CLAIM_IDS : named, named, host, noKnownWeakness }
}
