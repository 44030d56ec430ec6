import { describe, expect, test } from '@jest/globals'
import { bytesOf, KIB, MIB, parseSize, sizeText } from '../../../src/plan/size.ts'
import { parsed } from './given.ts'

describe('bytes of a size', () => {
  test.each([
    ['1048576', 1_048_576],
    ['512m', 536_870_912],
    ['512M', 536_870_912],
    ['512mb', 536_870_912],
    ['512MiB', 536_870_912],
    ['2GiB', 2_147_483_648],
    ['2 g', 2_147_483_648],
    ['1.5g', 1_610_612_736],
    ['1t', 1_099_511_627_776],
    ['7b', 7],
    ['0.1k', 102],
    ['0', 0],
    [' 64k\n', 65_536],
  ])('%j is %d', (text, bytes) => {
    expect(bytesOf(text)).toBe(bytes)
  })

  test.each(['', 'm', '-1', '1e3', '0x10', '1,5g', '12q', '5  m', '1.m', '5 m m', '999999999999999t', 'NaN', '1k1'])(
    '%j is none',
    (text) => {
      expect(bytesOf(text)).toBeNull()
    },
  )
})

test.each([
  [96 * MIB, '96MiB'],
  [1536 * MIB, '1536MiB'],
  [1024 * MIB, '1GiB'],
  [KIB, '1KiB'],
  [1500, '1500B'],
  [0, '0B'],
])('%d bytes are shown as %s, which reads back', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
  expect(bytesOf(text)).toBe(bytes)
})

describe('a size within bounds', () => {
  const expected = 'x: expected a size such as 512m or 2GiB, from 4KiB to 1MiB, got'
  test.each([
    ['4k', 4096],
    ['1m', 1_048_576],
    ['4095', `${expected} "4095"`],
    ['1048577', `${expected} "1048577"`],
    ['10x', `${expected} "10x"`],
    ['', `${expected} nothing`],
  ])('%j', (text, result) => {
    expect(parsed(text, (given) => parseSize(given, 4 * KIB, MIB))).toBe(result)
  })
})
