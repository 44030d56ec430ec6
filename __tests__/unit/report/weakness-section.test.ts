import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { weaknessesOf } from '../../../src/posture/known-weaknesses.ts'
import { backgroundFold } from '../../../src/report/background-section.ts'
import { levels } from '../../../src/report/detail.ts'
import { renderComment } from '../../../src/report/render-comment.ts'
import { renderLogSummary } from '../../../src/report/log-summary.ts'
import { parseReport } from '../../../src/report/codec-schema.ts'
import { weaknessFacts } from '../../../src/report/weakness-facts.ts'
import { weaknessesFold } from '../../../src/report/weakness-section.ts'
import { textsOf } from '../../support/github-references.ts'
import { nastyText } from '../../support/nasty-text.ts'
import { report, step } from '../../support/report-fixtures.ts'
import { weaknesses, withWeaknesses } from '../../support/report-weaknesses.ts'

const [full] = levels(1000)
const base = report([step('x')], 'r')
const [first, second] = weaknesses({}).found

const fold = (more: Parameters<typeof weaknesses>[0], detail = full!) =>
  weaknessesFold(withWeaknesses(base, more), detail)
const lines = (text: string) => text.trim().split(/\s*\n\s*/)

describe('known weaknesses', () => {
  test('are counted by how they are handled', () => {
    const open = { ...first!, handling: 'open' as const }
    const untold = [{ component: 'runc' as const, why: 'No version.' }]
    const summary = (more: Parameters<typeof weaknesses>[0]) => textsOf(fold(more), 'summary')
    expect(summary({})).toEqual(['Known weaknesses of this engine: 1 mitigated, 1 avoided'])
    expect(summary({ found: [open, first!, first!, second!], untold })).toEqual([
      "Known weaknesses of this engine: 1 open, 2 mitigated, 1 avoided, 1 that can't be told",
    ])
  })

  test('have a row each, with where they are and what is done', () => {
    const rows = textsOf(fold({}), 'tr').map(lines)
    expect(rows).toHaveLength(3)
    expect(rows[1]?.join(' ')).toMatch(
      /^⚠️ CVE-2025-31133 ?Masking of files .* runc 1\.2\.5-0ubuntu1~24\.04\.1 ?fixed in 1\.2\.8, 1\.3\.3, 1\.4\.0-rc\.3 mitigated ?A mask that is missing/,
    )
  })

  test('are no links: those who are linked to would be told of it', () => {
    expect(fold({})).not.toMatch(/https?:|<a /)
  })

  test('say what they rest on, and of which day they are', () => {
    expect(fold({})).toContain(
      'Table of 2026-03-01; where each is published is in report.json. Matched by version number alone.',
    )
  })

  test('what can’t be told comes first, and is enough for the fold', () => {
    const text = fold({ found: [], untold: [{ component: 'runtime', why: 'The runtime "kata" is not in the table.' }] })
    expect(textsOf(text, 'summary')).toEqual(["Known weaknesses of this engine: 1 that can't be told"])
    expect(textsOf(text, 'li')).toEqual(['❓ The runtime "kata" is not in the table.'])
    expect(textsOf(text, 'table')).toEqual([])
  })

  test('many are cut, and that is said', () => {
    const text = fold({ found: Array.from({ length: 33 }, () => first!) })
    expect(textsOf(text, 'tr')).toHaveLength(31)
    expect(textsOf(text, 'p')).toContain('And 3 more in report.json.')
    expect(fold({ found: Array.from({ length: 30 }, () => first!) })).not.toContain('more in report.json')
  })

  test('leave no fold where there are none, and no engine has none', () => {
    expect(fold({ found: [], untold: [] })).toBe('')
    expect(weaknessesFold({ ...base, engine: null }, full!)).toBe('')
    expect(fold({}, { ...full!, background: false })).toBe('')
  })

  test('are among the facts of the engine', () => {
    const fact = (more: Parameters<typeof weaknesses>[0]) =>
      textsOf(backgroundFold(withWeaknesses(base, more), full!), 'tr')
        .map(lines)
        .find(([name]) => name === 'Known weaknesses')?.[1]
    expect(fact({})).toBe('1 mitigated, 1 avoided, as listed')
    expect(fact({ found: [], untold: [] })).toBe('none in the table of 2026-03-01')
  })

  test('turn nothing red', () => {
    const open = withWeaknesses(base, { found: [{ ...first!, handling: 'open' }] })
    expect(renderComment(open)).toContain('### ✅')
    expect(renderLogSummary(open)).toEqual(renderLogSummary(base))
  })
})

test('whatever an engine says of itself, the report is one and its comment has its table', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('engine', 'containerd', 'runc', 'x'), nastyText),
      nastyText,
      (components, runtime) => {
        const facts = weaknessFacts(
          weaknessesOf({ components: { engine: '20.10.24', ...components }, defaultRuntime: runtime }),
        )
        const comment = renderComment(parseReport(withWeaknesses(base, facts)))
        expect(textsOf(comment, 'summary').filter((text) => text.startsWith('Known weaknesses'))).toHaveLength(1)
      },
    ),
    { numRuns: 30 },
  )
})
