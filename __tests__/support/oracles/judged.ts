import type { ClaimId } from '../../../src/domain/claim.ts'
import type { GateEvidence } from '../../../src/domain/evidence.ts'
import { judgePosture } from '../../../src/posture/judge-posture.ts'
import { EVERY_CLAIM } from '../requirements.ts'

/** Claims that are proven. */
export function proven(seen: GateEvidence, require = EVERY_CLAIM): readonly ClaimId[] {
  return judgePosture(seen, require).claims.flatMap(({ id, verdict }) => (verdict === 'proven' ? [id] : []))
}
