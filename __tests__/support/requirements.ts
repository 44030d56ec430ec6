import { CLAIM_IDS, type ClaimId } from '../../src/domain/claim.ts'
import type { Requirements } from '../../src/domain/requirements.ts'

/** What a plan without the input `require` demands. */
export const EVERY_CLAIM: Requirements = { claims: CLAIM_IDS, named: [], host: false, noKnownWeakness: false }

/** What a plan demands whose input names these claims. */
export function requiring(...named: readonly ClaimId[]): Requirements {
  return { ...EVERY_CLAIM, claims: named, named }
}

export const NOTHING: Requirements = requiring()
export const EVERY_CLAIM_BY_HOST: Requirements = { ...EVERY_CLAIM, host: true }
