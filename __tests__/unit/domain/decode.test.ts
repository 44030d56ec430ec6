import { describe, expect, test } from '@jest/globals'
import { asArray, asBoolean, asNumber, asRecord, asString, asStrings } from '../../../src/domain/decode.ts'

const EVERY_KIND = [
  undefined,
  null,
  true,
  false,
  0,
  1,
  -1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '',
  'x',
  [],
  [1],
  {},
]

/** What each reader lets through, of every kind of value. */
const READERS: readonly (readonly [string, (value: unknown) => unknown, readonly unknown[], unknown])[] = [
  ['asString', asString, ['', 'x'], null],
  ['asNumber', asNumber, [0, 1, -1.5], null],
  ['asBoolean', asBoolean, [true, false], null],
]

describe('a reader gives the value or nothing', () => {
  test.each(READERS)('%s', (_, read, wanted, nothing) => {
    for (const value of EVERY_KIND) expect(read(value)).toBe(wanted.includes(value) ? value : nothing)
  })

  test('a record: only what has names', () => {
    const named = { a: 1 }
    expect(asRecord(named)).toBe(named)
    for (const value of EVERY_KIND) expect(asRecord(value)).toEqual({})
  })

  test('a list, and the strings of a list', () => {
    const list = ['a', 1, null, 'b', ['c']]
    expect(asArray(list)).toBe(list)
    expect(asStrings(list)).toEqual(['a', 'b'])
    for (const value of [undefined, null, 'ab', 3, { length: 1, 0: 'a' }]) {
      expect(asArray(value)).toEqual([])
      expect(asStrings(value)).toEqual([])
    }
  })
})
