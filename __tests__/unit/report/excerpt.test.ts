import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { byteLength } from '../../../src/report/clean-text.ts'
import { cutExcerpt, prepareExcerpt } from '../../../src/report/excerpt.ts'
import { nastyText } from '../../support/nasty-text.ts'
import { output } from '../../support/report-fixtures.ts'

describe('prepareExcerpt', () => {
  test.each([
    ['one\ntwo\nthree', ['one', 'two', 'three']],
    ['one\n\n\n', ['one']],
    ['\n\n', []],
    ['', []],
  ])('lines of %j', (text, lines) => {
    expect(prepareExcerpt(output(text))).toMatchObject({ lines, partial: false })
  })

  test('head and tail that touch are one text', () => {
    expect(prepareExcerpt(output('on', { tail: 'e\ntwo' })).lines).toEqual(['one', 'two'])
  })

  test('what was not kept is said in its place', () => {
    const excerpt = prepareExcerpt(output('first\n', { tail: 'last\n', droppedBytes: 3 * 1024 ** 2 }))
    expect(excerpt).toMatchObject({ lines: ['first', '', '[… 3 MiB were not kept …]', 'last'], partial: true })
  })

  test('both streams count', () => {
    const stderr = { bytes: 5, sha256: '' }
    expect(prepareExcerpt(output('abc', { stderr })).totalBytes).toBe(8)
  })

  test('a line of megabytes leaves room for the one after it (LOG-07)', () => {
    const { lines } = prepareExcerpt(output(`${'a'.repeat(200_000)}\nAFTER\n`))
    expect(lines).toEqual([`${'a'.repeat(300)}[… 199,600 characters …]${'a'.repeat(100)}`, 'AFTER'])
  })

  test('only the end of much output is looked at', () => {
    const excerpt = prepareExcerpt(output(`START\n${'x\n'.repeat(200_000)}END\n`))
    expect(excerpt.lines).not.toContain('START')
    expect([excerpt.lines.at(-1), excerpt.partial]).toEqual(['END', true])
  })

  test('no character is cut in two', () => {
    const emoji = `${'🚀'.repeat(140_000)}!`
    expect(prepareExcerpt(output(emoji)).lines.join('')).not.toContain('\ufffd')
  })
})

describe('cutExcerpt', () => {
  const excerpt = prepareExcerpt(output('one\ntwo\nthree'))

  test.each([
    [100, 'one\ntwo\nthree', false],
    [13, 'one\ntwo\nthree', false],
    [12, 'two\nthree', true],
    [9, 'two\nthree', true],
    [8, 'three', true],
    [5, 'three', true],
    [3, 'ree', true],
    [0, '', true],
  ])('to %j bytes', (limit, text, partial) => {
    expect(cutExcerpt(excerpt, limit)).toEqual({ text, partial })
  })

  test('nothing stays nothing', () => {
    expect(cutExcerpt(prepareExcerpt(output('')), 10)).toEqual({ text: '', partial: false })
  })

  test('is the end of the text, within the limit', () => {
    fc.assert(
      fc.property(nastyText, fc.nat(100), (text, limit) => {
        const whole = prepareExcerpt(output(text))
        const cut = cutExcerpt(whole, limit)
        expect(byteLength(cut.text)).toBeLessThanOrEqual(limit)
        expect(whole.lines.join('\n').endsWith(cut.text)).toBe(true)
        expect(cut.partial).toBe(cut.text !== whole.lines.join('\n'))
      }),
    )
  })
})
