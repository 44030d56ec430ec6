import { describe, expect, test } from '@jest/globals'
import { outcomesOf, outputOf, runAction } from '../support/action.ts'
import { makeCheckout } from '../support/checkouts.ts'

const SMALL = { memory: '64m', 'tmp-size': '16m', 'shm-size': '1m' }

describe('a step that reaches a limit', () => {
  test('of memory is red even when it hides it behind a zero exit', async () => {
    const steps = ['tail /dev/zero || true; echo went on']
    const run = await runAction({ checkout: makeCheckout(), steps, inputs: SMALL })
    expect(outcomesOf(run)).toMatchObject([{ kind: 'out-of-memory', exitCode: 0, limitBytes: 64 * 1024 * 1024 }])
    expect(run.exitCode).toBe(1)
    expect(run.github.state.checkRuns).toMatchObject([{ conclusion: 'failure' }])
    expect(run.github.state.comments[0]?.body).toContain('out of memory')
  })

  test('of time is killed and says so', async () => {
    const steps = [{ run: 'echo begun; sleep 600', 'timeout-minutes': '0.05' }, 'true']
    const run = await runAction({ checkout: makeCheckout(), steps })
    expect(outcomesOf(run)).toMatchObject([{ kind: 'timed-out' }, { kind: 'verified' }])
    expect(outputOf(run)).toBe('begun\n')
    expect(run.exitCode).toBe(1)
    expect(run.github.state.comments[0]?.body).toContain('timed out')
  })

  test('of time is killed with all that it started, whatever signals it ignores', async () => {
    const run = await runAction({
      checkout: makeCheckout(),
      steps: ["trap '' TERM INT HUP; (sleep 600 &) ; sleep 600"],
      inputs: { 'timeout-minutes': '0.03' },
    })
    expect(outcomesOf(run)).toMatchObject([{ kind: 'timed-out' }])
  })

  test('of processes, of disk and of file size gets an error of its own tools', async () => {
    const steps = [
      'for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sleep 5 & done',
      'for n in 1 2 3; do dd if=/dev/zero of=/tmp/$n bs=1000 count=700; done',
      'head -c 900000 /dev/zero >large',
      'head -c 700000 /dev/zero >small',
    ]
    const inputs = { 'pids-limit': '16', 'tmp-size': '1m', 'file-size': '800k' }
    const run = await runAction({ checkout: makeCheckout(), steps, inputs })
    expect(outcomesOf(run).map(({ kind }) => kind)).toEqual(['failed', 'failed', 'failed', 'verified'])
    expect(outputOf(run, 0)).toMatch(/fork/)
    expect(outputOf(run, 1)).toMatch(/No space left on device/)
  })

  test('shows what a child left running: it ends with its step', async () => {
    const steps = ['(sleep 600; echo late >late) & echo done', 'ls']
    const run = await runAction({ checkout: makeCheckout(), steps })
    expect(outcomesOf(run).map(({ kind }) => kind)).toEqual(['verified', 'verified'])
    expect(outputOf(run, 1)).toBe('README\n')
  })
})
