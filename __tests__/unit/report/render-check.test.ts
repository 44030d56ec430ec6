import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { byteLength } from '../../../src/report/clean-text.ts'
import { renderCheck } from '../../../src/report/render-check.ts'
import { renderSummary } from '../../../src/report/render-summary.ts'
import { elements, references, textsOf } from '../../support/github-references.ts'
import { nastyText } from '../../support/nasty-text.ts'
import { failed, report, step } from '../../support/report-fixtures.ts'
import { SAMPLES } from '../../support/report-samples.ts'

const foreign = (markdown: string) =>
  references(markdown).filter((found) => !found.startsWith('link: https://github.com/acme/'))

const many = (count: number, text: string) =>
  report(
    Array.from({ length: count }, (_, i) => failed(`ci/r${String(i)}`, text)),
    'r',
  )

describe('check', () => {
  test.each(Object.keys(SAMPLES))('%s: within the limits, and refers to nobody', (name) => {
    const { title, summary, text } = renderCheck(SAMPLES[name]!())
    expect(Array.from(title).length).toBeLessThanOrEqual(255)
    expect(title).toMatch(/^(Verified|Not verified): \S/)
    expect([summary, text].map(byteLength).filter((size) => size > 65_535)).toEqual([])
    expect([...foreign(summary), ...foreign(text)]).toEqual([])
  })

  test('the title is cut to 255 characters', () => {
    const { title } = renderCheck(report([], '🚀'.repeat(300)))
    expect(Array.from(title).length).toBeLessThanOrEqual(255)
    expect(title.endsWith('…')).toBe(true)
  })

  test('the title has no line end and no control', () => {
    expect(renderCheck(report([], 'a\nb\x1b[31m\u202ec')).title).toBe('Not verified: a ⏎ b␛[31m[U+202E]c')
  })

  test('the title keeps what stands before a carriage return', () => {
    expect(renderCheck(report([], 'claim x is refuted\rAll claims proven')).title).toBe(
      'Not verified: claim x is refuted␍All claims proven',
    )
  })

  test('steps in the summary, output in the text', () => {
    const { summary, text } = renderCheck(SAMPLES.failed!())
    expect(elements(summary)).toEqual(['table', 'ul'])
    expect(new Set(elements(text))).toEqual(new Set(['details']))
    expect(text).toContain('AssertionError')
  })

  test('much output takes nothing from the steps', () => {
    const { summary, text } = renderCheck(many(200, 'é'.repeat(30_000)))
    expect(textsOf(summary, 'tr')).toHaveLength(201)
    expect(summary).not.toContain('Shortened')
    expect(text).toMatch(/^_Shortened to fit: /)
    expect(byteLength(text)).toBeLessThanOrEqual(65_535)
  })

  test('any texts', () => {
    fc.assert(
      fc.property(nastyText, nastyText, fc.constantFrom(1, 3000), (name, printed, times) => {
        const { title, summary, text } = renderCheck(report([failed(name, printed.repeat(times))], name))
        expect([...foreign(summary), ...foreign(text)]).toEqual([])
        expect(title).not.toMatch(/[\p{Cc}\p{Cs}]/u)
        expect(elements(summary)).toEqual(['table', 'ul'])
        expect(new Set(elements(text))).toEqual(new Set(['details']))
      }),
      { numRuns: 30 },
    )
  })
})

describe('job summary', () => {
  test.each(Object.keys(SAMPLES))('%s: refers to nobody', (name) => {
    expect(foreign(renderSummary(SAMPLES[name]!()))).toEqual([])
  })

  test('has no marker: it is no comment', () => {
    expect(renderSummary(SAMPLES.verified!())).toMatch(/^### ✅ Confine/)
  })

  test('says what happened afterwards', () => {
    const notes = ['The comment could not be posted: @someone locked it.']
    const list = textsOf(renderSummary(SAMPLES.verified!(), notes), 'li')
    expect(list).toContain('Note: The comment could not be posted: @someone locked it.')
  })

  test('stays under 1 MiB', () => {
    const size = byteLength(renderSummary(many(60, '🚀\n'.repeat(16_000))))
    expect(size).toBeLessThan(1024 * 1024)
    expect(size).toBeGreaterThan(1024 * 1024 * 0.75)
  })

  test('has room for 64 KiB of a step', () => {
    const text = `${'line\n'.repeat(12_000)}end\n`
    expect(textsOf(renderSummary(report([failed('x', text)], 'r')), 'pre')).toEqual([text])
  })
})

test('verified steps show no output', () => {
  expect(textsOf(renderSummary(report([step('x')], 'r')), 'pre')).toEqual([])
})
