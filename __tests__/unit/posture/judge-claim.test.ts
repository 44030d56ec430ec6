import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { STANCES, WITNESSES, type ClaimVerdict, type Observation, type Stance } from '../../../src/domain/claim.ts'
import { judgeClaim, observe, observeFact } from '../../../src/posture/judge-claim.ts'

const WORDS: Record<string, Stance> = { y: 'confirms', n: 'contradicts', '?': 'silent' }

/** `engine:y inside:?` */
function observations(text: string): readonly Observation[] {
  return text.split(' ').flatMap((word) => {
    const [name, answer = ''] = word.split(':')
    const stance = WORDS[answer]
    return WITNESSES.flatMap((witness) =>
      witness === name && stance !== undefined ? [{ witness, seen: '', stance }] : [],
    )
  })
}

const draft = { id: 'limits.cpu', statement: 's', demanded: 'd', doesNotShow: 'n' } as const
const verdictOf = (seen: readonly Observation[], needs: readonly Observation['witness'][]) =>
  judgeClaim({ ...draft, observations: seen, needs }, false).verdict

describe('a verdict', () => {
  const both = ['engine', 'inside'] as const
  test.each<[seen: string, verdict: ClaimVerdict]>([
    ['engine:y inside:y', 'proven'],
    ['engine:y engine:y inside:y', 'proven'],
    ['engine:y inside:y host:?', 'proven'],
    ['engine:y inside:y host:n', 'refuted'],
    ['engine:y inside:n', 'refuted'],
    ['engine:n inside:y', 'refuted'],
    ['engine:y engine:n inside:y', 'refuted'],
    ['engine:n inside:?', 'refuted'],
    ['engine:y inside:?', 'unproven'],
    ['engine:? inside:y', 'unproven'],
    ['engine:y', 'unproven'],
    ['inside:y', 'unproven'],
    ['engine:y engine:? inside:y', 'unproven'],
    ['host:y confine:y', 'unproven'],
    ['', 'unproven'],
  ])('of "%s" is %s', (seen, verdict) => {
    expect(verdictOf(observations(seen), both)).toBe(verdict)
  })

  test('needs a witness', () => {
    expect(verdictOf(observations('engine:y inside:y'), [])).toBe('unproven')
  })

  test('is never better for a contradiction, a silence or a missing word', () => {
    const anyObservation = fc.record({
      witness: fc.constantFrom(...WITNESSES),
      seen: fc.constant(''),
      stance: fc.constantFrom(...STANCES),
    })
    fc.assert(
      fc.property(fc.array(anyObservation), fc.subarray([...WITNESSES]), (seen, needs) => {
        const proven = verdictOf(seen, needs) === 'proven'
        const bad = seen.some(({ stance }) => stance === 'contradicts')
        const heard = needs.every((need) => seen.some(({ witness }) => witness === need))
        const silent = seen.some(({ witness, stance }) => needs.includes(witness) && stance === 'silent')
        expect(proven).toBe(needs.length > 0 && heard && !bad && !silent)
      }),
    )
  })
})

describe('an observation', () => {
  test.each<[agrees: boolean | null, stance: Stance]>([
    [true, 'confirms'],
    [false, 'contradicts'],
    [null, 'silent'],
  ])('that agrees: %p', (agrees, stance) => {
    expect(observe('host', 'x', agrees)).toEqual({ witness: 'host', seen: 'x', stance })
  })

  test.each<[fact: unknown, seen: string, stance: Stance]>([
    [null, 'limit could not be read', 'silent'],
    [undefined, 'limit could not be read', 'silent'],
    [0, 'limit 0', 'contradicts'],
    [5, 'limit 5', 'confirms'],
    ['', 'limit ', 'contradicts'],
    [[], 'limit none', 'contradicts'],
    [['a', 5], 'limit a, 5', 'contradicts'],
  ])('of the fact %p', (fact, seen, stance) => {
    expect(observeFact('engine', 'limit', fact, (value) => value === 5)).toEqual({ witness: 'engine', seen, stance })
  })
})
