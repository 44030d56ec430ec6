import { describe, expect, test } from '@jest/globals'
import { outcomesOf, reportOf, runAction, runPost } from '../support/action.ts'
import { leftInTemp, leftOnEngine } from '../support/action-remains.ts'
import { makeCheckout } from '../support/checkouts.ts'

const LONG = ['echo begun; sleep 600', 'echo never']

describe('a workflow that is cancelled', () => {
  test('TIME-04: ends the step, completes the check as cancelled and leaves nothing', async () => {
    const run = await runAction({
      checkout: makeCheckout(),
      steps: LONG,
      during: async (running) => {
        await running.seen(/^begun$/m)
        running.kill('SIGINT')
      },
    })
    expect(run.exitCode).toBe(1)
    expect(outcomesOf(run)).toEqual([
      { kind: 'cancelled', released: true },
      { kind: 'cancelled', released: false },
    ])
    expect(reportOf(run).verdict).toMatchObject({ value: 'not-verified', cancelled: true })
    expect(run.github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'cancelled' }])
    expect(await leftOnEngine(run.runId)).toEqual([])
  })

  test('TIME-04: is as calm about the SIGTERM that the runner sends next', async () => {
    const run = await runAction({
      checkout: makeCheckout(),
      steps: LONG,
      during: async (running) => {
        await running.seen(/^begun$/m)
        running.kill('SIGINT')
        running.kill('SIGTERM')
      },
    })
    expect(run.exitCode).toBe(1)
    expect(outcomesOf(run).map(({ kind }) => kind)).toEqual(['cancelled', 'cancelled'])
    expect(run.github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'cancelled' }])
    expect(await leftOnEngine(run.runId)).toEqual([])
  })

  test('before the first step runs none', async () => {
    const run = await runAction({
      checkout: makeCheckout(),
      steps: ['echo never'],
      during: async (running) => {
        await running.seen(/Engine /)
        running.kill('SIGINT')
      },
    })
    expect(run.exitCode).toBe(1)
    expect(run.log).not.toMatch(/^never$/m)
    expect(run.github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'cancelled' }])
    expect((await runPost(run)).exitCode).toBe(0)
  })

  test('never turns green, even when the step passes meanwhile', async () => {
    const run = await runAction({
      checkout: makeCheckout(),
      steps: ['echo begun; sleep 1'],
      during: async (running) => {
        await running.seen(/^begun$/m)
        running.kill('SIGINT')
      },
    })
    expect(run.exitCode).toBe(1)
    expect(reportOf(run).verdict.value).toBe('not-verified')
  })
})

describe('a main process that is killed', () => {
  test('TIME-04: leaves the clean-up to the post step, which closes the check as failed', async () => {
    const checkout = makeCheckout()
    const run = await runAction({
      checkout,
      steps: LONG,
      during: async (running) => {
        await running.seen(/^begun$/m)
        running.kill('SIGKILL')
      },
    })
    expect({ exitCode: run.exitCode, signal: run.signal }).toEqual({ exitCode: null, signal: 'SIGKILL' })
    expect(await leftOnEngine(run.runId)).not.toEqual([])
    expect(leftInTemp(checkout.temp)).not.toEqual([])
    expect(run.github.state.checkRuns).toMatchObject([{ status: 'in_progress' }])
    const post = await runPost(run)
    expect(post.exitCode).toBe(0)
    expect(await leftOnEngine(run.runId)).toEqual([])
    expect(leftInTemp(checkout.temp)).toEqual([])
    expect(run.github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
  })

  test('before it knows the id of its check run leaves no check open either', async () => {
    const run = await runAction({
      checkout: makeCheckout(),
      steps: LONG,
      before: (github) => void github.fault({ operation: 'checks/create', reset: 'after' }),
      during: async (running) => {
        await running.seen(/^begun$/m)
        running.kill('SIGKILL')
      },
    })
    expect(run.state['check']).toBeUndefined()
    expect(run.github.state.checkRuns).toMatchObject([{ status: 'in_progress' }])
    expect((await runPost(run)).exitCode).toBe(0)
    expect(run.github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
  })

  test('while GitHub answers leaves no check open', async () => {
    const run = await runAction({
      checkout: makeCheckout(),
      before: (github) => void github.fault({ operation: 'checks/create', reset: 'after' }),
      during: async (running, github) => {
        while (github.state.checkRuns.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
        running.kill('SIGKILL')
      },
    })
    expect((await runPost(run)).exitCode).toBe(0)
    for (const check of run.github.state.checkRuns) expect(check.status).toBe('completed')
  })

  test('after it was cancelled counts as cancelled', async () => {
    const run = await runAction({
      checkout: makeCheckout(),
      steps: LONG,
      before: (github) => void github.fault({ operation: 'checks/update', hang: true, nth: 1 }),
      during: async (running, github) => {
        await running.seen(/^begun$/m)
        running.kill('SIGINT')
        await running.seen(/being cancelled/)
        while (!github.requests.some(({ operation }) => operation === 'checks/update'))
          await new Promise((resolve) => setTimeout(resolve, 50))
        running.kill('SIGKILL')
      },
    })
    expect(run.exitCode).toBe(null)
    expect((await runPost(run)).exitCode).toBe(0)
    expect(run.github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'cancelled' }])
  })

  test('leaves other runs alone', async () => {
    const checkout = makeCheckout()
    const killed = await runAction({
      checkout,
      steps: LONG,
      during: async (running) => {
        await running.seen(/^begun$/m)
        running.kill('SIGKILL')
      },
    })
    const other = await runAction({
      checkout,
      steps: ['echo begun; sleep 3'],
      github: killed.github,
      during: async (running) => {
        await running.seen(/^begun$/m)
        await runPost(killed)
      },
    })
    expect(other.exitCode).toBe(0)
    expect(outcomesOf(other)).toEqual([{ kind: 'verified' }])
  })
})
