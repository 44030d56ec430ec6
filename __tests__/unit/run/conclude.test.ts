import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { GATE_CLAIM_IDS } from '../../../src/domain/claim.ts'
import type { Ending } from '../../../src/domain/ending.ts'
import { judgeOutcome } from '../../../src/domain/judge-outcome.ts'
import { hostFacts } from '../../../src/plan/host-facts.ts'
import { takeSnapshot } from '../../../src/plan/snapshot.ts'
import { judgeControl } from '../../../src/posture/control.ts'
import { judgePosture } from '../../../src/posture/judge-posture.ts'
import { conclude, concludePosture, type Conclusion } from '../../../src/run/conclude.ts'
import type { JudgedRecord } from '../../../src/run/run-steps.ts'
import { commandRunner } from '../../../src/runtime/command.ts'
import { BoundedOutput } from '../../../src/sandbox/bounded-output.ts'
import { unreleased } from '../../../src/sandbox/step-container.ts'
import { evidence, extraLines } from '../../support/evidence.ts'
import { makeRepository, TempFolder } from '../../support/git.ts'
import { step } from '../../support/docker.ts'
import { NOTHING } from '../../support/requirements.ts'
import { found, plan } from './samples.ts'

const EXITED: Ending = {
  kind: 'exited',
  waited: 0,
  inspected: 0,
  said: 0,
  oomKilled: false,
  memoryKills: null,
  killed: null,
  afterMs: 10,
  ranMs: 20,
  limitMs: 60_000,
  memoryLimitBytes: 1,
}
const PROVEN = judgePosture(evidence(), NOTHING).claims
const SIGHTED = { ...judgeControl({ kind: 'unavailable', reason: '' }, []).sighted, verdict: 'proven' as const }
const REFUTED = judgePosture(evidence(extraLines('route eth0\t0')), NOTHING).claims

function judged(ending: Ending, claims = PROVEN, text = ''): JudgedRecord {
  const output = new BoundedOutput(100)
  output.push('stdout', Buffer.from(text))
  const kept = { ...output.finish(), complete: true }
  const record = { ...unreleased(step('npm test'), ending), claims, output: kept }
  return { record, outcome: judgeOutcome(ending) }
}

test('a hint quotes no begin of a secret', () => {
  const SECRET = 'tiger-lily-0123456789-abcdefghijklmnopqrstuvwxyz'
  const named = { ...step('npm test'), env: { API_KEY: SECRET } }
  const tail = `Error: Cannot find module 'package-of-some-length-${SECRET}'\n`
  const [record] = [judged({ ...EXITED, waited: 1, inspected: 1, said: 1 }, PROVEN, tail)]
  const report = conclude({
    ...{
      plan: { ...plan(['npm test']), steps: [named] },
      found: found(),
      judged: [{ ...record, record: { ...record.record, step: named } }],
    },
    ...{ claims: PROVEN, error: null, cancelled: false, label: 'l', startedAt: new Date() },
  })
  expect(JSON.stringify(report).includes('tiger')).toBe(false)
})

