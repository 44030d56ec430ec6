import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { asArray, asRecord } from '../../../src/domain/decode.ts'
import { reportJsonSchema } from '../../../src/report/codec-schema.ts'
import { redact, SHAPED_FIELDS } from '../../../src/report/redact.ts'
import { renderCheck } from '../../../src/report/render-check.ts'
import { renderComment } from '../../../src/report/render-comment.ts'
import { renderSummary } from '../../../src/report/render-summary.ts'
import { failed, output, report, step } from '../../support/report-fixtures.ts'
import { SAMPLES } from '../../support/report-samples.ts'

const SECRET = 'p@ss/w0rd+"q" %7é'
const redactedOutput = (text: string, secret = SECRET) =>
  redact(report([failed('x', text)], 'y'), [secret]).steps[0]?.output?.head

const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('a secret is hidden', () => {
  test.each([
    ['as it is', `a ${SECRET} b`, 'a *** b'],
    ['twice', `${SECRET} ${SECRET}`, '*** ***'],
    ['glued to itself', SECRET + SECRET, '***'],
    ['in a URL', `https://u:${encodeURIComponent(SECRET)}@h`, 'https://u:***@h'],
    [
      'in a URL with small hex digits',
      `u=${encodeURIComponent(SECRET).replaceAll(/%../g, (hex) => hex.toLowerCase())};`,
      'u=***;',
    ],
    ['in a form', `q=${new URLSearchParams({ '': SECRET }).toString().slice(1)}&r`, 'q=***&r'],
    ['in JSON', JSON.stringify({ a: SECRET }), '{"a":"***"}'],
    ['in base64', `b ${base64(SECRET)} c`, 'b *** c'],
    ['in base64 for addresses', `b ${Buffer.from(SECRET).toString('base64url')}.c`, 'b ***.c'],
    ['cut by a line end', `a ${SECRET.slice(0, 7)}\n${SECRET.slice(7)} b`, 'a *** b'],
    ['cut by a Windows line end', `a ${SECRET.slice(0, 7)}\r\n${SECRET.slice(7)} b`, 'a *** b'],
    ['cut by colours', `a ${SECRET.slice(0, 3)}\x1b[31m${SECRET.slice(3)} b`, 'a *** b'],
    ['in the title of a window', `\x1b]0;${SECRET}\x07 b`, '\x1b]0;***\x07 b'],
    ['in a title that never ends', `\x1b]0;${SECRET}\nb`, '\x1b]0;***\nb'],
    ['cut by what is not seen', `a ${Array.from(SECRET).join('\u200b')} b`, 'a *** b'],
  ])('%s', (_, text, masked) => {
    expect(redactedOutput(text)).toBe(masked)
  })

  test.each([0, 1, 2, 3, 4, 5])('as a part of what was encoded, %i bytes into it', (before) => {
    const encoded = base64(`${'x'.repeat(before)}${SECRET}yz`)
    const masked = redactedOutput(encoded) ?? ''
    // At either side one character may hold bits of the neighbour, too.
    expect(masked).toMatch(/^[\w+/]{0,8}\*\*\*[\w+/=]{1,6}$/)
    expect(masked.length).toBeLessThan(encoded.length - base64(SECRET).length + 8)
  })

  test('in base64 that is wrapped', () => {
    const long = 'k'.repeat(30) + SECRET.repeat(4)
    const wrapped = base64(long).replaceAll(/.{76}/g, '$&\n')
    expect(redactedOutput(`a ${wrapped} b`, long)).toBe('a *** b')
  })

  test('a key of several lines, as a whole and by its lines', () => {
    const key = '-----BEGIN KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQEF\n{\n-----END KEY-----\n'
    expect(redactedOutput(`${key}rest`, key)).toBe('***\nrest')
    expect(redactedOutput('x kqhkiG9w0BAQEF y { z', key)).toBe('x *** y { z')
  })

  test('where it overlaps with itself', () => {
    expect(redactedOutput('x abcabcabc y', 'abcabc')).toBe('x *** y')
  })

  test('across the gap between head and tail', () => {
    const part = output(`head ${SECRET.slice(0, 9)}`, { tail: `${SECRET.slice(9)} tail`, droppedBytes: 9 })
    const masked = redact(report([step('x', { output: part })], 'y'), [SECRET]).steps[0]?.output
    expect([masked?.head, masked?.tail]).toEqual(['head ***', '*** tail'])
  })

  test('but not what merely resembles it at an end that was not cut', () => {
    expect(redactedOutput(`head ${SECRET.slice(0, 9)}`)).toBe(`head ${SECRET.slice(0, 9)}`)
  })

  test('in every text of the report that has no fixed form', () => {
    const canary = 'canary-20-characters'
    const marked = JSON.parse(
      JSON.stringify(SAMPLES.hostile!(), function (this: unknown, key, value: unknown) {
        return [
          'reason',
          'name',
          'run',
          'seen',
          'statement',
          'demanded',
          'control',
          'doesNotShow',
          'user',
          'reference',
        ].includes(key) &&
          typeof value === 'string' &&
          value !== 'confine'
          ? `${value} ${canary}`
          : value
      }),
    )
    expect(JSON.stringify(marked)).toContain(canary)
    const clean = redact(marked, [canary])
    const check = renderCheck(clean)
    const all = { json: JSON.stringify(clean), comment: renderComment(clean), job: renderSummary(clean), ...check }
    const withText = (text: string) =>
      Object.entries(all).flatMap(([name, value]) => (value.includes(text) ? [name] : []))
    expect(withText(canary)).toEqual([])
    expect(withText('***')).toEqual(['json', 'comment', 'job', 'title', 'summary', 'text'])
  })
})

