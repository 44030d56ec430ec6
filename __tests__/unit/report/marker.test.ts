import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { commentMarker, parseMarker } from '../../../src/report/marker.ts'
import { HEAD, MERGE, report } from '../../support/report-fixtures.ts'

const named = (name: string) => {
  const base = report([], '')
  return { ...base, run: { ...base.run, name } }
}

const LINE = `<!-- confine:comment key=Q29uZmluZQ run=7 attempt=2 head=${HEAD} tested=${MERGE} -->`

test('what is written can be read', () => {
  expect(parseMarker(`${commentMarker(named('Confine'))}\n### x`)).toEqual({
    ...{ key: 'Confine', runId: '8123456789', runAttempt: 1, headSha: HEAD, testedSha: MERGE },
  })
})

test('nothing tested', () => {
  const base = report([], '')
  const marker = commentMarker({ ...base, subject: { ...base.subject, tested: null } })
  expect(parseMarker(marker)).toMatchObject({ headSha: HEAD, testedSha: null })
})

test('any name comes back, and never ends the marker', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      const marker = commentMarker(named(name))
      expect(marker.match(/-->/g)).toHaveLength(1)
      expect(parseMarker(marker)?.key).toBe(name)
    }),
  )
})

describe('only the very first line, to the letter', () => {
  test.each([LINE, `${LINE}\n`, `${LINE}\r\nx`])('%j is one', (body) => {
    expect(parseMarker(body)).toMatchObject({ key: 'Confine', runId: '7', runAttempt: 2 })
  })

  test.each([
    '',
    `\n${LINE}`,
    ` ${LINE}`,
    `x ${LINE}`,
    `${LINE} x`,
    `\ufeff${LINE}`,
    `### x\n${LINE}`,
    LINE.replace('key=Q29uZmluZQ', 'key='),
    LINE.replace('run=7', 'run=-7'),
    LINE.replace('attempt=2', 'attempt=2.5'),
    LINE.replace(HEAD, HEAD.toUpperCase()),
    LINE.replace(HEAD, 'abc'),
    LINE.replace(`tested=${MERGE}`, 'tested=all'),
    LINE.replace('confine:comment', 'confine:other'),
  ])('%j is none', (body) => {
    expect(parseMarker(body)).toBeNull()
  })
})
