import type { Given } from './scalars.ts'

export const KIB = 1024
export const MIB = 1024 * KIB
export const GIB = 1024 * MIB
export const TIB = 1024 * GIB

const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['k', KIB],
  ['m', MIB],
  ['g', GIB],
  ['t', TIB],
])

const SIZE = /^(\d{1,15}(?:\.\d{1,6})?) ?([kmgt]?)(?:i?b)?$/i

/** Bytes of `512m`, `2GiB`, `1.5g` or `1048576`: every unit is a power of 1024, as the engine's own. `null` if it is none. */
export function bytesOf(text: string): number | null {
  const [, amount = '', unit = ''] = SIZE.exec(text.trim()) ?? []
  const factor = UNITS.get(unit.toLowerCase())
  if (amount === '' || factor === undefined) return null
  const bytes = Math.floor(Number(amount) * factor)
  return Number.isSafeInteger(bytes) ? bytes : null
}

/** The largest unit that needs no decimals: `96MiB`, `1500B`. */
export function sizeText(bytes: number): string {
  for (const [unit, name] of [
    [TIB, 'TiB'],
    [GIB, 'GiB'],
    [MIB, 'MiB'],
    [KIB, 'KiB'],
  ] as const) {
    if (bytes >= unit && bytes % unit === 0) return `${String(bytes / unit)}${name}`
  }
  return `${String(bytes)}B`
}

export function parseSize(given: Given, lowest: number, highest: number): number | null {
  const bytes = bytesOf(given.text)
  if (bytes !== null && bytes >= lowest && bytes <= highest) return bytes
  const range = `from ${sizeText(lowest)} to ${sizeText(highest)}`
  return given.problems.addValue(given.input, `a size such as 512m or 2GiB, ${range}`, given.text)
}
