// @ts-check
import { readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, why: string }} Tally `why` is empty when nothing failed */

/**
 * What of jest's JSON report is read.
 *
 * @typedef {{
 *   numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   numRuntimeErrorTestSuites: number, success: boolean,
 * }} JestReport
 */

/**
 * Counts a tier. Skipped tests, suites that don't load, a tier without a test and a run without a report are failures:
 * none of them has shown anything.
 *
 * @param {string} file jest's `--outputFile`
 * @param {{ ok: boolean, ended: string }} process_ how the jest process ended
 * @returns {Tally}
 */
export function tallyOfJest(file, process_) {
  /** @type {JestReport} */
  let report
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch (thrown) {
    return { passed: 0, failed: 1, why: `no report from jest (${process_.ended}): ${String(thrown)}` }
  }
  const skipped = report.numPendingTests + report.numTodoTests
  /** @type {[number, string][]} */
  const reasons = [
    [report.numFailedTests, 'failed'],
    [report.numRuntimeErrorTestSuites, 'suites that did not run'],
    [skipped, 'skipped'],
  ]
  const failed = reasons.reduce((sum, [count]) => sum + count, 0)
  const why = reasons.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  if (failed > 0) return { passed: report.numPassedTests, failed, why: why.join(', ') }
  if (report.numPassedTests === 0) return { passed: 0, failed: 1, why: 'not one test' }
  if (!process_.ok) return { passed: report.numPassedTests, failed: 1, why: `jest ended with ${process_.ended}` }
  return { passed: report.numPassedTests, failed: 0, why: '' }
}

/**
 * @param {{ ok: boolean, ended: string }} process_ how a check that counts as one ended
 * @returns {Tally}
 */
export function tallyOfCheck(process_) {
  return process_.ok ? { passed: 1, failed: 0, why: '' } : { passed: 0, failed: 1, why: process_.ended }
}

/** @param {readonly Tally[]} tallies */
export function sumOf(tallies) {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  return { passed, failed: tallies.reduce((sum, tally) => sum + tally.failed, 0) }
}

/**
 * The closing line, alone on its line, and the exit status that goes with it. Nothing passed is a failure too.
 *
 * @param {{ passed: number, failed: number }} sum
 */
export function closeWith({ passed, failed }) {
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  if (failed > 0 || passed === 0) process.exitCode = 1
}
