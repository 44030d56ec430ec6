import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { GATE_CLAIM_IDS, type ClaimId } from '../../../src/domain/claim.ts'
import { HOST_FILES, NAMESPACES, type GateEvidence, type HostView } from '../../../src/domain/evidence.ts'
import { evidence } from '../../support/evidence.ts'
import { fuzz } from '../../support/fuzz.ts'
import { applied, editsOf } from '../../support/line-edits.ts'
import { HOST, hostRaw } from '../../support/oracles/host.ts'
import { proven } from '../../support/oracles/judged.ts'
import { anyLine, LIES } from '../../support/probe-lines.ts'
import { EVERY_CLAIM_BY_HOST } from '../../support/requirements.ts'

const SEEN = evidence()
if (SEEN.host.kind !== 'seen') throw new Error('the recording lacks the host’s view')
const VIEW: HostView = SEEN.host
const WORDS = Object.keys(VIEW.cgroup)

/** What the probe says behind its words, the kernel says without them. */
const anyRow = anyLine.map((line) => line.slice(line.indexOf(' ') + 1))
const changed = (text: string | null) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(text) },
    {
      weight: 3,
      arbitrary: editsOf(anyRow).map((edits) => applied(edits.slice(0, 3), (text ?? '').split('\n')).join('\n')),
    },
    fc.constant(null),
  )
const anyView: fc.Arbitrary<HostView> = fc
  .record({
    files: fc.record(Object.fromEntries(HOST_FILES.map((file) => [file, changed(VIEW.files[file])]))),
    cgroup: fc.dictionary(
      fc.constantFrom(...WORDS, 'memory-v2', 'memory-swap-v2', 'pids-v2', 'cpu-v2'),
      fc.constantFrom('max', '0', '64', '268435456', '100000', '100000 100000', ''),
    ),
    lost: fc.subarray(WORDS, { maxLength: 2 }),
    namespaces: fc.record(
      Object.fromEntries(
        NAMESPACES.map((name) => [name, fc.constantFrom('own', 'own', 'own', 'own', 'own', 'shared', null)]),
      ),
    ),
    bootId: fc.constantFrom(VIEW.bootId, VIEW.bootId, null, 'another', ''),
    isLimited: fc.boolean(),
  })
  .map(({ files, cgroup, lost, namespaces, bootId, isLimited }) => {
    const kept = Object.fromEntries(Object.entries(VIEW.cgroup).filter(([word]) => !lost.includes(word)))
    return {
      ...VIEW,
      files: { ...VIEW.files, ...files },
      cgroup: isLimited ? VIEW.cgroup : { ...kept, ...cgroup },
      namespaces: { ...VIEW.namespaces, ...namespaces },
      bootId,
    }
  })

const withHost = (host: HostView): GateEvidence => ({ ...SEEN, host })
const carried = (host: HostView): readonly ClaimId[] =>
  GATE_CLAIM_IDS.filter((id) => HOST[id]?.(hostRaw(host), withHost(host)) ?? true)

describe('the oracles', () => {
  test('are one for each claim, and carry what was recorded', () => {
    expect(Object.keys(HOST).sort()).toEqual([...GATE_CLAIM_IDS].sort())
    expect(carried(VIEW)).toEqual(GATE_CLAIM_IDS)
  })

  test('say no to silence, but where the host has no say', () => {
    const files = Object.fromEntries(HOST_FILES.map((file) => [file, null]))
    const silent: HostView = { ...VIEW, files: { ...VIEW.files, ...files }, cgroup: {}, bootId: null }
    expect(carried(silent)).toEqual(GATE_CLAIM_IDS.filter((id) => HOST[id] === null))
    expect(proven(withHost(silent), EVERY_CLAIM_BY_HOST)).toEqual(carried(silent))
  })

  test('have lies to say no to', () => {
    expect(LIES.length).toBeGreaterThan(50)
  })
})

test('where the host is required, no claim is proven that its view does not carry', () => {
  const counts = new Map<ClaimId, number>()
  const runs = 700
  fuzz(
    fc.property(anyView, (host) => {
      const facts = carried(host)
      const claims = proven(withHost(host), EVERY_CLAIM_BY_HOST)
      expect(claims.filter((id) => !facts.includes(id))).toEqual([])
      for (const id of claims) counts.set(id, (counts.get(id) ?? 0) + 1)
    }),
    runs,
  )
  for (const id of GATE_CLAIM_IDS) {
    const count = counts.get(id) ?? 0
    expect([id, count > runs / 20, count < runs * 2 || HOST[id] === null]).toEqual([id, true, true])
  }
})

test('a view of the host never makes a claim proven that is not without one', () => {
  fuzz(
    fc.property(anyView, fc.subarray([...SEEN.probeLines]), (host, probeLines) => {
      const alone = proven({ ...SEEN, probeLines, host: { kind: 'unavailable', reason: 'elsewhere' } })
      expect(proven({ ...SEEN, probeLines, host }).filter((id) => !alone.includes(id))).toEqual([])
    }),
    200,
  )
})
