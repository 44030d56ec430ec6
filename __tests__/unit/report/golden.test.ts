import { describe, test } from '@jest/globals'
import { renderLogSummary } from '../../../src/report/log-summary.ts'
import { renderCheck } from '../../../src/report/render-check.ts'
import { renderComment } from '../../../src/report/render-comment.ts'
import { renderSummary } from '../../../src/report/render-summary.ts'
import { expectGolden } from '../../support/golden.ts'
import { SAMPLES } from '../../support/report-samples.ts'

/** One rendering of each sample is the comment; the others differ from it in parts, and two samples show them. */
const WHOLE = ['failed', 'hostile']

describe('renderings as committed (UPDATE=1 rewrites them)', () => {
  test.each(Object.keys(SAMPLES))('comment: %s', (name) => {
    expectGolden(`__tests__/golden/${name}.comment.md`, renderComment(SAMPLES[name]!()))
  })

  test.each(WHOLE)('check: %s', (name) => {
    const { title, summary, text } = renderCheck(SAMPLES[name]!())
    expectGolden(`__tests__/golden/${name}.check.md`, `Title: ${title}\n\n${summary}\n\n***\n\n${text}\n`)
  })

  test.each(WHOLE)('job summary: %s', (name) => {
    const notes = ['The comment could not be posted: the token of a fork can only read.']
    expectGolden(`__tests__/golden/${name}.summary.md`, renderSummary(SAMPLES[name]!(), notes))
  })

  test.each(Object.keys(SAMPLES))('end of the log: %s', (name) => {
    expectGolden(`__tests__/golden/${name}.log.txt`, `${renderLogSummary(SAMPLES[name]!()).join('\n')}\n`)
  })
})
