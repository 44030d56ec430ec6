// @ts-check
import { spawn } from 'node:child_process'
import { runAction } from '../lib/action.mjs'

/** @typedef {import('./checkout.mjs').Checkout} Checkout */
/** @typedef {{ image: string, folder: string, node: string }} Bench what all figures share: `node` runs the action */
/** @typedef {{ line: string, at: number }} TimedLine */

/**
 * Runs the action, publishing nothing, and notes when each line of its log came.
 *
 * @param {Bench} bench
 * @param {Checkout} checkout
 * @param {readonly string[]} steps
 * @param {{ onStart?: (pid: number) => void, dist?: string | undefined, inputs?: Record<string, string> }} [options]
 * @returns {Promise<TimedLine[]>}
 * @throws {Error} with the log when the run is not verified: then its times mean nothing
 */
export async function timedAction({ image, folder, node }, checkout, steps, options = {}) {
  /** @type {TimedLine[]} */
  const lines = []
  const { code, log } = await runAction({
    folder: `${folder}/runner`,
    node,
    checkout: checkout.path,
    inputs: { image, steps: JSON.stringify(steps), pull: 'never', check: 'false', comment: 'false', ...options.inputs },
    env: { GITHUB_EVENT_NAME: 'push', GITHUB_REPOSITORY: 'octo-org/octo-repo', GITHUB_SHA: checkout.sha },
    onLine: (line) => lines.push({ line, at: performance.now() }),
    ...(options.onStart === undefined ? {} : { onStart: options.onStart }),
    ...(options.dist === undefined ? {} : { dist: options.dist }),
  })
  if (code !== 0) throw new Error(`the action ended with ${String(code)}:\n${log}`)
  return lines
}

/**
 * @param {readonly TimedLine[]} lines
 * @param {RegExp} pattern
 * @returns {number[]} milliseconds
 */
export function timesOf(lines, pattern) {
  const times = lines.filter(({ line }) => pattern.test(line)).map(({ at }) => at)
  if (times.length === 0) throw new Error(`no line of the log is like ${String(pattern)}`)
  return times
}

/** @param {readonly TimedLine[]} lines @param {RegExp} from @param {RegExp} to */
export function between(lines, from, to) {
  return (timesOf(lines, to)[0] ?? NaN) - (timesOf(lines, from)[0] ?? NaN)
}

/**
 * Milliseconds that a command takes, its output thrown away.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ until?: 'output' | 'end', code?: number, env?: NodeJS.ProcessEnv }} [options] `code` is the expected one
 * @returns {Promise<number>}
 */
export function timedCommand(command, args, { until = 'end', code = 0, env = process.env } = {}) {
  const started = performance.now()
  const stdout = until === 'output' ? 'pipe' : 'ignore'
  const child = spawn(command, [...args], { stdio: ['ignore', stdout, 'ignore'], env })
  let first = NaN
  child.stdout?.once('data', () => (first = performance.now())).resume()
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (ended) => {
      if (ended !== code) reject(new Error(`${command} ${args.join(' ')}: ended with ${String(ended)}`))
      else resolve((until === 'output' ? first : performance.now()) - started)
    })
  })
}

/**
 * The comparison for a step: a container of the same image, as anybody starts one.
 *
 * @param {Bench} bench
 * @param {readonly string[]} command
 * @param {readonly string[]} [options]
 */
export function timedDockerRun({ image }, command, options = []) {
  return timedCommand('docker', ['run', '--rm', '--network', 'none', ...options, image, ...command])
}
