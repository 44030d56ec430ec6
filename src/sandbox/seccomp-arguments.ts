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

/**
 * Tests of which at least one holds for every int that is none of `values`, and none for `values`.
 *
 * There is no masked "not equal", and runc takes several tests of one argument for alternatives (runc issue 2735). An int
 * differs from all values if some bit that they share is other, or if the bits that they don't share spell none of them.
 */
export function intIsNot(index: number, values: readonly number[]): readonly ArgumentTest[] {
  const shared: ArgumentTest[] = []
  let apart = 0
  for (let bit = 0; bit < INT_BITS; bit++) {
    const flag = 2 ** bit
    const set = values.filter((value) => hasBit(value, bit)).length
    if (set === 0) shared.push(masked(index, flag, flag))
    else if (set === values.length) shared.push(masked(index, flag, 0))
    else apart += flag
  }
  const taken = new Set(values.map((value) => (value & apart) >>> 0))
  const spelled = apart === 0 ? [] : spellings(apart).filter((spelling) => !taken.has(spelling))
  return [...shared, ...spelled.map((spelling) => masked(index, apart, spelling))]
}

/** All values of the bits in `mask`. */
function spellings(mask: number): readonly number[] {
  let all = [0]
  for (let bit = 0; bit < INT_BITS; bit++) {
    if (hasBit(mask, bit)) all = [...all, ...all.map((value) => value + 2 ** bit)]
  }
  return all
}

function hasBit(value: number, bit: number): boolean {
  return Math.floor(value / 2 ** bit) % 2 === 1
}
