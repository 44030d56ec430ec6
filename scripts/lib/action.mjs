// @ts-check
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { atEnd } from './clean-up.mjs'
import { ROOT } from './packages.mjs'

/** The built action: what a workflow runs. */
export const DIST = join(ROOT, 'dist/index.js')

/**
 * @typedef {object} ActionOptions
 * @property {string} folder made if need be: the runner's temp folder and its files
 * @property {string} checkout
 * @property {Readonly<Record<string, string>>} inputs
 * @property {Readonly<Record<string, string>>} env the event and the repository, as GitHub's variables
 * @property {object | null} [payload] of the event
 * @property {string} [node] what runs it; this Node by default
 * @property {string} [dist] another build of it
 * @property {(line: string) => void} [onLine] each line of the log as it comes
 * @property {(pid: number) => void} [onStart]
 */

/**
 * @typedef {object} ActionResult
 * @property {number | null} code `null` when a signal ended it
 * @property {Record<string, string>} outputs
 * @property {string} summary Markdown
 * @property {string} log
 */

/**
 * Runs the built action as the runner of GitHub Actions does: nothing of our environment but the paths and the engine's
 * address, inputs as `INPUT_` variables, answers through files.
 *
 * @param {ActionOptions} options
 * @returns {Promise<ActionResult>}
 */
export async function runAction(options) {
  const { folder, checkout, inputs, env, payload = null, node = process.execPath, dist = DIST } = options
  const { onLine, onStart } = options
  const files = runnerFiles(folder, payload)
  const child = spawn(node, [dist], {
    cwd: checkout,
    env: { ...hostVariables(), ...files, ...inputVariables(inputs), ...env, GITHUB_WORKSPACE: checkout },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = new Promise((resolve, reject) => void child.once('close', resolve).once('error', reject))
  // On SIGTERM it ends its containers before itself.
  atEnd('end the action', async () => {
    if (child.kill()) await closed
  })
  if (child.pid !== undefined) onStart?.(child.pid)
  let log = ''
  const feed = lineFeed((line) => {
    log += `${line}\n`
    onLine?.(line)
  })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', feed)
  const code = await closed
  feed('\n')
  const outputs = keyValues(readFileSync(files.GITHUB_OUTPUT, 'utf8'))
  return { code, outputs, summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'), log }
}

/** @param {string} folder @param {object | null} payload */
function runnerFiles(folder, payload) {
  const temp = join(folder, 'temp')
  mkdirSync(temp, { recursive: true })
  /** @param {string} name @param {string} [content] */
  const write = (name, content = '') => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  return {
    RUNNER_TEMP: temp,
    GITHUB_OUTPUT: write('output'),
    GITHUB_STATE: write('state'),
    GITHUB_STEP_SUMMARY: write('summary'),
    ...(payload === null ? {} : { GITHUB_EVENT_PATH: write('event.json', JSON.stringify(payload)) }),
  }
}

function hostVariables() {
  const { PATH = '', HOME = '/', DOCKER_HOST } = process.env
  const engine = DOCKER_HOST === undefined ? {} : { DOCKER_HOST }
  return { PATH, HOME, ...engine, CI: 'true', GITHUB_ACTIONS: 'true', RUNNER_OS: 'Linux' }
}

/**
 * As the runner names them: upper case, hyphens kept (actions/runner, ActionRunner.cs).
 *
 * @param {Readonly<Record<string, string>>} inputs
 */
function inputVariables(inputs) {
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]))
}

/** @param {(line: string) => void} take */
function lineFeed(take) {
  let rest = ''
  return (/** @type {string} */ text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(take)
  }
}

/**
 * What was written to GITHUB_OUTPUT: `name<<delimiter`, lines, `delimiter` (actions/runner, FileCommandManager.cs).
 *
 * @param {string} text
 * @returns {Record<string, string>}
 */
function keyValues(text) {
  return Object.fromEntries(
    [...text.matchAll(/^([^=<\n]+)<<(.+)\n([\s\S]*?)\n?\2$/gm)].map(([, name = '', , value = '']) => [name, value]),
  )
}
