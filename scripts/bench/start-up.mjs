// @ts-check
import { DIST } from '../lib/action.mjs'
import { ms } from './figure.mjs'
import { compare } from './statistics.mjs'
import { timedCommand } from './timed.mjs'

const ROUNDS = 21

/**
 * How soon the action is there.
 *
 * @param {import('./timed.mjs').Bench} bench
 * @returns {Promise<import('./figure.mjs').Figure>}
 */
export async function measureStartUp({ node }) {
  // Without inputs it ends by itself, right after it has read them.
  const options = { until: /** @type {const} */ ('output'), code: 1, env: { PATH: process.env['PATH'] } }
  const { measured, against, ratio } = await compare(
    ROUNDS,
    () => timedCommand(node, [DIST], options),
    () => timedCommand(node, ['-e', '0']),
  )
  return {
    what: 'The first line of the log',
    how: 'From the start of `node dist/index.js` to its first line, against all of `node -e 0`.',
    value: ratio,
    unit: 'times',
    bound: 'at most',
    limit: 4,
    medians: `${ms(measured)} against ${ms(against)}`,
  }
}
