import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { CLAIM_IDS, GATE_CLAIM_IDS, type ClaimId } from '../../../src/domain/claim.ts'
import type { GateEvidence } from '../../../src/domain/evidence.ts'
import { evidence } from '../../support/evidence.ts'
import { fuzz } from '../../support/fuzz.ts'
import { INSIDE } from '../../support/oracles/inside.ts'
import { proven } from '../../support/oracles/judged.ts'
import { rawOf } from '../../support/oracles/raw.ts'
import { editedLines, foreignLines, LIES, RECORDED } from '../../support/probe-lines.ts'

const SEEN = evidence()
/** Nobody but the engine and the probe tells anything. */
const UNSEEN: GateEvidence = { ...SEEN, host: { kind: 'unavailable', reason: 'the engine runs elsewhere' } }

/** Claims that the lines carry. */
function carried(lines: readonly string[]): readonly ClaimId[] {
  const raw = rawOf(lines)
  return GATE_CLAIM_IDS.filter((id) => INSIDE[id]?.(raw, SEEN) ?? true)
}

describe('the oracles', () => {
  test('are one for each claim', () => {
    // The claim about the control has its own, in sighted.test.ts.
    expect([...Object.keys(INSIDE), 'probe.sighted'].sort()).toEqual([...CLAIM_IDS].sort())
  })

  test('carry what was recorded', () => {
    expect(carried(RECORDED)).toEqual(GATE_CLAIM_IDS)
  })

  test('say no to silence, but where the probe has no say', () => {
    expect(carried([])).toEqual(GATE_CLAIM_IDS.filter((id) => INSIDE[id] === null))
    expect(proven({ ...UNSEEN, probeLines: [] })).toEqual(carried([]))
  })

  test('say no to a lie in place of the truth', () => {
    const field = /^status \w+:|^write \S+|^signal \d+|^mount|^limit Max file size|^\S+/
    const refuted = LIES.flatMap((lie) => {
      const start = field.exec(lie)?.[0] ?? ''
      const facts = carried([...RECORDED.filter((line) => !line.startsWith(start)), lie])
      return GATE_CLAIM_IDS.filter((id) => !facts.includes(id))
    })
    expect(GATE_CLAIM_IDS.filter((id) => INSIDE[id] !== null && !refuted.includes(id))).toEqual([])
  })
})

describe.each([
  ['with the host’s view', SEEN],
  ['without the host’s view', UNSEEN],
])('no claim is proven that the probe’s lines do not carry, %s', (_, seen) => {
  const check = (probeLines: readonly string[]): void => {
    const facts = carried(probeLines)
    expect(proven({ ...seen, probeLines }).filter((id) => !facts.includes(id))).toEqual([])
  }

  test('by a recorded text that was edited', () => {
    fuzz(fc.property(editedLines, check), 500)
  })

  test('by lines from anywhere', () => {
    fuzz(fc.property(foreignLines, check), 200)
  })
})

test('the edits leave each claim proven at times, and at times not', () => {
  const counts = new Map<ClaimId, number>()
  const runs = 200
  fuzz(
    fc.property(editedLines, (probeLines) => {
      for (const id of proven({ ...UNSEEN, probeLines })) counts.set(id, (counts.get(id) ?? 0) + 1)
    }),
    runs,
  )
  for (const id of GATE_CLAIM_IDS) {
    const count = counts.get(id) ?? 0
    expect([id, count > runs / 20, count < runs * 2 || INSIDE[id] === null]).toEqual([id, true, true])
  }
})
