import { describe, expect, test } from '@jest/globals'
import { GATE_CLAIM_IDS, type Claim, type ClaimId, type ClaimVerdict } from '../../../src/domain/claim.ts'
import { withCheckoutComparison } from '../../../src/posture/claims/filesystem.ts'
import { judgePosture, worstClaims } from '../../../src/posture/judge-posture.ts'
import { evidence, extraLines, line, set, type Change } from '../../support/evidence.ts'
import { EVERY_CLAIM, NOTHING, requiring } from '../../support/requirements.ts'

describe('the decision at the gate', () => {
  test('opens it when all is proven', () => {
    const decision = judgePosture(evidence(), EVERY_CLAIM)
    expect(decision).toMatchObject({ unmet: [], reason: '', shell: '/bin/sh -e -o pipefail' })
    expect(decision.claims.map(({ id }) => id)).toEqual(GATE_CLAIM_IDS)
  })

  test('names each required claim that is not proven, with the observation that decided', () => {
    const seen = evidence(extraLines('route eth0\t0'), line(/^status NoNewPrivs/, null))
    const { unmet, reason } = judgePosture(seen, EVERY_CLAIM)
    expect(unmet).toEqual(['network.none', 'privileges.no-new'])
    expect(reason).toBe(
      'network.none is refuted (inside: interfaces lo; 1 IPv4 route); ' +
        'privileges.no-new is unproven (inside: NoNewPrivs could not be read)',
    )
  })

  test('leaves a claim aside that nobody requires, and still tells it', () => {
    const decision = judgePosture(evidence(extraLines('route eth0\t0')), requiring('user.non-root'))
    expect(decision.unmet).toEqual([])
    expect(decision.claims.find(({ id }) => id === 'network.none')?.verdict).toBe('refuted')
  })

  test('keeps a foreign text in its reason short', () => {
    const seen = evidence(set('warnings', ['w'.repeat(10_000)]))
    expect(judgePosture(seen, EVERY_CLAIM).reason.length).toBeLessThan(400)
  })

  test('says that no shell was named', () => {
    const decision = judgePosture(evidence(line(/^shell /, null)), EVERY_CLAIM)
    expect(decision).toMatchObject({ shell: null, unmet: [], reason: 'the probe names no shell' })
  })
})

describe('every claim', () => {
  const { claims } = judgePosture(evidence(), EVERY_CLAIM)

  test.each(claims.map((claim) => [claim.id, claim] as const))(
    '%s says what was asked, seen and not shown',
    (_, claim) => {
      expect(claim.statement).toMatch(/^[A-Z0-9].*\.$/)
      expect(claim.demanded).not.toBe('')
      expect(claim.doesNotShow).toMatch(/\.$/)
      expect(claim.observations.length).toBeGreaterThan(0)
      for (const { seen } of claim.observations)
        expect(seen.replace('/dev/null', '')).not.toMatch(/undefined|null|NaN|\[object/)
    },
  )

  test('shows no path of the engine’s own folders that inspect or the kernel told', () => {
    const told = claims.flatMap(({ observations }) => observations.map(({ seen }) => seen)).join('\n')
    expect(told).not.toMatch(/overlay2|upperdir/)
  })
})

describe('the kernel', () => {
  test.each<[name: string, changes: readonly Change[], wanted: RegExp, verdict: ClaimVerdict]>([
    ['the host’s', [], /^Shared kernel 6\.1\.0-test, with runc 1\.1\.5\+ds1\.$/, 'proven'],
    [
      'another',
      [line(/^kernel /, 'kernel 4.4.0')],
      /^Runtime runc .*; inside, the kernel calls itself 4\.4\.0\.$/,
      'refuted',
    ],
    [
      'another, though its runtime is runc by a second name',
      [
        set('demand.runtime', 'io.containerd.runc.v2'),
        set('inspected.HostConfig.Runtime', 'io.containerd.runc.v2'),
        line(/^kernel /, 'kernel 4.4.0'),
      ],
      /^Runtime io\.containerd\.runc\.v2; inside, the kernel calls itself 4\.4\.0\.$/,
      'refuted',
    ],
    ['not told', [line(/^kernel /, null)], /^Runtime runc .*nothing that could be read\.$/, 'unproven'],
  ])('seen inside is %s', (_, changes, wanted, verdict) => {
    const claim = judgePosture(evidence(...changes), NOTHING).claims.find(({ id }) => id === 'kernel.isolation')
    expect(claim?.statement).toMatch(wanted)
    expect(claim?.verdict).toBe(verdict)
  })
})

describe('the checkout, compared after the last step', () => {
  const claim = judgePosture(evidence(), NOTHING).claims.find(({ id }) => id === 'workspace.detached')
  if (claim === undefined) throw new Error('no such claim')
  const unproven: Claim = { ...claim, observations: claim.observations.slice(0, 1), verdict: 'unproven' }

  test.each<[name: string, of: Claim, differences: readonly string[] | null, verdict: ClaimVerdict]>([
    ['unchanged', claim, [], 'proven'],
    ['changed', claim, ['.git/config'], 'refuted'],
    ['not to be compared', claim, null, 'unproven'],
    ['unchanged, without the rest', unproven, [], 'unproven'],
    ['changed, without the rest', unproven, ['HEAD'], 'refuted'],
  ])('%s', (_, of, differences, verdict) => {
    const judged = withCheckoutComparison(of, differences)
    expect(judged.verdict).toBe(verdict)
    expect(judged.observations.at(-1)?.witness).toBe('confine')
  })
})

describe('over all containers', () => {
  const claim = (id: ClaimId, verdict: ClaimVerdict): Claim => ({
    id,
    statement: verdict,
    demanded: '',
    observations: [],
    control: null,
    verdict,
    doesNotShow: '',
  })

  test.each<[verdicts: readonly ClaimVerdict[], worst: ClaimVerdict]>([
    [['proven'], 'proven'],
    [['proven', 'not-applicable'], 'not-applicable'],
    [['not-applicable', 'unproven', 'proven'], 'unproven'],
    [['proven', 'refuted', 'unproven'], 'refuted'],
    [['refuted', 'proven'], 'refuted'],
  ])('the worst of %j counts: %s', (verdicts, worst) => {
    expect(worstClaims(verdicts.map((verdict) => [claim('limits.cpu', verdict)]))).toEqual([claim('limits.cpu', worst)])
  })

  test('in the order of the catalogue; a claim that nobody judged is left out', () => {
    const steps = [[claim('limits.cpu', 'proven')], [claim('network.none', 'proven')], []]
    expect(worstClaims(steps).map(({ id }) => id)).toEqual(['network.none', 'limits.cpu'])
    expect(worstClaims([])).toEqual([])
  })
})
