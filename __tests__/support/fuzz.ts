import { randomInt } from 'node:crypto'
import fc from 'fast-check'

/** The same cases in every run, so that a fault that was found once is found again. */
const COMMITTED_SEED = 834_602_117

/** `CONFINE_FUZZ_SEED` repeats a run: a failure names its seed. */
function seeds(): readonly number[] {
  const given = process.env['CONFINE_FUZZ_SEED']
  return given === undefined ? [COMMITTED_SEED, randomInt(2 ** 31)] : [Number(given)]
}

/** Tries a property with the committed seed, then with one that is new in each run. */
export function fuzz<Ts>(property: fc.IProperty<Ts>, numRuns = 300): void {
  for (const seed of seeds()) fc.assert(property, { seed, numRuns })
}

/** The same for a property that takes its time. */
export async function fuzzAsync<Ts>(property: fc.IAsyncProperty<Ts>, numRuns = 100): Promise<void> {
  for (const seed of seeds()) await fc.assert(property, { seed, numRuns })
}
