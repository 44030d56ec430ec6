import { describe, expect, test } from '@jest/globals'
import { type Figure, isMet, targetOf, valueOf } from '../../../scripts/bench/figure.mjs'
import { renderPage } from '../../../scripts/bench/page.mjs'
import { compare, median } from '../../../scripts/bench/statistics.mjs'
import { between, timedCommand, timesOf } from '../../../scripts/bench/timed.mjs'

const FIGURE: Figure = {
  what: 'A step',
  how: 'By a clock.',
  value: 0.5,
  unit: 'times',
  bound: 'at most',
  limit: 1,
  medians: '1 ms against 2 ms',
}

describe('a figure', () => {
  test.each([
    ['at most', 1, true],
    ['at most', 1.01, false],
    ['at least', 1, true],
    ['at least', 0.99, false],
    ['at most', NaN, false],
    ['at least', NaN, false],
  ] as const)('%s 1 with %d: %s', (bound, value, met) => {
    expect(isMet({ ...FIGURE, bound, value })).toBe(met)
  })

  test('is shown in its unit', () => {
    expect([valueOf(FIGURE), targetOf(FIGURE)]).toEqual(['0.50 ×', 'at most 1.00 ×'])
    expect(valueOf({ ...FIGURE, unit: 'MB', value: 12.34 })).toBe('12.3 MB')
  })

  test('stands in the page with its target, met or missed', () => {
    const page = renderPage([FIGURE, { ...FIGURE, what: 'Another', value: 2 }], ['Machine: small'], new Date(0))
    expect(page).toContain('| A step | **0.50 ×** | at most 1.00 × | met |')
    expect(page).toContain('| Another | **2.00 ×** | at most 1.00 × | **missed** |')
    expect(page).toContain('\n**A step.** By a clock. Medians: 1 ms against 2 ms.\n')
    expect(page).toContain('- Date: 1970-01-01\n- Machine: small\n')
  })
})

test('the page’s lines are of a readable length, and lose no word', () => {
  const how = 'a measured b '.repeat(40).trim()
  const page = renderPage([{ ...FIGURE, how }], [], new Date(0))
  expect(Math.max(...page.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120)
  expect(page.replaceAll('\n', ' ')).toContain(`${how} Medians`)
})

describe('medians', () => {
  test('are the middle, whatever the order', () => {
    expect([median([3]), median([9, 1, 2]), median([10, 2, 100, 4])]).toEqual([3, 2, 7])
    expect(() => median([])).toThrow('of nothing')
  })

  test('of a comparison are taken round by round, by turns', async () => {
    const order: string[] = []
    const giving = (name: string, values: number[]) => () => {
      order.push(name)
      return Promise.resolve(values.shift() ?? NaN)
    }
    expect(await compare(3, giving('a', [1, 40, 3]), giving('b', [1, 10, 2]))).toEqual({
      measured: 3,
      against: 2,
      ratio: 1.5,
    })
    expect(order.join('')).toBe('abbaab')
  })
})

describe('times', () => {
  const lines = [
    { line: '::group::Step 1 of 2: a', at: 5 },
    { line: '::endgroup::', at: 12 },
    { line: '::endgroup::', at: 30 },
  ]

  test('are those of the lines that match', () => {
    expect(timesOf(lines, /^::endgroup::/)).toEqual([12, 30])
    expect(between(lines, /^::group::/, /^::endgroup::/)).toBe(7)
  })

  test('of lines that never came are an error', () => {
    expect(() => timesOf(lines, /^Workspace by overlay/)).toThrow('no line')
  })

  test('of a command that fails are an error', async () => {
    await expect(timedCommand(process.execPath, ['-e', 'process.exit(3)'])).rejects.toThrow('ended with 3')
    await expect(timedCommand(process.execPath, ['-e', 'process.exit(3)'], { code: 3 })).resolves.toBeGreaterThan(0)
  })
})
