import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { GATE_CLAIM_IDS, type ClaimId } from '../../../src/domain/claim.ts'
import { isEnough } from '../../../src/domain/requirements.ts'
import { judgePosture } from '../../../src/posture/judge-posture.ts'
import { gvisorEvidence } from '../../support/evidence-runsc.ts'
import { fuzz } from '../../support/fuzz.ts'
import { applied, editsOf } from '../../support/line-edits.ts'
import { GVISOR } from '../../support/oracles/gvisor.ts'
import { rawOf } from '../../support/oracles/raw.ts'
import { anyLine } from '../../support/probe-lines.ts'
import { EVERY_CLAIM } from '../../support/requirements.ts'

const SEEN = gvisorEvidence()
const recordedLine = fc.constantFrom(...SEEN.probeLines)
const editedLines = editsOf(fc.oneof(anyLine, recordedLine)).map((edits) => applied(edits, SEEN.probeLines))

/** Claims whose verdict opens the gate. */
function enough(probeLines: readonly string[]): readonly ClaimId[] {
  const { claims } = judgePosture({ ...SEEN, probeLines }, EVERY_CLAIM)
  return claims.filter((claim) => isEnough(claim, EVERY_CLAIM)).map(({ id }) => id)
}

function carried(lines: readonly string[]): readonly ClaimId[] {
  const raw = rawOf(lines)
  return GATE_CLAIM_IDS.filter((id) => GVISOR[id]?.(raw, SEEN) ?? true)
}

test('the oracles carry what was recorded', () => {
  expect(carried(SEEN.probeLines)).toEqual(GATE_CLAIM_IDS)
  expect(enough(SEEN.probeLines)).toEqual(GATE_CLAIM_IDS)
})

test('under gVisor, no claim is enough that the probe’s lines do not carry', () => {
  const counts = new Map<ClaimId, number>()
  const runs = 500
  fuzz(
    fc.property(editedLines, (lines) => {
      const facts = carried(lines)
      const ids = enough(lines)
      expect(ids.filter((id) => !facts.includes(id))).toEqual([])
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
    }),
    runs,
  )
  for (const id of GATE_CLAIM_IDS) expect([id, (counts.get(id) ?? 0) > runs / 20]).toEqual([id, true])
})
