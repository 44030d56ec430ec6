import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { afterAll, describe, expect, test } from '@jest/globals'
import { sumOf, tallyOfCheck, tallyOfJest } from '../../../scripts/lib/tally.mjs'

const folder = mkdtempSync(join(tmpdir(), 'confine-tally-'))
afterAll(() => rmSync(folder, { recursive: true }))

const good = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, numRuntimeErrorTestSuites: 0 }
const ended = { ok: true, ended: 'exit 0' }

function tallyOf(report: object, how = ended): ReturnType<typeof tallyOfJest> {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return tallyOfJest(file, how)
}

describe('the count of a jest tier', () => {
  test('is green when every test passed', () => {
    expect(tallyOf(good)).toEqual({ passed: 3, failed: 0, why: '' })
  })

  test.each([
    ['a failed test', { numFailedTests: 2 }, 2, '2 failed'],
    ['a skipped test', { numPendingTests: 1 }, 1, '1 skipped'],
    ['a test that is still to be written', { numTodoTests: 1 }, 1, '1 skipped'],
    ['a suite that does not load', { numRuntimeErrorTestSuites: 1 }, 1, '1 suites that did not run'],
    ['no test at all', { numPassedTests: 0 }, 1, 'not one test'],
  ])('is red for %s', (_, change, failed, why) => {
    expect(tallyOf({ ...good, ...change })).toMatchObject({ failed, why })
  })

  test('is red when jest itself failed, whatever it reports', () => {
    expect(tallyOf(good, { ok: false, ended: 'SIGKILL' })).toEqual({
      passed: 3,
      failed: 1,
      why: 'jest ended with SIGKILL',
    })
  })

  test('is red without a report', () => {
    const tally = tallyOfJest(join(folder, 'missing.json'), ended)
    expect(tally).toMatchObject({ passed: 0, failed: 1 })
    expect(tally.why).toContain('no report from jest')
  })
})

test('a check counts as one', () => {
  expect(tallyOfCheck(ended)).toEqual({ passed: 1, failed: 0, why: '' })
  expect(tallyOfCheck({ ok: false, ended: 'exit 2' })).toEqual({ passed: 0, failed: 1, why: 'exit 2' })
  expect(sumOf([tallyOfCheck(ended), tallyOf(good), tallyOfCheck({ ok: false, ended: '' })])).toEqual({
    passed: 4,
    failed: 1,
  })
})

test.each([
  [{ passed: 2, failed: 0 }, 0],
  [{ passed: 2, failed: 1 }, 1],
  [{ passed: 0, failed: 0 }, 1],
])('closing with %j ends with status %i', (sum, status) => {
  const lib = new URL('../../../scripts/lib/tally.mjs', import.meta.url).href
  const script = `import { closeWith } from ${JSON.stringify(lib)}; closeWith(${JSON.stringify(sum)})`
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(child.status).toBe(status)
  expect(child.stdout).toBe(`${sum.passed} passed, ${sum.failed} failed\n`)
})