describe('the posture of a run', () => {
  /** Claims of a run whose checkout is changed between its two looks. */
  async function posture(of: readonly JudgedRecord[], change: (checkout: string) => void, look = true) {
    await using folder = new TempFolder()
    const checkout = folder.folder('checkout')
    makeRepository(checkout)
    const facts = hostFacts()
    const path = process.env['PATH'] ?? ''
    const git = {
      run: commandRunner(path, checkout, facts),
      facts,
      env: { PATH: path },
      tempDir: folder.folder('temp'),
    }
    const before = look ? await takeSnapshot(git, checkout) : null
    change(checkout)
    const claims = await concludePosture(git, plan([], { checkout }), before, { judged: of, control: null })
    return Object.fromEntries(claims.map(({ id, verdict }) => [id, verdict]))
  }
  const nothing = () => undefined

  test('is that of its steps, when the checkout is as it was', async () => {
    const verdicts = await posture([judged(EXITED), judged(EXITED)], nothing)
    expect(verdicts).toEqual({
      ...Object.fromEntries(GATE_CLAIM_IDS.map((id) => [id, 'proven'])),
      'probe.sighted': 'unproven',
    })
  })

  test.each<[name: string, change: (checkout: string) => void]>([
    [
      'a file',
      (checkout) => {
        writeFileSync(join(checkout, 'README'), 'changed')
      },
    ],
    [
      'a new file',
      (checkout) => {
        writeFileSync(join(checkout, 'new'), '')
      },
    ],
    [
      'a hook',
      (checkout) => {
        writeFileSync(join(checkout, '.git/hooks/pre-commit'), '#!/bin/sh\n')
      },
    ],
    [
      'a setting',
      (checkout) => {
        writeFileSync(join(checkout, '.git/config'), '[core]\n\tfsmonitor = x\n')
      },
    ],
  ])('refutes workspace.detached when the host’s checkout changed: %s', async (_, change) => {
    expect((await posture([judged(EXITED)], change))['workspace.detached']).toBe('refuted')
  })

  test('leaves workspace.detached unproven when the checkout was not looked at', async () => {
    expect((await posture([judged(EXITED)], nothing, false))['workspace.detached']).toBe('unproven')
  })

  test('is that of the worst step', async () => {
    expect((await posture([judged(EXITED), judged(EXITED, REFUTED)], nothing))['network.none']).toBe('refuted')
  })

  test('is empty when no step came to its gate', async () => {
    expect(await posture([judged({ kind: 'skipped', because: 'x' }, [])], nothing)).toEqual({})
  })
})

describe('the conclusion', () => {
  const conclusion = (more: Partial<Conclusion> = {}): Conclusion => ({
    plan: plan(['npm test']),
    found: found(),
    judged: [judged(EXITED)],
    claims: [...PROVEN, SIGHTED],
    error: null,
    cancelled: false,
    label: 'r',
    startedAt: new Date(0),
    ...more,
  })

  test('is green when everything is', () => {
    expect(conclude(conclusion()).verdict).toMatchObject({ value: 'verified', cancelled: false })
  })

  test.each<[name: string, more: Partial<Conclusion>, reason: RegExp]>([
    ['an error', { error: 'no engine' }, /^no engine$/],
    ['a cancelled run', { cancelled: true }, /cancelled/],
    ['no subject', { found: found({ subject: null }) }, /does not belong to the subject/],
    ['no step', { judged: [] }, /no step was run/],
    ['a failed step', { judged: [judged({ ...EXITED, waited: 1, inspected: 1, said: 1 })] }, /failed with exit code 1/],
    ['a refuted claim', { claims: REFUTED }, /claim network\.none is refuted/],
    ['no claims', { claims: [] }, /claim network\.none was not judged/],
  ])('is red with %s', (_, more, reason) => {
    const { verdict } = conclude(conclusion(more))
    expect([verdict.value, verdict.reason]).toEqual(['not-verified', expect.stringMatching(reason)])
  })

  test('hides the token wherever it stands', () => {
    const leaked = judged({ ...EXITED, waited: 1, inspected: 1, said: 1 }, PROVEN, 'the token is a-token-of-the-job\n')
    const notes = ['a-token-of-the-job was seen']
    const report = conclude(conclusion({ judged: [leaked], found: found({ notes }), error: 'a-token-of-the-job' }))
    expect(JSON.stringify(report)).not.toContain('a-token-of-the-job')
    expect(report.steps[0]?.output?.head).toContain('the token is ***')
  })

  test('says when the output may be incomplete', () => {
    const whole = judged(EXITED)
    const cut = { ...whole, record: { ...whole.record, output: { ...new BoundedOutput(1).finish(), complete: false } } }
    expect(conclude(conclusion({ judged: [whole] })).steps[0]?.hints).toEqual([])
    expect(conclude(conclusion({ judged: [cut] })).steps[0]?.hints).toEqual([
      expect.stringMatching(/may be incomplete/),
    ])
  })

  test('tells of a run that found nothing', () => {
    const nothing = found({ subject: null, engine: null, image: null, workspace: null })
    const report = conclude(conclusion({ found: nothing, error: 'no engine', judged: [], claims: [] }))
    expect([report.engine, report.image, report.workspace]).toEqual([null, null, null])
  })
})
