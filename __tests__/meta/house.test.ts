import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { VERSION } from '../../src/version.ts'

const ROOT = join(import.meta.dirname, '../..')

function sources(folder: string): { name: string; lines: number; text: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const text = readFileSync(path, 'utf8')
      return { name: relative(ROOT, path), lines: text.split('\n').length - 1, text }
    })
}

test('the suites run as ES modules, not as what jest falls back to without its flag', () => {
  expect(typeof require).toBe('undefined')
  expect(import.meta.url).toMatch(/^file:/)
})

test('the version that the action prints is the package’s', () => {
  expect(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version).toBe(VERSION)
})

describe('house figures', () => {
  const files = sources('src')
  const tests = sources('__tests__')

  test('no file is above 300 lines', () => {
    expect([...files, ...tests].filter(({ lines }) => lines > 300).map(({ name }) => name)).toEqual([])
  })

  test('the median source file is at most 90 lines', () => {
    const lengths = files.map(({ lines }) => lines).sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(90)
  })

  test('a missing exit code is never made zero', () => {
    const guilty = files
      .filter(({ text }) => /(code|status)\w*\s*(\?\?|\|\|)\s*0\b/i.test(text))
      .map(({ name }) => name)
    expect(guilty).toEqual([])
  })

  test('no test is skipped, and none runs alone', () => {
    const words = /\b(?:test|it|describe)\.(?:skip|only|todo)\b|\bx(?:test|it|describe)\(/
    const guilty = tests.filter(({ name, text }) => words.test(text) && !name.endsWith('house.test.ts'))
    expect(guilty.map(({ name }) => name)).toEqual([])
  })
})
