// @ts-check
import { ms } from './figure.mjs'
import { compare } from './statistics.mjs'
import { between, timedAction } from './timed.mjs'

const ROUNDS = 6

/**
 * Whether making the workspace depends on the size of the checkout.
 *
 * @param {import('./timed.mjs').Bench} bench
 * @param {{ large: import('./checkout.mjs').Checkout, small: import('./checkout.mjs').Checkout }} checkouts
 * @returns {Promise<import('./figure.mjs').Figure>}
 */
export async function measureProvisioning(bench, { large, small }) {
  const provision = (/** @type {import('./checkout.mjs').Checkout} */ checkout) => async () =>
    between(await timedAction(bench, checkout, ['true']), /^Image /, /^Workspace by overlay/)
  const { measured, against, ratio } = await compare(ROUNDS, provision(large), provision(small))
  return {
    what: 'The workspace of a large checkout',
    how: 'From the log line on the image to the one on the workspace, for a checkout of 50,000 files against one of 10.',
    value: ratio,
    unit: 'times',
    bound: 'at most',
    limit: 1.3,
    medians: `${ms(measured)} against ${ms(against)}`,
  }
}
