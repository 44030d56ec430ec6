// @ts-check
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onLoopback, prepareWorkflows } from './act.mjs'
import { casesOfJest } from './cases.mjs'
import { atEnd } from './clean-up.mjs'
import { ROOT } from './packages.mjs'
import { run } from './run.mjs'
import { say } from './say.mjs'
import { tallyOfCheck, tallyOfJest } from './tally.mjs'

/** @type {Record<string, string[]>} */
const CHECKS = {
  format: ['prettier/bin/prettier.cjs', '--check', '.'],
  lint: ['eslint/bin/eslint.js', '.'],
  types: ['typescript/bin/tsc'],
}

export const JEST_TIERS = ['unit', 'contract', 'meta', 'docker', 'action']
export const TIERS = [...Object.keys(CHECKS), ...JEST_TIERS]
/** Runs the workflows themselves, minutes long, and only when it is asked for: GitHub does the same with every commit. */
const WORKFLOW_TIER = 'workflow'
export const ALL_TIERS = [...TIERS, WORKFLOW_TIER]
/**
 * Wait more than they work, so two files at a time. Each run has a label, a temp folder and a GitHub of its own; a test
 * that looks at all of the engine has to tell its own things from others'.
 */
const SIDE_BY_SIDE = ['docker', 'action']
/** Tiers that start containers. `meta` doesn't. */
export const ENGINE_TIERS = ['docker', 'action', WORKFLOW_TIER]

/** @typedef {{ tier: string, tally: import('./tally.mjs').Tally, cases: ReturnType<typeof casesOfJest> }} TierResult */

/**
 * Runs the tiers one after the other; a red one never keeps the next from running.
 *
 * @param {readonly string[]} tiers
 * @param {{ node: string }} options `node` runs jest, and what the tests start
 * @returns {Promise<TierResult[]>}
 */
export async function runTiers(tiers, { node }) {
  const results = []
  for (const tier of tiers) {
    say(`tier: ${tier}`)
    const { tally, cases } = tier in CHECKS ? { tally: await check(tier), cases: new Map() } : await jest(tier, node)
    say(`tier: ${tier}: ${tally.passed} passed, ${tally.failed} failed${tally.why === '' ? '' : ` (${tally.why})`}`)
    results.push({ tier, tally, cases })
  }
  return results
}

/** @param {string} tier */
async function check(tier) {
  const [script = '', ...args] = CHECKS[tier] ?? []
  return tallyOfCheck(await run(process.execPath, [join(ROOT, 'node_modules', script), ...args], { cwd: ROOT }))
}

/** @param {string} tier @param {string} node */
async function jest(tier, node) {
  const folder = mkdtempSync(join(tmpdir(), 'confine-jest-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  atEnd(`remove ${folder}`, remove)
  const report = join(folder, 'report.json')
  const script = join(ROOT, 'node_modules/jest/bin/jest.js')
  // An empty tier has to come back as a report of no tests, which the tally turns red.
  const args = [
    '--ci',
    '--json',
    '--outputFile',
    report,
    '--passWithNoTests',
    ...(SIDE_BY_SIDE.includes(tier) ? ['--maxWorkers=2'] : []),
    '--testPathPatterns',
    `/__tests__/${tier}/`,
  ]
  const ended = await launch(tier, [node, '--experimental-vm-modules', script, ...args], folder)
  const result = { tally: tallyOfJest(report, ended), cases: casesOfJest(report) }
  remove()
  return result
}

/**
 * @param {string} tier
 * @param {readonly string[]} command
 * @param {string} folder
 */
async function launch(tier, command, folder) {
  if (tier !== WORKFLOW_TIER) return run(command[0] ?? '', command.slice(1), { cwd: ROOT })
  try {
    return await run(...onLoopback(command, await prepareWorkflows(folder)), { cwd: ROOT })
  } catch (thrown) {
    return { ok: false, ended: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}
