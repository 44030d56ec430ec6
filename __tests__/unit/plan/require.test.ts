import { expect, test } from '@jest/globals'
import { CLAIM_IDS } from '../../../src/domain/claim.ts'
import { parseRequire } from '../../../src/plan/require.ts'
import { parsed } from './given.ts'

const NONE = { named: [], host: false, noKnownWeakness: false }

test.each([
  ['', { ...NONE, claims: CLAIM_IDS }],
  ['host', { ...NONE, claims: CLAIM_IDS, host: true }],
  ['known-weaknesses', { ...NONE, claims: CLAIM_IDS, noKnownWeakness: true }],
  ['host,user.non-root', { ...NONE, claims: ['user.non-root'], named: ['user.non-root'], host: true }],
])('%j', (text, requirements) => {
  expect(parsed(text, parseRequire)).toEqual(requirements)
})
