import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { ROOT } from '../support/pages.ts'

const FOLDER = join(ROOT, '__tests__/action')

/** Every line of the list of attacks, and a file of another tier for what is no step's doing. */
const LAST = 35
const ELSEWHERE: Readonly<Record<number, string>> = { 35: '__tests__/docker/controls.test.ts' }

/** Numbers of the tests' names: "(b) 7: …", "(b) 21 and 22: …". */
function numbersIn(text: string): readonly number[] {
  const names = [...text.matchAll(/test(?:\.each\([^]*?\))?\(\s*'\(b\) (\d+)(?: and (\d+))?: /g)]
  return names.flatMap(([, first, second]) => [first, second].flatMap((n) => (n === undefined ? [] : [Number(n)])))
}

describe('the list of attacks', () => {
  const files = readdirSync(FOLDER).filter((name) => /^hostile-.*\.test\.ts$/.test(name))
  const found = new Set(files.flatMap((name) => numbersIn(readFileSync(join(FOLDER, name), 'utf8'))))

  test.each(Array.from({ length: LAST }, (_, n) => n + 1))('number %i has a test of its own', (number) => {
    const elsewhere = ELSEWHERE[number]
    if (elsewhere === undefined) expect([...found]).toContain(number)
    else expect(readFileSync(join(ROOT, elsewhere), 'utf8')).toMatch(/^ *test(\.each.*)?\(/m)
  })

  test('has no number that nobody knows', () => {
    expect([...found].filter((number) => number < 1 || number > LAST)).toEqual([])
  })

  test('none of its tests is left out', () => {
    for (const name of files)
      expect(readFileSync(join(FOLDER, name), 'utf8')).not.toMatch(/\b(skip|only|todo|failing)\b\(/)
  })
})
