import { expect, test } from '@jest/globals'
import { OUTCOME_KINDS, type Outcome } from '../../../src/domain/outcome.ts'
import { describeOutcome, describeStep } from '../../../src/report/describe-outcome.ts'
import { step } from '../../support/report-fixtures.ts'

const exited = (exitCode: number, signal: string | null = null): Outcome => ({ kind: 'failed', exitCode, signal })

const CASES: [Outcome, string, string][] = [
  [{ kind: 'verified' }, 'verified', 'verified: exit 0'],
  [exited(1), 'failed', 'failed: exit 1'],
  [exited(125), 'failed', 'failed: exit 125'],
  [exited(126), 'failed', "failed: as for a file that can't be executed (exit 126)"],
  [exited(127), 'failed', 'failed: as for a command not found (exit 127)'],
  [exited(137, 'SIGKILL'), 'failed', 'failed: killed by SIGKILL (exit 137)'],
  [exited(255), 'failed', 'failed: exit 255'],
  [{ kind: 'timed-out', afterMs: 600_000 }, 'timed out', 'timed out: killed at its deadline of 10 min'],
  [
    { kind: 'out-of-memory', exitCode: 137, limitBytes: 512 * 1024 ** 2 },
    'out of memory',
    'out of memory: at least one process was killed at the limit of 512 MiB (exit 137)',
  ],
  [
    { kind: 'out-of-memory', exitCode: 0, limitBytes: 1024 ** 3 },
    'out of memory',
    'out of memory: at least one process was killed at the limit of 1 GiB (exit 0)',
  ],
  [
    { kind: 'out-of-memory', exitCode: null, limitBytes: 1024 ** 3 },
    'out of memory',
    'out of memory: at least one process was killed at the limit of 1 GiB',
  ],
  [
    { kind: 'out-of-disk', reason: 'only 7 B are free' },
    'out of disk',
    'out of disk: killed by Confine: only 7 B are free',
  ],
  [{ kind: 'not-started', reason: 'no such image' }, 'not started', 'not started: no such image'],
  [
    { kind: 'not-confined', reason: 'the gate stayed shut', claims: ['network.none'] },
    'not confined',
    'not confined: the gate stayed shut (network.none)',
  ],
  [
    { kind: 'not-confined', reason: 'network.none is refuted', claims: ['network.none'] },
    'not confined',
    'not confined: network.none is refuted',
  ],
  [{ kind: 'lost', reason: 'hang up' }, 'lost', "lost: how it ended can't be known: hang up"],
  [{ kind: 'cancelled', released: true }, 'cancelled', 'cancelled: while it ran'],
  [{ kind: 'cancelled', released: false }, 'cancelled', 'cancelled: before it was released'],
  [{ kind: 'not-run', because: 'fail-fast' }, 'not run', 'not run: fail-fast'],
]

test.each(CASES)('%j', (outcome, word, sentence) => {
  expect(describeOutcome(outcome)).toMatchObject({ word, sentence })
})

test('the cases have every kind', () => {
  expect(new Set(CASES.map(([{ kind }]) => kind))).toEqual(new Set(OUTCOME_KINDS))
})

test('an exit code is only there where one is known', () => {
  const codes = CASES.map(([outcome]) => describeOutcome(outcome).exitCode)
  expect(codes).toEqual([
    0,
    1,
    125,
    126,
    127,
    137,
    255,
    null,
    137,
    0,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})

test("a step's deadline is the one it was given", () => {
  const late = step('x', { outcome: { kind: 'timed-out', afterMs: 3_612 }, timeoutMs: 3_000 })
  expect(describeStep(late).sentence).toBe('timed out: killed at its deadline of 3 s')
})
