// @ts-check
import { spawn, spawnSync } from 'node:child_process'
import { atEnd } from './clean-up.mjs'

/**
 * `output` says where the command's output goes: to ours, back to the caller, or to both.
 *
 * @typedef {{ cwd?: string, env?: Record<string, string | undefined>, output?: 'ours' | 'back' | 'both' }} RunOptions
 */

/** The path with the folders that only root has on it: `dockerd` and `debootstrap` are there. */
export const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`

/** Kept of an output that is handed back: its end. */
const KEPT_CHARACTERS = 1_000_000

/**
 * Runs a command with no input. Its environment is ours plus `env`.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ ok: boolean, ended: string, output: string }>} `ended` says how: `exit 1`, `SIGKILL`, `not started: …`
 */
export function run(command, args, { cwd, env, output = 'ours' } = {}) {
  const stream = output === 'ours' ? 'inherit' : 'pipe'
  const child = spawn(command, [...args], {
    cwd,
    env: { ...process.env, PATH, ...env },
    stdio: ['ignore', stream, stream],
  })
  const closed = new Promise((resolve) => child.once('close', resolve).once('error', resolve))
  atEnd(`end ${command}`, async () => {
    if (child.kill()) await closed
  })
  let text = ''
  for (const source of [child.stdout, child.stderr]) {
    source?.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
      text = (text + chunk).slice(-KEPT_CHARACTERS)
      if (output === 'both') process.stdout.write(chunk)
    })
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ ok: false, ended: `not started: ${error.message}`, output: text }))
    child.once('close', (code, signal) =>
      resolve({ ok: code === 0, ended: signal ?? `exit ${String(code)}`, output: text }),
    )
  })
}

/**
 * Like {@link run}, for what has to work: anything but exit 0 throws, with the output that was kept back.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export async function must(command, args, options) {
  const { ok, ended, output } = await run(command, args, options)
  if (!ok) throw new Error(`${command} ${args.join(' ')}: ${ended}\n${output}`.trim())
  return output
}

/**
 * The same command as root: as it is for root, through `sudo` (never asking for a password) for others.
 *
 * @param {readonly string[]} command
 * @returns {[string, string[]]}
 */
export function asRoot(command) {
  const [name = '', ...rest] = command
  return process.getuid?.() === 0 ? [name, rest] : ['sudo', ['-n', ...command]]
}

/** @param {string} command */
export function hasCommand(command) {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', command], { env: { ...process.env, PATH } }).status === 0
}
