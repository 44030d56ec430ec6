import { expect, test } from '@jest/globals'
import { hintsFor } from '../../../src/hints/hints.ts'
import { stepFacts } from '../../support/step-facts.ts'

test('an output whose stream did not end is said to be incomplete, whatever the outcome', () => {
  expect(hintsFor(stepFacts({ complete: false }))).toEqual(['The output may be incomplete: its stream did not end.'])
  expect(hintsFor(stepFacts({}))).toEqual([])
})
