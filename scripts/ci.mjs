// @ts-check
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd, cleanUp, runWithCleanUp } from './lib/clean-up.mjs'
import { findEngine } from './lib/engine.mjs'
import { ensureFamilies, ensureImages, removeImages } from './lib/images.mjs'
import { installNode, ROOT } from './lib/packages.mjs'
import { run } from './lib/run.mjs'
import { TEST_RUNTIMES } from './lib/runtimes.mjs'
import { say } from './lib/say.mjs'
import { closeWith, sumOf } from './lib/tally.mjs'
import { JEST_TIERS } from './lib/tiers.mjs'
import { lintWorkflows } from './lib/workflow-linters.mjs'

const DEADLINE_MS = 80 * 60_000
const ENGINES = [
  { major: 20, tiers: [] },
  { major: 24, tiers: [...JEST_TIERS, 'workflow'] },
]

/**
 * What `.ci/run` runs: `npm test` under Node 20, the jest tiers again under Node 24 and there the workflows too, and the
 * workflow linters. One engine and one set of images serve both. Ends with the sum of all counts.
 */
async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'confine-ci-'))
  atEnd(`remove ${folder}`, () => rmSync(folder, { recursive: true, force: true }))
  await prepareEngine()
  for (const { major, tiers } of ENGINES)
    results.push({ tier: `Node ${major}`, tally: await testUnder(major, tiers, folder) })
  results.push(...(await lintWorkflows(folder)))
  for (const { tier, tally } of results) {
    say(`${tier.padEnd(10)} ${tally.passed} passed, ${tally.failed} failed ${tally.why}`.trimEnd())
  }
}

/** A failure here shows again, as red tiers, in each `npm test`. */
async function prepareEngine() {
  try {
    const engine = await findEngine({ runtimes: TEST_RUNTIMES })
    atEnd('end the engine', engine.stop)
    const built = [...(await ensureImages(engine.address)), ...(await ensureFamilies(engine.address))]
    atEnd('remove test images', () => removeImages(engine.address, built))
  } catch (thrown) {
    say(`no engine or no images: ${String(thrown)}`)
  }
}

/**
 * @param {number} major
 * @param {readonly string[]} tiers
 * @param {string} folder
 * @returns {Promise<import('./lib/tally.mjs').Tally>}
 */
async function testUnder(major, tiers, folder) {
  try {
    const node = await nodeOf(major, folder)
    say(`npm test with ${node}`)
    const env = { CONFINE_NODE: node, CONFINE_KEEP: '1' }
    const { ok, ended, output } = await run('npm', ['test', '--', ...tiers], { cwd: ROOT, env, output: 'both' })
    const [, passed, failed] = /^(\d+) passed, (\d+) failed\s*$/.exec(output.trimEnd().split('\n').at(-1) ?? '') ?? []
    if (passed === undefined || failed === undefined) return { passed: 0, failed: 1, why: `no closing line (${ended})` }
    if (!ok && failed === '0') return { passed: Number(passed), failed: 1, why: ended }
    return { passed: Number(passed), failed: Number(failed), why: '' }
  } catch (thrown) {
    return { passed: 0, failed: 1, why: String(thrown) }
  }
}

/** @param {number} major @param {string} folder */
async function nodeOf(major, folder) {
  if (process.version.startsWith(`v${major}.`)) return process.execPath
  const own = join(folder, `node-${major}`)
  mkdirSync(own)
  return installNode(major, own)
}

/** @type {{ tier: string, tally: import('./lib/tally.mjs').Tally }[]} */
const results = []
const deadline = setTimeout(() => {
  say('out of time')
  void cleanUp().then(() => {
    const { passed, failed } = sumOf(results.map(({ tally }) => tally))
    closeWith({ passed, failed: failed + 1 })
    process.exit(1)
  })
}, DEADLINE_MS)
await runWithCleanUp(main)
clearTimeout(deadline)
const sum = sumOf(results.map(({ tally }) => tally))
closeWith(process.exitCode === 1 ? { ...sum, failed: sum.failed + 1 } : sum)
