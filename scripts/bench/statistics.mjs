// @ts-check
/** @param {readonly number[]} values at least one */
export function median(values) {
  if (values.length === 0) throw new Error('there is no median of nothing')
  const sorted = values.toSorted((a, b) => a - b)
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN
  const high = sorted[Math.ceil((sorted.length - 1) / 2)] ?? NaN
  return (low + high) / 2
}

/**
 * Measures two things by turns, so that a machine that is busy for a while is busy for both. Each goes first every
 * other round, so that one which gets busier or idler favours neither.
 *
 * @param {number} rounds
 * @param {() => Promise<number>} measured
 * @param {() => Promise<number>} against
 * @returns {Promise<{ measured: number, against: number, ratio: number }>} medians; the ratio's is over the rounds
 */
export async function compare(rounds, measured, against) {
  const pairs = []
  for (let round = 0; round < rounds; round++) {
    const early = round % 2 === 0 ? await measured() : null
    const other = await against()
    pairs.push([early ?? (await measured()), other])
  }
  return {
    measured: median(pairs.map(([a = NaN]) => a)),
    against: median(pairs.map(([, b = NaN]) => b)),
    ratio: median(pairs.map(([a = NaN, b = NaN]) => a / b)),
  }
}
