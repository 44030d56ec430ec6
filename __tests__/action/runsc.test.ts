import { beforeAll, describe, expect, test } from '@jest/globals'
import { type ClaimId, type ClaimVerdict } from '../../src/domain/claim.ts'
import { expectVerified, outcomesOf, outputOf, reportOf, runAction, type StepInput } from '../support/action.ts'
import { makeCheckout } from '../support/checkouts.ts'
import { needRuntime } from '../support/runtimes.ts'

beforeAll(() => needRuntime('runsc'))

const inputs = { runtime: 'runsc' }

function run(steps: readonly StepInput[], more: Readonly<Record<string, string>> = {}) {
  return runAction({ checkout: makeCheckout({ 'sub/file': 'x\n' }), steps, inputs: { ...inputs, ...more } })
}

function verdicts(of: Awaited<ReturnType<typeof run>>): Partial<Record<ClaimId, ClaimVerdict>> {
  return Object.fromEntries(reportOf(of).posture.claims.map(({ id, verdict }) => [id, verdict]))
}

/** What gVisor's kernel shows nobody: its own process, seen by the host, is said beside it. */
const NOT_OBSERVABLE = ['privileges.no-new', 'seccomp.filter', 'lsm.profile', 'devices.minimal']

describe('steps under gVisor', () => {
  test('are verified when they pass, and each claim says by what it is judged', async () => {
    const of = await run([
      { name: 'works', run: 'cat sub/file; echo new >made; mv sub moved; cat moved/file; exec 2>&1; uname -r' },
      'cat made moved/file',
    ])
    expectVerified(of)
    expect(outputOf(of, 0)).toContain('x\nx\n')
    expect(outputOf(of, 1)).toBe('new\nx\n')
    const { claims } = reportOf(of).posture
    const short = claims.filter(({ verdict }) => verdict !== 'proven').map(({ id }) => id)
    expect(short).toEqual(NOT_OBSERVABLE)
    for (const id of NOT_OBSERVABLE) {
      const seen = claims.find((claim) => claim.id === id)?.observations
      expect(seen?.every(({ stance }) => stance !== 'contradicts')).toBe(true)
    }
    const isolation = claims.find(({ id }) => id === 'kernel.isolation')
    expect(isolation?.statement).toContain('gVisor')
    expect(isolation?.observations.filter(({ stance }) => stance === 'confirms').map(({ witness }) => witness)).toEqual(
      ['engine', 'engine', 'host'],
    )
  })

  test('are failed by their exit code, and the rest goes on', async () => {
    const of = await run(['exit 3', 'kill -9 $$', 'true'])
    expect(of.exitCode).toBe(1)
    expect(outcomesOf(of)).toMatchObject([
      { kind: 'failed', exitCode: 3 },
      { kind: 'failed', exitCode: 137 },
      { kind: 'verified' },
    ])
  })

  test('are ended at their deadline', async () => {
    const of = await run([{ run: 'trap "" TERM INT; while :; do :; done', 'timeout-minutes': 0.05 }])
    expect(outcomesOf(of)).toMatchObject([{ kind: 'timed-out' }])
    expect(of.exitCode).toBe(1)
  })

  test('that use more memory than they may are told from those that fail', async () => {
    const of = await run(['head -c 600m /dev/zero | tail -c 500m >/dev/null; true'], {
      memory: '256MiB',
      'tmp-size': '16MiB',
      'shm-size': '8MiB',
    })
    expect(outcomesOf(of)).toMatchObject([{ kind: 'out-of-memory' }])
    expect(of.exitCode).toBe(1)
  })
})

describe('hostile steps under gVisor', () => {
  test('reach no network, write nowhere else, gain no right, and change nothing of the host’s checkout', async () => {
    const of = await run([
      'nc -w 2 192.0.2.1 80 </dev/null',
      'echo x >/etc/x',
      'echo x >/etc/passwd',
      'mount -t tmpfs none /tmp',
      'echo planted >.git/hooks/post-checkout; rm -rf README sub; exit 0',
    ])
    expect(outcomesOf(of).map(({ kind }) => kind)).toEqual(['failed', 'failed', 'failed', 'failed', 'verified'])
    expect(verdicts(of)['workspace.detached']).toBe('proven')
  })

  test('that make more processes than they may are never green', async () => {
    const of = await run(['f() { f | f & }; f; while :; do sleep 1; done'], { 'pids-limit': '256' })
    expect(of.exitCode).toBe(1)
    // The limit ends gVisor itself, and with it the shell that would have said how the step ended.
    expect(outcomesOf(of)).toMatchObject([
      { kind: 'lost', reason: expect.stringMatching(/the engine says exit code \d+$/) },
    ])
  })
})

test('a claim that gVisor does not show is not enough where it is required by name', async () => {
  const of = await run(['true'], { require: 'network.none, seccomp.filter' })
  expect(of.exitCode).toBe(1)
  expect(outcomesOf(of)).toMatchObject([{ kind: 'not-confined' }])
})
