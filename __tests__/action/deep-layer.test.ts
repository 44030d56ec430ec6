import { expect, test } from '@jest/globals'
import { expectVerified, reportOf, runAction } from '../support/action.ts'
import { makeCheckout } from '../support/checkouts.ts'
import { FAULTS } from '../support/engine-fault-kinds.ts'
import { faultyEngine } from '../support/engine-faults.ts'

/** Those at the end, with a pause after each: every fault strikes the first call that none before it has struck. */
const TRIES = 5
const LAYER = /^DELETE \/volumes\/confine-.*-layer/

test('a layer that the engine can not remove is cut into pieces, with a step’s rights, and removed', async () => {
  await using engine = await faultyEngine(
    Array.from({ length: TRIES }, () => ({ call: LAYER, nth: 1, fault: FAULTS['500'] })),
  )
  const steps = ['mkdir -p a/b/c/d/e/f/g/h/i/j/k/l', 'test -d a/b/c/d/e/f/g/h/i/j/k/l']
  const run = await runAction({ checkout: makeCheckout(), steps, env: { DOCKER_HOST: engine.address } })
  expectVerified(run)
  expect(engine.struck()).toBe(TRIES)
  expect(run.log).toContain('The engine can not remove what the steps wrote: it is cut into pieces')
  expect(reportOf(run).notes.filter((note) => /removed|pieces/.test(note))).toEqual([])
  expect(run.state['label']).toBe('')
})
