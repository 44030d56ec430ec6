import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { givesWay } from '../../../src/publish/precedence.ts'
import { HEAD, OTHER } from './memory-github.ts'

const marker = (runId: string, runAttempt = 1, headSha = HEAD) => ({
  key: 'Confine',
  runId,
  runAttempt,
  headSha,
  testedSha: null,
})

describe('what is there gives way', () => {
  test.each([
    ['to a newer run', marker('100'), marker('101'), HEAD, true],
    ['not to an older run', marker('101'), marker('100'), HEAD, false],
    ['by number, not by letters', marker('99'), marker('100'), HEAD, true],
    ['by every digit', marker('12345678901234567891'), marker('12345678901234567890'), HEAD, false],
    ['to a later attempt', marker('100', 1), marker('100', 2), HEAD, true],
    ['not to an earlier attempt', marker('100', 2), marker('100', 1), HEAD, false],
    ['attempts count as numbers', marker('100', 9), marker('100', 10), HEAD, true],
    ['to the same attempt', marker('100'), marker('100'), HEAD, true],
    ['not to an old commit, even of a newer run', marker('100', 1, HEAD), marker('101', 1, OTHER), HEAD, false],
    ['to the present head, even of an older run', marker('101', 1, OTHER), marker('100', 2, HEAD), HEAD, true],
    ['to a newer run when both commits are old', marker('100', 1, OTHER), marker('101', 1, OTHER), HEAD, true],
    ['not to an older run when the head is unknown', marker('101', 1, OTHER), marker('100', 1, HEAD), null, false],
  ])('%s', (_, there, ours, head, result) => {
    expect(givesWay(there, ours, head)).toBe(result)
  })

  test('of any two, at least one gives way; both only if they are the same attempt on equal terms', () => {
    const any = fc.record({
      run: fc.constantFrom('9', '10', '100'),
      attempt: fc.integer({ min: 1, max: 3 }),
      head: fc.constantFrom(HEAD, OTHER),
    })
    fc.assert(
      fc.property(any, any, fc.constantFrom(HEAD, OTHER, null), (a, b, head) => {
        const [x, y] = [marker(a.run, a.attempt, a.head), marker(b.run, b.attempt, b.head)]
        const both = givesWay(x, y, head) && givesWay(y, x, head)
        const same = a.run === b.run && a.attempt === b.attempt && (head === null || a.head === b.head)
        expect(givesWay(x, y, head) || givesWay(y, x, head)).toBe(true)
        expect(both).toBe(same)
      }),
    )
  })
})
