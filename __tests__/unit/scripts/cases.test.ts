import { join } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import { caseLines, casesOfJest, idsOf } from '../../../scripts/lib/cases.mjs'
import { TempFolder } from '../../support/git.ts'

const folder = new TempFolder()
afterAll(() => {
  folder.remove()
})

const named = (title: string, status = 'passed', ...ancestorTitles: string[]) => ({ ancestorTitles, title, status })

function casesOf(...assertionResults: object[]) {
  return casesOfJest(folder.write('report.json', JSON.stringify({ testResults: [{ assertionResults }] })))
}

describe('the cases of the field in a report', () => {
  test.each([
    ['EXIT-06: a script may exit 125', ['EXIT-06']],
    ['WS-01 and WS-02: both', ['WS-01', 'WS-02']],
    ['GIT-01, GIT-03 and SUB-01: all', ['GIT-01', 'GIT-03', 'SUB-01']],
    ['a test of EXIT-06: no', []],
    ['EXIT-06 without a colon', []],
    ['EXIT-6: too short', []],
  ])('ids at the beginning of "%s"', (name, ids) => {
    expect(idsOf(name)).toEqual(ids)
  })

  test('count by the name of the test or of its group, once', () => {
    const counts = casesOf(
      named('EXIT-06: one'),
      named('dash', 'passed', 'EXIT-06: two'),
      named('EXIT-06: three', 'passed', 'EXIT-06: again'),
      named('WS-01: broken', 'failed'),
      named('WS-02: left out', 'pending'),
      named('something else'),
    )
    expect(Object.fromEntries(counts)).toEqual({
      'EXIT-06': { passed: 3, failed: 0 },
      'WS-01': { passed: 0, failed: 1 },
      'WS-02': { passed: 0, failed: 1 },
    })
  })

  test('are none where there is no report', () => {
    expect([...casesOfJest(join(folder.path, 'absent.json'))]).toEqual([])
  })

  test('come as one line for each sort, over all tiers', () => {
    const first = casesOf(named('WS-02: a'), named('EXIT-06: a'), named('WS-01: a', 'failed'))
    const second = casesOf(named('WS-01: b'), named('EXIT-06: b'))
    expect(caseLines([first, second])).toEqual(['EXIT  06 passed (2)', 'WS    01 FAILED (1 of 2), 02 passed (1)'])
  })
})
