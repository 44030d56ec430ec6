import { describe, expect, test } from '@jest/globals'
import { CLAIM_IDS, type Claim, type ClaimId, type ClaimVerdict } from '../../../src/domain/claim.ts'
import { judgeRun, type JudgedStep, type RunFacts } from '../../../src/domain/judge-run.ts'
import { EVERY_CLAIM } from '../../support/requirements.ts'
import type { Outcome, OutcomeKind } from '../../../src/domain/outcome.ts'

const OUTCOMES: Record<OutcomeKind, Outcome> = {
  verified: { kind: 'verified' },
  failed: { kind: 'failed', exitCode: 3, signal: null },
  'timed-out': { kind: 'timed-out', afterMs: 1 },
  'out-of-memory': { kind: 'out-of-memory', exitCode: 0, limitBytes: 1 },
  'out-of-disk': { kind: 'out-of-disk', reason: 'only 7 B are free' },
  'not-started': { kind: 'not-started', reason: 'no sh' },
  'not-confined': { kind: 'not-confined', reason: 'eth0', claims: ['network.none'] },
  lost: { kind: 'lost', reason: 'engine gone' },
  cancelled: { kind: 'cancelled', released: true },
  'not-run': { kind: 'not-run', because: 'fail-fast' },
}

const step = (kind: OutcomeKind, name: string = kind, continueOnError = false): JudgedStep => ({
  name,
  continueOnError,
  outcome: OUTCOMES[kind],
})
const tolerated = (kind: OutcomeKind): JudgedStep => step(kind, kind, true)

function claim(id: ClaimId, verdict: ClaimVerdict = 'proven'): Claim {
  return { id, statement: '', demanded: '', observations: [], control: null, verdict, doesNotShow: '' }
}

const PROVEN = CLAIM_IDS.map((id) => claim(id))
const GREEN: RunFacts = {
  steps: [step('verified')],
  claims: PROVEN,
  require: EVERY_CLAIM,
  subjectTested: true,
  error: null,
  cancelled: false,
}

const judge = (more: Partial<RunFacts>) => judgeRun({ ...GREEN, ...more })
const red = (reason: string, cancelled = false) => ({ value: 'not-verified', reason, cancelled })
const without = (id: ClaimId, verdict?: ClaimVerdict): readonly Claim[] =>
  PROVEN.flatMap((each) => (each.id === id ? (verdict === undefined ? [] : [claim(id, verdict)]) : [each]))

describe('green', () => {
  test.each<[name: string, facts: Partial<RunFacts>, reason: string]>([
    ['one step', {}, '1 step ran to the end and passed, all 23 claims proven'],
    [
      'two steps',
      { steps: [step('verified', 'a'), step('verified', 'b')] },
      '2 steps ran to the end and passed, all 23 claims proven',
    ],
    [
      'a failure that is tolerated, beside a step that passed',
      { steps: [tolerated('failed'), step('verified')] },
      '1 of 2 steps ran to the end and passed, all 23 claims proven; 1 was allowed to fail and is not verified',
    ],
    [
      'two failures that are tolerated',
      { steps: [tolerated('failed'), step('verified'), tolerated('timed-out')] },
      '1 of 3 steps ran to the end and passed, all 23 claims proven; 2 were allowed to fail and are not verified',
    ],
    [
      'a claim for which this host has no mechanism',
      { claims: without('seccomp.filter', 'not-applicable') },
      '1 step ran to the end and passed, all 22 applicable claims proven',
    ],
    [
      'a claim that nobody requires',
      { claims: without('kernel.isolation', 'refuted'), require: { ...EVERY_CLAIM, claims: ['network.none'] } },
      '1 step ran to the end and passed, the 1 required claim proven (22 of 23 claims proven)',
    ],
    [
      'claims that nobody requires',
      {
        claims: [claim('network.none'), claim('limits.cpu', 'unproven')],
        require: { ...EVERY_CLAIM, claims: ['network.none'] },
      },
      '1 step ran to the end and passed, the 1 required claim proven (1 of 2 claims proven)',
    ],
    [
      'claims of which one is required that does not apply',
      {
        claims: [claim('network.none'), claim('seccomp.filter', 'not-applicable'), claim('limits.cpu', 'unproven')],
        require: { ...EVERY_CLAIM, claims: ['network.none', 'seccomp.filter'] },
      },
      '1 step ran to the end and passed, the 1 required claim proven (1 of 3 claims proven)',
    ],
    [
      'claims that happen to be proven without being required',
      { require: { ...EVERY_CLAIM, claims: ['network.none'] } },
      '1 step ran to the end and passed, all 23 claims proven',
    ],
    [
      'no claim that is required',
      { claims: [claim('limits.cpu', 'unproven')], require: { ...EVERY_CLAIM, claims: [] } },
      '1 step ran to the end and passed, no required claim applies (0 of 1 claim proven)',
    ],
  ])('%s', (_, facts, reason) => {
    expect(judge(facts)).toEqual({ value: 'verified', reason, cancelled: false })
  })

  test.each<OutcomeKind>(['failed', 'timed-out', 'out-of-memory'])('continue-on-error forgives: %s', (kind) => {
    expect(judge({ steps: [step('verified'), tolerated(kind)] }).value).toBe('verified')
  })
})

