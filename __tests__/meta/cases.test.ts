import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { ROOT } from '../support/pages.ts'

/** Cases from the field that have a test named after them, by sort. The end of `npm test` says what became of each. */
const CASES = {
  EXIT: '01 03 04 06 07',
  TIME: '01 03 04 05 07',
  LOG: '01 02 03 04 06 07 09 10',
  OOM: '01 03',
  PIDS: '01 03',
  DISK: '01 03',
  SHM: '01 03',
  ID: '01 03 04',
  GIT: '01 03',
  WS: '01 02 04 05',
  SYM: '01 03',
  NAME: '01 03 04 05',
  SUB: '01',
  WT: '01 02',
  SHAL: '01 03',
  LFS: '01',
  BIG: '01',
  RO: '01',
  NET: '01 02 04 05',
  IN: '01',
  TTY: '01',
  LOC: '01',
  ENV: '02',
  IMG: '01 03 04',
  STORE: '01',
  HOST: '01 03',
  SEC: '01',
  PLAT: '01 03',
  PULL: '01 03',
  API: '01',
  DAE: '01 02',
} as const

/** All of these go through the action as a process, whatever other tiers have of them. */
const TIER = 'action'

/** Every place of a test's or a group's name that begins with ids. */
const NAMED = /\(\s*['"`]([A-Z]+-\d{2}(?:(?:, | and )[A-Z]+-\d{2})*): /g

const folder = join(ROOT, '__tests__', TIER)
const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts'))
const sources = new Map(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

function idsIn(source: string): readonly string[] {
  return [...source.matchAll(NAMED)].flatMap(([, ids = '']) => ids.split(/, | and /))
}

describe('the cases of the field', () => {
  const wanted = Object.entries(CASES).flatMap(([sort, all]) => all.split(' ').map((number) => `${sort}-${number}`))
  const found = new Set([...sources.values()].flatMap(idsIn))

  test.each(wanted)('%s has a test of its own', (id) => {
    expect([...found]).toContain(id)
  })

  test('none is left out', () => {
    const withCases = [...sources.values()].filter((source) => idsIn(source).length > 0)
    expect(withCases.length).toBeGreaterThan(0)
    for (const source of withCases) expect(source).not.toMatch(/\b(?:test|describe|it)\.(?:skip|only|todo|failing)\b/)
  })
})
