import { expect, test } from '@jest/globals'
import { runAction } from '../support/action.ts'
import { makeCheckout } from '../support/checkouts.ts'

/** It takes no byte, as a file on a full disk. */
const FULL = '/dev/full'

test('a runner without room for outputs and summary is told so, and the verdict stands', async () => {
  const env = { GITHUB_OUTPUT: FULL, GITHUB_STEP_SUMMARY: FULL }
  const run = await runAction({ checkout: makeCheckout(), steps: ['cat README'], env })
  expect(run.exitCode).toBe(0)
  expect(run.log).toMatch(/^Confine: VERIFIED: 1 step ran to the end and passed/m)
  expect(run.log).toMatch(/::warning::The outputs could not be written: ENOSPC.*The verdict stands/)
  expect(run.log).toMatch(/::warning::The job summary could not be written: .*ENOSPC/)
  expect(run.github.state.comments[0]?.body).toContain('Confine · verified')
  expect(run.log).not.toMatch(/^ +at /m)
})

test('a runner without room for outputs is told so of wrong inputs too', async () => {
  const env = { GITHUB_OUTPUT: FULL, GITHUB_STEP_SUMMARY: FULL }
  const run = await runAction({ checkout: makeCheckout(), steps: ['true'], inputs: { memory: 'much' }, env })
  expect(run.exitCode).toBe(1)
  expect(run.log).toMatch(/::error::Input memory: expected/)
  expect(run.log).toMatch(/::warning::The outputs could not be written: ENOSPC/)
  expect(run.log).not.toMatch(/^ +at /m)
})

test('nothing is begun that the post step could not be told of', async () => {
  const run = await runAction({ checkout: makeCheckout(), steps: ['echo ran'], env: { GITHUB_STATE: FULL } })
  expect(run.exitCode).toBe(1)
  expect(run.log).toMatch(/::error::Not verified: the state for the post step could not be written: ENOSPC/)
  expect(run.log).not.toMatch(/^ran$|^ +at /m)
  expect(run.github.state.checkRuns).toEqual([])
})
