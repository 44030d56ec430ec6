// @ts-check
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/packages.mjs'
import { must } from '../lib/run.mjs'
import { ms } from './figure.mjs'
import { compare } from './statistics.mjs'
import { timedAction } from './timed.mjs'

const ROUNDS = 8
const STEPS = Array(3).fill('sleep 1')
/** A claim that needs none of what is left out. */
const REQUIRE = 'user.non-root'

/** What stands in for each file of the proof: modules that answer at once with nothing seen. */
const BLANKS = {
  'src/sandbox/host-view.ts': `export const readHostView = async () => ({ kind: 'unavailable', reason: 'left out' })\n`,
  'src/sandbox/control-container.ts': `export const runControl = async () => ({ kind: 'unavailable', reason: 'left out' })\n`,
}

/**
 * What the proof costs: the host's view, the control and the watermark.
 *
 * @param {import('./timed.mjs').Bench} bench
 * @param {import('./checkout.mjs').Checkout} checkout
 * @returns {Promise<import('./figure.mjs').Figure>}
 */
export async function measureProving(bench, checkout) {
  const blank = await buildWithoutProof(join(bench.folder, 'without-proof'))
  const run = (/** @type {string | undefined} */ dist) => async () => {
    const started = performance.now()
    await timedAction(bench, checkout, STEPS, { dist, inputs: { require: REQUIRE } })
    return performance.now() - started
  }
  const { measured, against, ratio } = await compare(ROUNDS, run(undefined), run(blank))
  return {
    what: 'Proving, in a run of three seconds',
    how: 'A whole run of three steps `sleep 1`. Against the same run of a build without the host’s view, the control and the watermark.',
    value: ratio,
    unit: 'times',
    bound: 'at most',
    limit: 1.1,
    medians: `${ms(measured)} against ${ms(against)}`,
  }
}

/**
 * The action, built from the same sources with the proof left out.
 *
 * @param {string} folder made if need be
 * @returns {Promise<string>} path of its entry
 */
async function buildWithoutProof(folder) {
  mkdirSync(folder, { recursive: true })
  for (const part of ['src', 'scripts/build.mjs', 'package.json', 'tsconfig.json', 'vendor']) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, text] of Object.entries(BLANKS)) writeFileSync(join(folder, file), text)
  const probe = join(folder, 'src/sandbox/probe.sh')
  writeFileSync(probe, without(readFileSync(probe, 'utf8'), /^try_signal .*\n/gm))
  await must(process.execPath, [join(folder, 'scripts/build.mjs')], { output: 'back' })
  return join(folder, 'dist/index.js')
}

/** @param {string} text @param {RegExp} pattern */
function without(text, pattern) {
  if (!pattern.test(text)) throw new Error(`nothing is like ${String(pattern)}`)
  return text.replace(pattern, '')
}
