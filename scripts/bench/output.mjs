// @ts-check
import { readFileSync } from 'node:fs'
import { median } from './statistics.mjs'
import { between, timedAction, timedDockerRun } from './timed.mjs'

const ROUNDS = 3
const BYTES = 2 ** 30
/** 64 times a file of 16 MiB: `cat` prints faster than anything downstream reads. */
const PRINT = [
  `yes '${'A line of output, as long as lines of output are. '.repeat(2).trim()}' | head -c 16777216 >/tmp/lines || true`,
  ...Array(3).fill('f="${f-/tmp/lines} ${f-/tmp/lines} ${f-/tmp/lines} ${f-/tmp/lines}"'),
  'cat $f',
].join('\n')

/** @typedef {{ peak: number, time: number }} Watched bytes and milliseconds */

/**
 * A step that prints 1 GiB: the action's memory, and its speed.
 *
 * @param {import('./timed.mjs').Bench} bench
 * @param {import('./checkout.mjs').Checkout} checkout
 * @returns {Promise<import('./figure.mjs').Figure[]>}
 */
export async function measureOutput(bench, checkout) {
  /** @type {{ quiet: Watched, loud: Watched, docker: number }[]} */
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    const quiet = await watchedRun(bench, checkout, 'true')
    const loud = await watchedRun(bench, checkout, PRINT)
    // The engine's usual log driver would write all of it to the disk, which Confine has it not do.
    const docker = await timedDockerRun(bench, ['sh', '-c', PRINT], ['--log-driver', 'none'])
    rounds.push({ quiet, loud, docker })
  }
  const of = (/** @type {(round: typeof rounds[number]) => number} */ pick) => median(rounds.map(pick))
  const speed = (/** @type {number} */ time) => `${(BYTES / 1e3 / time).toFixed(0)} MB/s`
  return [
    {
      what: 'Memory for 1 GiB of output',
      how: "Peak resident memory of the action's process when a step prints 1 GiB, beyond that when it prints nothing.",
      value: of(({ loud, quiet }) => loud.peak - quiet.peak) / 1e6,
      unit: 'MB',
      bound: 'at most',
      limit: 40,
      medians: `${(of(({ loud }) => loud.peak) / 1e6).toFixed(0)} MB against ${(of(({ quiet }) => quiet.peak) / 1e6).toFixed(0)} MB`,
    },
    {
      what: 'Throughput of output',
      how: 'Bytes a second of a step that prints 1 GiB, counted, hashed, and kept in part, from its start to its removal. Against `docker run --rm --network none --log-driver none IMAGE … >/dev/null` of the same command.',
      value: of(({ loud, docker }) => docker / loud.time),
      unit: 'times',
      bound: 'at least',
      limit: 0.5,
      medians: `${speed(of(({ loud }) => loud.time))} against ${speed(of(({ docker }) => docker))}`,
    },
  ]
}

/**
 * @param {import('./timed.mjs').Bench} bench
 * @param {import('./checkout.mjs').Checkout} checkout
 * @param {string} step
 * @returns {Promise<Watched>}
 */
async function watchedRun(bench, checkout, step) {
  let peak = 0
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const onStart = (/** @type {number} */ pid) => {
    timer = setInterval(() => (peak = peakOf(pid) ?? peak), 10)
  }
  const lines = await timedAction(bench, checkout, [step], { onStart })
  clearInterval(timer)
  if (peak === 0) throw new Error("the action's memory was never seen")
  return { peak, time: between(lines, /^::group::Step/, /^::endgroup::/) }
}

/** @param {number} pid @returns {number | null} bytes; null once the process has ended */
function peakOf(pid) {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null // Between its end and ours hearing of it.
  }
}
