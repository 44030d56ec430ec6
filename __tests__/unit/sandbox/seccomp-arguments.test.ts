import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type ArgumentTest, intIs, intIsNot, justInt, noneOf } from '../../../src/sandbox/seccomp-arguments.ts'

const int = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n })
const high = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).map((value) => value << 32n)

function holds({ op, value, valueTwo }: ArgumentTest, register: bigint): boolean {
  if (op !== 'SCMP_CMP_MASKED_EQ') throw new Error(`${op} sees the whole register`)
  return (register & BigInt(value)) === BigInt(valueTwo)
}

describe('tests of an int see the low half of the register only', () => {
  test('that is', () => {
    fc.assert(
      fc.property(int, int, high, (wanted, given, upper) => {
        expect(holds(intIs(0, Number(wanted)), wanted + upper)).toBe(true)
        expect(holds(intIs(0, Number(wanted)), given + upper)).toBe(given === wanted)
      }),
    )
  })

  test('that has none of some flags', () => {
    fc.assert(
      fc.property(int, int, high, (flags, given, upper) => {
        expect(holds(noneOf(0, Number(flags)), given + upper)).toBe((given & flags) === 0n)
      }),
    )
  })

  test('that is none of some values', () => {
    const near = fc.tuple(int, fc.array(fc.integer({ min: 0, max: 31 }), { maxLength: 3 }))
    fc.assert(
      fc.property(near, fc.oneof(int, fc.constant(null)), high, ([first, bits], other, upper) => {
        // A second value that differs in a few bits, as commands of one kind do.
        const second = bits.reduce((value, bit) => value ^ (1n << BigInt(bit)), first)
        const tests = intIsNot(1, [justInt(Number(first)), justInt(Number(second))])
        const some = (register: bigint) => tests.some((one) => holds(one, register))
        expect([some(first + upper), some(second + upper)]).toEqual([false, false])
        const neighbours = Array.from({ length: 32 }, (_, bit) => first ^ (1n << BigInt(bit)))
        expect(neighbours.filter((given) => some(given + upper) !== (given !== second))).toEqual([])
        if (other !== null) expect(some(other + upper)).toBe(other !== first && other !== second)
      }),
    )
  })

  test('that has none of some prefixes', () => {
    const prefix = fc.tuple(int, fc.integer({ min: 0, max: 32 })).map(([value, bits]) => {
      const free = 2n ** BigInt(32 - bits)
      return { value: value - (value % free), bits, free }
    })
    fc.assert(
      fc.property(fc.array(prefix, { maxLength: 3 }), int, int, high, (prefixes, far, near, upper) => {
        const tests = intIsNot(
          1,
          prefixes.map(({ value, bits }) => ({ value: Number(value), bits })),
        )
        const within = prefixes.map(({ value, free }) => value + (near % free))
        for (const given of [far, ...within]) {
          const has = prefixes.some(({ value, free }) => given - (given % free) === value)
          expect(tests.some((one) => holds(one, given + upper))).toBe(!has)
        }
      }),
    )
  })
})
