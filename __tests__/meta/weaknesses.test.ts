import { expect, test } from '@jest/globals'
import { loadWeaknesses, renderWeaknesses } from '../../scripts/lib/weakness-docs.mjs'
import { HANDLINGS } from '../../src/domain/weakness.ts'
import { WEAKNESSES, WEAKNESSES_AS_OF } from '../../src/posture/weakness-table.ts'
import { page } from '../support/pages.ts'

const { text } = page('docs/known-weaknesses.md')
const [, table = ''] = /<!-- weaknesses:start -->\n\n([^]*)\n\n<!-- weaknesses:end -->/.exec(text) ?? []

test('docs/known-weaknesses.md has the table of the code (else: node scripts/generate-docs.mjs)', () => {
  expect(table).toBe(renderWeaknesses({ asOf: WEAKNESSES_AS_OF, weaknesses: WEAKNESSES }))
  const rows = table.split('\n').filter((line) => /^\| \[/.test(line))
  expect(rows.map((line) => /^\| \[([^\]]+)\]\(/.exec(line)?.[1])).toEqual(WEAKNESSES.map(({ id }) => id))
})

test('what the page is made from is what the tests import', async () => {
  expect(await loadWeaknesses()).toEqual({ asOf: WEAKNESSES_AS_OF, weaknesses: WEAKNESSES })
})

test('the page explains each handling', () => {
  const explained = [...text.matchAll(/^- \*\*(\w+)\*\*: /gm)].map(([, word]) => word)
  expect(explained.sort()).toEqual([...HANDLINGS].sort())
})
