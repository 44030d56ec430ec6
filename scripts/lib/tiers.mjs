// @ts-check
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
/** Tiers that start containers. `meta` doesn't. */
export const ENGINE_TIERS = ['docker', 'action']

/**
 * Runs the tiers one after the other; a red one never keeps the next from running.
 *
 * @param {readonly string[]} tiers
 * @param {{ node: string }} options `node` runs jest, and what the tests start
 * @returns {Promise<{ tier: string, tally: import('./tally.mjs').Tally }[]>}
 */
export async function runTiers(tiers, { node }) {
  const results = []
  for (const tier of tiers) {
    say(`tier: ${tier}`)
    const tally = tier in CHECKS ? await check(tier) : await jest(tier, node)
    say(`tier: ${tier}: ${tally.passed} passed, ${tally.failed} failed${tally.why === '' ? '' : ` (${tally.why})`}`)
    results.push({ tier, tally })
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
    '--testPathPatterns',
    `/__tests__/${tier}/`,
  ]
  const ended = await run(node, ['--experimental-vm-modules', script, ...args], { cwd: ROOT })
  const tally = tallyOfJest(report, ended)
  remove()
  return tally
}
