import { describe, expect, test } from '@jest/globals'
import {
  type Given,
  LONGEST_TIMEOUT_MINUTES,
  parseBoolean,
  parseChoice,
  parseCpus,
  parseInteger,
  parseTimeout,
} from '../../../src/plan/scalars.ts'
import { parsed } from './given.ts'

const BOOLEAN = 'x: expected one of true, True, TRUE, false, False, FALSE, got'

describe('true and false', () => {
  test.each([
    ['true', true],
    ['True', true],
    [' TRUE\n', true],
    ['false', false],
    ['FALSE', false],
    ['yes', `${BOOLEAN} "yes"`],
    ['tRUE', `${BOOLEAN} "tRUE"`],
    ['1', `${BOOLEAN} "1"`],
    ['', `${BOOLEAN} nothing`],
  ])('%j', (text, result) => {
    expect(parsed(text, parseBoolean)).toBe(result)
  })
})

describe('one of several', () => {
  const choose = (given: Given) => parseChoice(given, ['missing', 'never'])
  test.each([
    ['missing', 'missing'],
    [' never ', 'never'],
    ['Never', 'x: expected one of missing, never, got "Never"'],
    ['toString', 'x: expected one of missing, never, got "toString"'],
  ])('%j', (text, result) => {
    expect(parsed(text, choose)).toBe(result)
  })
})

describe('a whole number', () => {
  const expected = 'x: expected a whole number from 16 to 4096, got'
  test.each([
    ['16', 16],
    [' 4096 ', 4096],
    ['15', `${expected} "15"`],
    ['4097', `${expected} "4097"`],
    ['1e3', `${expected} "1e3"`],
    ['0x20', `${expected} "0x20"`],
    ['-20', `${expected} "-20"`],
    ['20.0', `${expected} "20.0"`],
    ['99999999999999999999', `${expected} "99999999999999999999"`],
    ['', `${expected} nothing`],
  ])('%j', (text, result) => {
    expect(parsed(text, (given) => parseInteger(given, 16, 4096))).toBe(result)
  })
})

describe('CPUs', () => {
  const expected = 'x: expected a number from 0.01 to 1024 with at most three decimals, got'
  test.each([
    ['2', 2],
    ['1.5', 1.5],
    ['0.01', 0.01],
    ['0', `${expected} "0"`],
    ['0.009', `${expected} "0.009"`],
    ['1.2345', `${expected} "1.2345"`],
    ['1025', `${expected} "1025"`],
    ['-1', `${expected} "-1"`],
    ['two', `${expected} "two"`],
    ['.5', `${expected} ".5"`],
    ['Infinity', `${expected} "Infinity"`],
  ])('%j', (text, result) => {
    expect(parsed(text, parseCpus)).toBe(result)
  })
})

describe('a timeout in minutes', () => {
  const expected = 'x: expected minutes from 0.01 to 35791, got'
  test.each([
    ['10', 600_000],
    ['0.05', 3_000],
    ['0.01', 600],
    ['35791', 2_147_460_000],
    ['0', `${expected} "0"`],
    ['0.009', `${expected} "0.009"`],
    ['-1', `${expected} "-1"`],
    ['10x', `${expected} "10x"`],
    ['35791.5', `${expected} "35791.5"`],
    ['43200', `${expected} "43200"`],
    ['1e9', `${expected} "1e9"`],
    ['NaN', `${expected} "NaN"`],
    ['', `${expected} nothing`],
  ])('%j', (text, result) => {
    expect(parsed(text, parseTimeout)).toBe(result)
  })

  test('the longest fits a timer, which would fire at once beyond 2^31-1 ms', () => {
    expect(LONGEST_TIMEOUT_MINUTES * 60_000).toBeLessThanOrEqual(2 ** 31 - 1)
    expect((LONGEST_TIMEOUT_MINUTES + 1) * 60_000).toBeGreaterThan(2 ** 31 - 1)
  })
})
