import type { Claim, ClaimId } from './claim.ts'

/** What the posture has to come up to. */
export interface Requirements {
  readonly claims: readonly ClaimId[]
  /** Claims that the input names: for these it is not enough that the host has no such mechanism. */
  readonly named: readonly ClaimId[]
  /** Each claim that the host's kernel can see must be confirmed by it. */
  readonly host: boolean
  /** The engine must be one to which no advisory of the table applies. */
  readonly noKnownWeakness: boolean
}

export function isEnough({ id, verdict }: Claim, { named }: Requirements): boolean {
  return verdict === 'proven' || (verdict === 'not-applicable' && !named.includes(id))
}
