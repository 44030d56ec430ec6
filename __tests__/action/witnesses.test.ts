import { statSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import type { Claim } from '../../src/domain/claim.ts'
import { expectVerified, outcomesOf, reportOf, runAction, runPost, type ActionRun } from '../support/action.ts'
import { engine, leftOnEngine } from '../support/action-remains.ts'
import { makeCheckout } from '../support/checkouts.ts'

const claimOf = (run: ActionRun, id: Claim['id']): Claim | undefined =>
  reportOf(run).posture.claims.find((claim) => claim.id === id)

/** Where Confine has process numbers of its own, as in a job's container: the engine's mean nothing to it. */
const OTHER_NUMBERS = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']

function socketPath(): string {
  if (!('socketPath' in engine)) throw new Error('the engine of the tests is not on a socket')
  return engine.socketPath
}

describe('the witnesses of a run', () => {
  test('are engine, host and probe, and a control that says no to each', async () => {
    const run = await runAction({ checkout: makeCheckout() })
    expectVerified(run)
    const { claims } = reportOf(run).posture
    const byHost = claims.filter(({ observations }) => observations.some(({ witness }) => witness === 'host'))
    expect(byHost.length).toBeGreaterThanOrEqual(14)
    for (const { id, observations } of byHost.filter(({ verdict }) => verdict === 'proven')) {
      const stances = observations.filter(({ witness }) => witness === 'host').map(({ stance }) => stance)
      expect([id, ...new Set(stances)]).toEqual([id, 'confirms'])
    }
    expect(claims.filter(({ control }) => control !== null).length).toBeGreaterThanOrEqual(17)
    expect(claimOf(run, 'probe.sighted')?.verdict).toBe('proven')
    expect(claimOf(run, 'network.none')?.control).toMatch(/^inside: .*eth.*; host: .*eth/)
  })

  test('are the host’s too, when that is required', async () => {
    expectVerified(await runAction({ checkout: makeCheckout(), inputs: { require: 'host' } }))
  })
})

test('need no rights on the machine but the engine’s', async () => {
  const checkout = makeCheckout()
  const user = ['--reuid=1001', '--regid=121', `--groups=121,${String(statSync(socketPath()).gid)}`]
  const rights = ['--bounding-set=-all', '--inh-caps=-all']
  // The runner's own files are its user's.
  const give = `chmod 755 "$0"; chown -R 1001:121 "$0/files" '${checkout.temp}'; exec "$@"`
  const wrap = ['sh', '-c', give, checkout.folder.path, 'setpriv', ...user, ...rights]
  const run = await runAction({ checkout, wrap, inputs: { require: 'host' } })
  expectVerified(run)
  expect(claimOf(run, 'probe.sighted')?.verdict).toBe('proven')
})

describe('where the host’s kernel can’t be asked', () => {
  test('each claim says so, and engine and probe are enough', async () => {
    const run = await runAction({ checkout: makeCheckout(), wrap: OTHER_NUMBERS })
    expectVerified(run)
    const seen = claimOf(run, 'capabilities.none')?.observations.filter(({ witness }) => witness === 'host')
    expect(seen).toEqual([
      { witness: 'host', seen: expect.stringMatching(/^not to be had: process \d+ of this machine/), stance: 'silent' },
    ])
  })

  test('no step is released when it is required', async () => {
    const run = await runAction({
      checkout: makeCheckout(),
      steps: ['echo must not run', 'true'],
      inputs: { require: 'host' },
      wrap: OTHER_NUMBERS,
    })
    expect(run.exitCode).toBe(1)
    expect(outcomesOf(run).map(({ kind }) => kind)).toEqual(['not-confined', 'not-run'])
    expect(reportOf(run).verdict.reason).toMatch(/was not run: network\.none is unproven, .* and \d+ more$/)
    expect(outcomesOf(run)[0]).toMatchObject({
      reason: expect.stringContaining('network.none is unproven (host: not to be had'),
    })
    expect(run.log).not.toMatch(/^must not run$/m)
  })
})

test('an engine with known weaknesses is refused before any step, when that is required', async () => {
  const run = await runAction({ checkout: makeCheckout(), inputs: { require: 'known-weaknesses' } })
  expect(run.exitCode).toBe(1)
  expect(outcomesOf(run).map(({ kind }) => kind)).toEqual(['not-run'])
  const report = reportOf(run)
  // An engine without any would make this test say nothing.
  const known = [...(report.engine?.knownWeaknesses.found ?? []), ...(report.engine?.knownWeaknesses.untold ?? [])]
  expect(known.length).toBeGreaterThan(0)
  expect(report.verdict.reason).toMatch(/known weakness|can't be told/)
})

test('a process that is killed beside its control leaves the rest to the post step', async () => {
  const run = await runAction({
    checkout: makeCheckout(),
    steps: ['echo begun; sleep 300'],
    during: async (running, _, runId) => {
      await running.seen(/^begun$/m)
      // Not any network of the engine's: other runs have theirs.
      while (!(await leftOnEngine(runId)).some(({ kind }) => kind === 'network')) continue
      running.kill('SIGKILL')
    },
  })
  expect(run.signal).toBe('SIGKILL')
  expect((await leftOnEngine(run.runId)).map(({ kind }) => kind)).toContain('network')
  expect((await runPost(run)).exitCode).toBe(0)
  expect(await leftOnEngine(run.runId)).toEqual([])
})
