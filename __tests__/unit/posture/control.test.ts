import { describe, expect, test } from '@jest/globals'
import { CLAIM_IDS, type Claim } from '../../../src/domain/claim.ts'
import type { ControlEvidence } from '../../../src/domain/evidence.ts'
import { judgeControl, withControl } from '../../../src/posture/control.ts'
import { judgePosture } from '../../../src/posture/judge-posture.ts'
import { evidence, line, set, type Change } from '../../support/evidence.ts'
import { EVERY_CLAIM } from '../../support/requirements.ts'

const { claims } = judgePosture(evidence(), EVERY_CLAIM)
const AWAY = set('host', { kind: 'unavailable', reason: 'elsewhere' })
const withoutHost = judgePosture(evidence(AWAY), EVERY_CLAIM).claims

/** A control that differs from the step's container in these ways only. */
const control = (socket: boolean, ...changes: readonly Change[]): ControlEvidence => ({
  kind: 'seen',
  evidence: evidence(...changes),
  socket,
})
const seenOf = ({ sighted }: { readonly sighted: Claim }): string =>
  sighted.observations.map(({ witness, seen }) => `${witness}: ${seen}`).join('\n')

describe('the control', () => {
  test('that looks confined in every way is told apart in none', () => {
    const judgement = judgeControl(control(true), claims)
    expect(judgement.sighted.verdict).toBe('refuted')
    expect(judgement.shown.size).toBe(0)
    for (const id of ['network.none', 'sockets.none', 'credentials.none']) {
      expect(seenOf(judgement)).toContain(`${id} (inside: `)
    }
    expect(seenOf(judgement)).toContain('capabilities.none (host: CapInh 0000')
  })

  test('is not asked for a socket that it was not given', () => {
    expect(seenOf(judgeControl(control(false), claims))).not.toContain('sockets.none')
  })

  test('is asked only for what a witness confirmed of the step', () => {
    const only = (id: string, confirming: string): readonly Claim[] =>
      claims
        .filter((claim) => claim.id === id)
        .map((claim) => ({
          ...claim,
          observations: claim.observations.map((each) =>
            each.witness === confirming ? each : { ...each, stance: 'silent' as const },
          ),
        }))
    expect(seenOf(judgeControl(control(true), only('network.none', 'host')))).toBe(
      'host: the control looks confined: network.none (host: interfaces lo)',
    )
    expect(seenOf(judgeControl(control(true), only('network.none', 'inside')))).toBe(
      'inside: the control looks confined: network.none (inside: interfaces lo; 0 IPv4 routes)',
    )
    expect(seenOf(judgeControl(control(true, AWAY), only('network.none', 'host')))).not.toContain('looks confined')
  })

  test('may hide its namespaces from a host without rights over it, and nothing else', () => {
    const { sighted } = judgeControl(control(true), claims)
    const [inside = '', host = ''] = seenOf({ sighted }).split('\n')
    expect(inside).toMatch(/^inside: the control looks confined: .*namespaces\.private \(inside: /)
    expect(host).toMatch(/^host: the control looks confined: network\.none \(host: interfaces lo\); rootfs/)
    expect(host).not.toContain('namespaces.private')
    expect(inside).not.toContain('(host: ')
    expect(host).not.toContain('(inside: ')
  })

  test('is described in the claim, which says what it does not show', () => {
    const { statement, demanded, doesNotShow, observations } = judgeControl(
      { kind: 'unavailable', reason: 'late' },
      claims,
    ).sighted
    expect([statement, demanded, doesNotShow, observations.map(({ witness }) => witness)]).toEqual([
      'The same probe tells a deliberately unconfined container of the same image apart.',
      'a control: root with capabilities, writable root, no filter, no limits, a network interface, a mount, a device, a variable and a credential too many',
      'An image that knows a control by its looks, and lies only elsewhere: for that, see the host’s view.',
      ['inside'],
    ])
  })

  test('shows two texts where probe and host say different things', () => {
    const differ = [line(/^status NoNewPrivs:/, 'status NoNewPrivs:\t0'), set('host.files.status', 'NoNewPrivs:\t2\n')]
    expect(judgeControl(control(true, ...differ), claims).shown.get('privileges.no-new')).toBe(
      'inside: NoNewPrivs 0; host: NoNewPrivs 2',
    )
  })

  test('need not show to the host what the host did not see of the step', () => {
    const told = seenOf(judgeControl(control(true, AWAY), withoutHost))
    expect(told).toContain('network.none (inside: ')
    expect(told).not.toContain('(host: ')
  })

  test('that the host takes for confined is not told apart by the probe’s word alone', () => {
    const caps = line(/^status CapBnd:/, 'status CapBnd:\t00000000a80425fb')
    const { shown, sighted } = judgeControl(control(true, caps), claims)
    expect(shown.get('capabilities.none')).toMatch(/^inside: /)
    expect(sighted.verdict).toBe('refuted')
    expect(seenOf({ sighted })).toMatch(/^host: the control looks confined: .*capabilities\.none \(host: /m)
  })

  test('shows in one text what probe and host say alike', () => {
    const same = [line(/^status NoNewPrivs:/, 'status NoNewPrivs:\t0'), set('host.files.status', 'NoNewPrivs:\t0\n')]
    expect(judgeControl(control(true, ...same), claims).shown.get('privileges.no-new')).toBe(
      'inside and host: NoNewPrivs 0',
    )
  })

  test('names what it does not show here', () => {
    const few = claims.filter(({ id }) => id === 'capabilities.none')
    const caps = ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map((name) => `${name}:\t00000000a80425fb`)
    const changes = [
      ...caps.map((text) => line(new RegExp(`^status ${text.slice(0, 6)}:`), `status ${text}`)),
      set('host.files.status', `${caps.join('\n')}\n`),
    ]
    const { sighted } = judgeControl(control(false, ...changes), few)
    expect(sighted.verdict).toBe('proven')
    expect(seenOf({ sighted })).toMatch(
      /^inside: the control was told apart in 1 claim; not shown here: network\.none, .*credentials\.none$/,
    )
  })

  test('that could not be asked proves nothing', () => {
    const { sighted, shown } = judgeControl({ kind: 'unavailable', reason: 'no network' }, claims)
    expect([sighted.verdict, shown.size]).toEqual(['unproven', 0])
    expect(sighted.observations[0]?.seen).toBe('the control could not be asked: no network')
  })

  test('proves nothing beside a step of which nothing was proven', () => {
    expect(judgeControl(control(true), []).sighted.verdict).toBe('unproven')
  })
})

describe('the claims of a run', () => {
  test('carry the control’s words, and the claim about it comes last', () => {
    const shown = new Map([['limits.cpu', 'quota -1'] as const])
    const { sighted } = judgeControl(control(true), claims)
    const all = withControl(claims, { sighted, shown })
    expect(all.map(({ id }) => id)).toEqual(CLAIM_IDS)
    expect(all.filter((claim) => claim.control !== null).map(({ id, control: words }) => [id, words])).toEqual([
      ['limits.cpu', 'quota -1'],
    ])
  })

  test('say that no control was run when no step was released', () => {
    const [last, ...others] = withControl(claims, null).toReversed()
    expect(others.toReversed()).toEqual(claims)
    expect([last?.id, last?.verdict, last?.observations[0]?.seen]).toEqual([
      'probe.sighted',
      'unproven',
      'no step was released, so no control was run',
    ])
  })

  test('are none without a step that came to its gate', () => {
    expect(withControl([], null)).toEqual([])
    expect(withControl([], judgeControl(control(true), claims))).toEqual([])
  })
})
