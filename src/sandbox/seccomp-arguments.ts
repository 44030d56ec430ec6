/** One comparison of an argument, in the engine's words (moby profiles/seccomp). For a masked one `value` is the mask. */
export interface ArgumentTest {
  readonly index: number
  readonly op: 'SCMP_CMP_EQ' | 'SCMP_CMP_NE' | 'SCMP_CMP_MASKED_EQ'
  readonly value: number
  /** What has to be left of the argument under the mask; 0 for the other operators. */
  readonly valueTwo: number
}

const INT_BITS = 32

/**
 * The kernel takes an `int` from the low half of a register, and a filter sees all 64 bits. To a test of all of them a value
 * with a bit in the high half is another one, and to the kernel it is the same (CVE-2019-10063).
 */
export function intIs(index: number, value: number): ArgumentTest {
  return masked(index, 0xffffffff, value)
}

/** None of the bits of `flags` is set, whatever the others are. */
export function noneOf(index: number, flags: number): ArgumentTest {
  return masked(index, flags, 0)
}

function masked(index: number, mask: number, value: number): ArgumentTest {
  return { index, op: 'SCMP_CMP_MASKED_EQ', value: mask, valueTwo: value }
}

/** Ints that are alike in their highest bits. */
export interface IntPrefix {
  readonly value: number
  /** How many bits of it count, from the highest; the others are 0. */
  readonly bits: number
}

/** One int and no other. */
export function justInt(value: number): IntPrefix {
  return { value, bits: INT_BITS }
}

/**
 * Tests of which at least one holds for every int that has none of `prefixes`, and none for those that have one.
 *
 * There is no masked "not equal", and runc takes several tests of one argument for alternatives (runc issue 2735). So the
 * ints are halved bit by bit, from the highest, as a range of addresses is to leave some out: each half that no prefix
 * reaches into is one test.
 */
export function intIsNot(index: number, prefixes: readonly IntPrefix[]): readonly ArgumentTest[] {
  const outside = (bits: number, mask: number, value: number, near: readonly IntPrefix[]): readonly ArgumentTest[] => {
    if (near.length === 0) return [masked(index, mask, value)]
    if (near.some((prefix) => prefix.bits <= bits)) return []
    const flag = 2 ** (INT_BITS - 1 - bits)
    return [0, flag].flatMap((half) => {
      const reaching = near.filter((prefix) => (hasFlag(prefix.value, flag) ? flag : 0) === half)
      return outside(bits + 1, mask + flag, value + half, reaching)
    })
  }
  return outside(0, 0, 0, prefixes)
}

function hasFlag(value: number, flag: number): boolean {
  return Math.floor(value / flag) % 2 === 1
}
