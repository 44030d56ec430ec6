import { afterEach, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { fuzz, fuzzAsync } from '../../support/fuzz.ts'

const RUNS = 20

afterEach(() => {
  delete process.env['CONFINE_FUZZ_SEED']
})

/** What a property is given, in its order. */
async function tried(isAsync: boolean): Promise<readonly number[]> {
  const seen: number[] = []
  if (isAsync)
    await fuzzAsync(
      fc.asyncProperty(fc.nat(), async (value) => void seen.push(value)),
      RUNS,
    )
  else
    fuzz(
      fc.property(fc.nat(), (value) => void seen.push(value)),
      RUNS,
    )
  return seen
}

test.each([false, true])('the same cases first, then new ones (async: %p)', async (isAsync) => {
  const [first, second] = [await tried(isAsync), await tried(isAsync)]
  expect(first).toHaveLength(2 * RUNS)
  expect(second.slice(0, RUNS)).toEqual(first.slice(0, RUNS))
  expect(second.slice(RUNS)).not.toEqual(first.slice(RUNS))
})

test('a failure names its seed, and the seed repeats it', async () => {
  process.env['CONFINE_FUZZ_SEED'] = '4711'
  const failing = () => fuzz(fc.property(fc.nat(), (value) => value < 1000))
  expect(failing).toThrow(/seed: 4711\b/)
  expect(await tried(false)).toEqual(await tried(false))
})
