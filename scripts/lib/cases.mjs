// @ts-check
import { readFileSync } from 'node:fs'

/** Tests of one case of the field: how many passed, and how many did not, skipped ones included. */
/** @typedef {{ passed: number, failed: number }} CaseCount */

/**
 * What of jest's JSON report is read.
 *
 * @typedef {{ testResults: { assertionResults: { ancestorTitles: string[], title: string, status: string }[] }[] }} JestNames
 */

/** `EXIT-06: …`, `WS-01 and WS-02: …` at the beginning of a name. */
const IDS = /^[A-Z]+-\d{2}(?:(?:, | and )[A-Z]+-\d{2})*(?=: )/

/**
 * The case ids that a test's or a group's name begins with.
 *
 * @param {string} name
 * @returns {readonly string[]}
 */
export function idsOf(name) {
  return IDS.exec(name)?.[0].split(/, | and /) ?? []
}

/**
 * Counts the tests of each case in jest's report. A report that is not to be had has none; the tally says so in red.
 *
 * @param {string} file jest's `--outputFile`
 * @returns {ReadonlyMap<string, CaseCount>}
 */
export function casesOfJest(file) {
  /** @type {Map<string, CaseCount>} */
  const counts = new Map()
  for (const { assertionResults } of reportIn(file).testResults) {
    for (const { ancestorTitles, title, status } of assertionResults) {
      for (const id of new Set([...ancestorTitles, title].flatMap(idsOf))) {
        const count = counts.get(id) ?? { passed: 0, failed: 0 }
        count[status === 'passed' ? 'passed' : 'failed'] += 1
        counts.set(id, count)
      }
    }
  }
  return counts
}

/** @param {string} file @returns {JestNames} */
function reportIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { testResults: [] }
  }
}

/**
 * One line for each sort of case, each id with what became of its tests: `EXIT  01 passed (2), 03 FAILED (1 of 2)`.
 *
 * @param {readonly ReadonlyMap<string, CaseCount>[]} tiers
 * @returns {readonly string[]}
 */
export function caseLines(tiers) {
  /** @type {Map<string, string[]>} */
  const lines = new Map()
  const ids = [...new Set(tiers.flatMap((tier) => [...tier.keys()]))].sort()
  for (const id of ids) {
    const [sort = '', number = ''] = id.split('-')
    const all = tiers.flatMap((tier) => tier.get(id) ?? [])
    const [passed, failed] = [sum(all.map((one) => one.passed)), sum(all.map((one) => one.failed))]
    const word = failed === 0 ? `passed (${passed})` : `FAILED (${failed} of ${passed + failed})`
    lines.set(sort, [...(lines.get(sort) ?? []), `${number} ${word}`])
  }
  return [...lines].map(([sort, words]) => `${sort.padEnd(5)} ${words.join(', ')}`)
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
