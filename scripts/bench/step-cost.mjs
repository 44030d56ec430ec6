// @ts-check
import { ms } from './figure.mjs'
import { compare, median } from './statistics.mjs'
import { timedAction, timedDockerRun, timesOf } from './timed.mjs'

const ROUNDS = 16
const STEPS = 9

/**
 * What a step costs beyond its script.
 *
 * @param {import('./timed.mjs').Bench} bench
 * @param {import('./checkout.mjs').Checkout} checkout
 * @returns {Promise<import('./figure.mjs').Figure>}
 */
export async function measureStepCost(bench, checkout) {
  const { measured, against, ratio } = await compare(
    ROUNDS,
    async () => {
      const ends = timesOf(await timedAction(bench, checkout, Array(STEPS).fill('true')), /^::endgroup::/)
      return median(ends.slice(1).map((end, index) => end - (ends[index] ?? NaN)))
    },
    async () => {
      const times = []
      while (times.length < STEPS - 1) times.push(await timedDockerRun(bench, ['true']))
      return median(times)
    },
  )
  return {
    what: 'A step beyond its script',
    how: 'From the end of one step to the end of the next, both `true`: create, prove, release, collect, remove. Against `docker run --rm --network none IMAGE true` of the same small image.',
    value: ratio,
    unit: 'times',
    bound: 'at most',
    limit: 1,
    medians: `${ms(measured)} against ${ms(against)}`,
  }
}
