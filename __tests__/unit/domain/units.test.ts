import { expect, test } from '@jest/globals'
import {
  fewNames,
  fewWords,
  firstFew,
  formatBytes,
  formatCount,
  formatDuration,
  plural,
} from '../../../src/domain/units.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1234567, '1,234,567'],
])('formatCount(%j)', (count, text) => {
  expect(formatCount(count)).toBe(text)
})

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KiB'],
  [1536, '1.5 KiB'],
  [10 * 1024, '10 KiB'],
  [1023.5 * 1024 - 1, '1023 KiB'],
  [1023.5 * 1024, '1 MiB'],
  [1024 ** 2 - 1, '1 MiB'],
  [512 * 1024 ** 2, '512 MiB'],
  [2 * 1024 ** 3, '2 GiB'],
  [1024 ** 4, '1 TiB'],
  [1024 ** 5, '1024 TiB'],
])('formatBytes(%j)', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [0, '0 ms'],
  [340.4, '340 ms'],
  [999.4, '999 ms'],
  [999.5, '1 s'],
  [2140, '2.1 s'],
  [9960, '10 s'],
  [59_499, '59 s'],
  [59_500, '1 min'],
  [65_000, '1 min 5 s'],
  [600_014, '10 min'],
  [3_599_600, '1 h'],
  [7_380_000, '2 h 3 min'],
  [43_200 * 60_000, '720 h'],
])('formatDuration(%j)', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test.each([
  [1, '1 step'],
  [0, '0 steps'],
  [1200, '1,200 steps'],
])('plural(%j)', (count, text) => {
  expect(plural(count, 'step')).toBe(text)
})

test.each([
  [[], ''],
  [['a', 'b', 'c'], 'a, b, c'],
  [['a', 'b', 'c', 'd'], 'a, b, c and 1 more'],
])('firstFew(%j)', (names, text) => {
  expect(firstFew(names)).toBe(text)
})

test.each([
  [{ count: 0, first: [] }, ''],
  [{ count: 2, first: ['a', 'b'] }, 'a, b'],
  [{ count: 1502, first: ['a', 'b'] }, 'a, b and 1,500 more'],
])('fewWords(%j)', (few, text) => {
  expect(fewWords(few)).toBe(text)
})

test('fewNames: as many as a reader looks at, none of them endless', () => {
  expect(fewNames(['a', 'b'])).toEqual(['a', 'b'])
  expect(fewNames(['a', 'b', 'c'], 2)).toEqual(['a', 'b', 'and 1 more'])
  expect(fewNames(['a', 'b'], 2)).toEqual(['a', 'b'])
  expect(fewNames(['x'.repeat(200)])).toEqual(['x'.repeat(200)])
  expect(fewNames(['x'.repeat(201)])).toEqual([`${'x'.repeat(200)}…`])
})