describe('what is no secret stays', () => {
  test('values under four characters', () => {
    const before = SAMPLES.failed!()
    expect(redact(before, ['npm', 'a', ''])).toEqual(before)
  })

  test('no secrets, no change', () => {
    const before = SAMPLES.failed!()
    expect(redact(before, [])).toBe(before)
  })

  test('fields of a fixed form, even if a secret looks like a part of them', () => {
    const before = SAMPLES['not-confined']!()
    const after = redact(before, [
      'verified',
      '2026',
      'network.none',
      'engine',
      'merge',
      'overlay',
      'confirms',
      '5f1c9e0a',
    ])
    expect(after.verdict.value).toBe('not-verified')
    expect(after.run.startedAt).toBe(before.run.startedAt)
    expect(after.subject.headSha).toBe(before.subject.headSha)
    expect(after.posture.claims.map(({ id, verdict }) => [id, verdict])).toEqual(
      before.posture.claims.map(({ id, verdict }) => [id, verdict]),
    )
    expect(after.workspace?.reason).toBe('the *** sees the checkout')
  })

  test('any secrets leave a valid report', () => {
    const before = SAMPLES.failed!()
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 })), (secrets) => {
        expect(redact(before, secrets).steps.map(({ outcome }) => outcome)).toEqual(
          before.steps.map(({ outcome }) => outcome),
        )
      }),
      { numRuns: 20 },
    )
  })
})

test('the list of fields with a fixed form is that of the schema', () => {
  const shaped = new Set<string>()
  const visit = (schema: unknown, path: string): void => {
    const node = asRecord(schema)
    if (node.type === 'string' && ['enum', 'const', 'pattern', 'format'].some((key) => key in node)) shaped.add(path)
    for (const [key, value] of Object.entries(asRecord(node.properties)))
      visit(value, path === '' ? key : `${path}.${key}`)
    const inner = [node.items, ...asArray(node.anyOf), ...asArray(node.oneOf)].filter((value) => value !== undefined)
    for (const value of inner) visit(value, path)
  }
  visit(reportJsonSchema(), '')
  expect([...shaped].sort()).toEqual([...SHAPED_FIELDS].sort())
})
