import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { byteLength } from '../../../src/report/clean-text.ts'
import { parseMarker } from '../../../src/report/marker.ts'
import { renderComment } from '../../../src/report/render-comment.ts'
import type { Report } from '../../../src/report/schema.ts'
import { formatCount } from '../../../src/domain/units.ts'
import { elements, references, textsOf } from '../../support/github-references.ts'
import { nastyText } from '../../support/nasty-text.ts'
import { HEAD, failed, report, step, unrun } from '../../support/report-fixtures.ts'
import { SAMPLES } from '../../support/report-samples.ts'

const LIMIT = 65_536
const RUN_LINK = /^link: https:\/\/github\.com\/acme\/rocket\/actions\/runs\/8123456789\/attempts\/1$/

/** What must hold for any comment. */
function checkComment(comment: string): void {
  expect(byteLength(comment)).toBeLessThanOrEqual(LIMIT)
  expect(parseMarker(comment)).toMatchObject({ runId: '8123456789', headSha: HEAD })
  expect(comment.match(/<!--/g)).toHaveLength(1)
  expect(references(comment).filter((found) => !RUN_LINK.test(found))).toEqual([])
  expect(elements(comment)[0]).toBe('h3')
  expect(
    elements(comment)
      .slice(1)
      .filter((name) => !BLOCKS.has(name)),
  ).toEqual([])
  // Whatever is left open would swallow what comes after it.
  expect(elements(`${comment.slice(-2000)}\n\nafter`).at(-1)).toBe('p')
}

const BLOCKS = new Set(['table', 'ul', 'details', 'p'])

describe('every sample', () => {
  test.each(Object.keys(SAMPLES))('%s', (name) => {
    checkComment(renderComment(SAMPLES[name]!()))
  })

  test.each(Object.keys(SAMPLES))('%s: verdict and reason are in the heading', (name) => {
    const sample = SAMPLES[name]!()
    const [heading] = textsOf(renderComment(sample), 'h3')
    expect(heading).toContain(
      sample.verdict.value === 'verified' ? '✅ Confine · verified: ' : '❌ Confine · not verified: ',
    )
    expect(heading).toContain(sample.verdict.reason.slice(0, 200).replaceAll('"', ''))
  })
})

describe('sixty steps that fail with 8 kB of emoji each (REP-03)', () => {
  const comment = renderComment(SAMPLES['sixty-failures']!())
  const names = Array.from({ length: 60 }, (_, index) => `ci/f${String(index + 1).padStart(2, '0')}.sh`)

  test('all rows are there', () => {
    expect(
      textsOf(comment, 'tr')
        .filter((row) => row.includes('ci/f'))
        .map((row) => /ci\/f\d\d\.sh/.exec(row)?.[0]),
    ).toEqual(names)
  })

  test('excerpts are shortened evenly, and still end with the end', () => {
    const blocks = textsOf(comment, 'pre')
    expect(blocks.map((block) => block.trimEnd().split('\n').at(-1))).toEqual(
      names.map((name) => `last line of ${name}`),
    )
    const sizes = blocks.map(byteLength)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(10)
    expect(Math.min(...sizes)).toBeGreaterThan(200)
  })

  test('the budget is used, and what was cut is said', () => {
    expect(byteLength(comment)).toBeGreaterThan(LIMIT * 0.75)
    expect(comment).toMatch(/^_Shortened to fit: output to \d+ B a step\. All of it is in report\.json\._$/m)
  })
})

describe('what goes, in order, as steps become more', () => {
  const shape = (steps: Report['steps']) => {
    const comment = renderComment(report(steps, 'r'))
    checkComment(comment)
    const rows = textsOf(comment, 'table')[0]?.match(/ci\/[rg]\d+/g) ?? []
    return {
      excerpts: textsOf(comment, 'pre').length,
      claims: textsOf(comment, 'summary').some((text) => text.startsWith('The claims')),
      background: textsOf(comment, 'summary').includes('Commit, image, engine and limits'),
      hints: comment.includes('**Hint**'),
      green: rows.filter((row) => row.startsWith('ci/g')).length,
      red: rows.filter((row) => row.startsWith('ci/r')).length,
    }
  }
  const hint = 'A hint that is long enough to take its share of the space there is.'
  const red = (count: number) =>
    Array.from({ length: count }, (_, i) => failed(`ci/r${String(i)}`, 'x'.repeat(300), { hints: [hint] }))
  const green = (count: number) => Array.from({ length: count }, (_, i) => step(`ci/g${String(i)}`))

  const ORDER = ['excerpts', 'claims', 'background', 'hints', 'green', 'red'] as const

  /** What was given up: the order says that each goes only when those before it are gone. */
  const lost = (reds: number, greens: number) => {
    const seen = shape([...green(greens), ...red(reds)])
    const gone = {
      excerpts: seen.excerpts === 0,
      claims: !seen.claims,
      background: !seen.background,
      hints: !seen.hints,
      green: seen.green < greens,
      red: seen.red < reds,
    }
    return ORDER.filter((part) => gone[part])
  }

  test.each([
    [20, 20, 0],
    [180, 20, 1],
    [430, 20, 2],
    [458, 20, 3],
    [600, 20, 4],
    [900, 900, 5],
    [2000, 20, 6],
  ])('%i steps that fail, %i that do not: the first %i', (reds, greens, parts) => {
    expect(lost(reds, greens)).toEqual(ORDER.slice(0, parts))
  })

  test('rows left out are counted', () => {
    const comment = renderComment(report([...green(20), ...red(2000)], 'r'))
    const shown = textsOf(comment, 'table')[0]?.match(/ci\/r/g)?.length ?? 0
    expect(shown).toBeGreaterThan(1000)
    const rest = `…and ${formatCount(2020 - shown)} more steps, of which 20 verified and ${String(2000 - shown)} not verified.`
    expect(textsOf(comment, 'p')).toContain(rest)
  })
})

describe('whatever the texts are', () => {
  const steps = fc.array(
    fc.record({
      name: nastyText,
      printed: nastyText,
      reason: nastyText,
      hint: nastyText,
      times: fc.constantFrom(1, 1, 50, 500),
    }),
    { maxLength: 5 },
  )

  test('the comment is whole, within its limit, and refers to nobody', () => {
    fc.assert(
      fc.property(nastyText, nastyText, steps, (reason, note, list) => {
        const rows = list.flatMap(({ name, printed, reason: why, hint, times }) => [
          failed(name, printed.repeat(times), { hints: [hint.repeat(times)], run: printed }),
          unrun(name.repeat(times), { kind: 'not-started', reason: why.repeat(times) }),
        ])
        const { image, engine } = SAMPLES.failed!()
        const texts = { image: image && { ...image, reference: note }, engine: engine && { ...engine, version: note } }
        const comment = renderComment(report(rows, reason, { notes: [note], ...texts }))
        checkComment(comment)
        expect(textsOf(comment, 'details')).toHaveLength(list.length + 4)
      }),
      { numRuns: 30 },
    )
  })
})