describe('red', () => {
  test.each<[name: string, facts: Partial<RunFacts>, reason: string]>([
    ['without a step', { steps: [] }, 'no step was run'],
    [
      'without a verified step',
      { steps: [tolerated('failed'), tolerated('timed-out')] },
      'every step was allowed to fail, and none passed',
    ],
    ['failed', { steps: [step('failed', 'lint')] }, 'step "lint" failed with exit code 3'],
    [
      'failed, and more',
      { steps: [step('failed', 'a'), step('verified', 'b'), step('timed-out', 'c'), step('not-run', 'd')] },
      'step "a" failed with exit code 3, 1 more not verified and 1 was not run',
    ],
    [
      'failed, and another one',
      { steps: [step('failed', 'a'), step('timed-out', 'b')] },
      'step "a" failed with exit code 3, and 1 more not verified',
    ],
    [
      'failed, and two were kept from running',
      { steps: [step('failed', 'a'), step('not-run', 'b'), step('not-run', 'c')] },
      'step "a" failed with exit code 3, and 2 were not run',
    ],
    ['timed out', { steps: [step('timed-out', 'a')] }, 'step "a" timed out'],
    ['out of memory', { steps: [step('out-of-memory', 'a')] }, 'step "a" ran out of memory'],
    ['not run', { steps: [step('verified'), step('not-run', 'a')] }, 'step "a" did not run: fail-fast'],
    [
      'not run, and allowed to fail',
      { steps: [step('verified'), tolerated('not-run')] },
      'step "not-run" did not run: fail-fast',
    ],
    ['out of disk', { steps: [step('out-of-disk', 'a')] }, 'step "a" was killed: only 7 B are free'],
    ['outside of a step', { error: 'no engine', steps: [] }, 'no engine'],
    ['a foreign commit', { subjectTested: false }, 'the commit that was checked out does not belong to the subject'],
    ['a missing claim', { claims: without('network.none') }, 'claim network.none was not judged'],
    ['no claims at all', { claims: [] }, 'claim network.none was not judged'],
    ['a refuted claim', { claims: without('user.non-root', 'refuted') }, 'claim user.non-root is refuted'],
    ['an unproven claim', { claims: without('limits.cpu', 'unproven') }, 'claim limits.cpu is unproven'],
  ])('%s', (_, facts, reason) => {
    expect(judge(facts)).toEqual(red(reason))
  })

  test.each<[kind: OutcomeKind, reason: string]>([
    ['not-confined', 'step "not-confined" was not run: eth0'],
    ['not-started', 'step "not-started" could not be started: no sh'],
    ['lost', 'step "lost" was lost: engine gone'],
    ['cancelled', 'step "cancelled" was cancelled'],
  ])('a containment error outweighs continue-on-error and an earlier failure: %s', (kind, reason) => {
    expect(judge({ steps: [step('verified'), step('failed'), tolerated(kind)] })).toEqual(red(reason))
  })

  test.each<[name: string, ids: readonly ClaimId[], told: string]>([
    ['one', ['network.none'], 'network.none is refuted'],
    ['two', ['network.none', 'lsm.profile'], 'network.none is refuted, lsm.profile is not applicable'],
    [
      'many',
      ['network.none', 'lsm.profile', 'limits.cpu', 'limits.pids', 'limits.memory'],
      'network.none is refuted, lsm.profile is not applicable, limits.cpu is unproven and 2 more',
    ],
  ])('claims that kept a step from running are told with their verdicts, without the evidence: %s', (_, ids, told) => {
    const verdicts: Partial<Record<ClaimId, ClaimVerdict>> = {
      'network.none': 'refuted',
      'lsm.profile': 'not-applicable',
    }
    const claims = PROVEN.map(({ id }) => claim(id, ids.includes(id) ? (verdicts[id] ?? 'unproven') : 'proven'))
    const outcome: Outcome = { kind: 'not-confined', reason: 'at length', claims: ids }
    const steps = [{ name: 'a', continueOnError: false, outcome }]
    expect(judge({ steps, claims })).toEqual(red(`step "a" was not run: ${told}`))
  })

  test('a step whose sighted probe is in doubt did run, and is not said to have been kept back', () => {
    const claims = without('probe.sighted', 'unproven')
    const outcome: Outcome = { kind: 'not-confined', reason: 'at length', claims: ['probe.sighted'] }
    const steps = [{ name: 'a', continueOnError: true, outcome }]
    const reason = 'step "a" ran without proof of its confinement: probe.sighted is unproven'
    expect(judge({ steps, claims })).toEqual(red(reason))
  })

  test.each([
    ['of fifty characters whole', 'n'.repeat(50), 'n'.repeat(50)],
    ['of more cut', 'n'.repeat(51), `${'n'.repeat(49)}…`],
    ['without a blank before the cut', `  ${'n'.repeat(44)}   more`, `  ${'n'.repeat(44)}…`],
  ])('a name is told %s', (_, name, told) => {
    expect(judge({ steps: [step('timed-out', name)] })).toEqual(red(`step "${told}" timed out`))
    expect(judge({ steps: [step('cancelled', name)] })).toEqual(red(`step "${told}" was cancelled`))
  })

  test('cancelled, whatever else', () => {
    const reason = 'the workflow was cancelled'
    expect(judge({ cancelled: true })).toEqual(red(reason, true))
    expect(judge({ cancelled: true, error: 'no engine', steps: [step('failed')] })).toEqual(red(reason, true))
  })

  test('an error outweighs steps that are all verified', () => {
    expect(judge({ error: 'the label was reused' })).toEqual(red('the label was reused'))
  })
})

describe('every single cause turns green to red', () => {
  const causes: readonly Partial<RunFacts>[] = [
    { steps: [] },
    { subjectTested: false },
    { error: 'x' },
    { cancelled: true },
    ...Object.values(OUTCOMES)
      .filter(({ kind }) => kind !== 'verified')
      .map(({ kind }) => ({ steps: [step('verified'), step(kind)] })),
    ...CLAIM_IDS.flatMap((id) => [
      { claims: without(id) },
      { claims: without(id, 'refuted') },
      { claims: without(id, 'unproven') },
    ]),
  ]
  test.each(causes.map((cause, n) => [n, cause] as const))('cause %d', (_, cause) => {
    expect(judge({}).value).toBe('verified')
    expect(judge(cause).value).toBe('not-verified')
  })
})
