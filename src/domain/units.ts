import type { Few } from './step-facts.ts'

const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'] as const

/** 1234567 → "1,234,567", the same on every machine. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** One decimal below ten, none above, never ".0": 1.5, 12, 512. */
function short(value: number): string {
  return value < 9.95 ? String(Math.round(value * 10) / 10) : String(Math.round(value))
}

/** Bytes in binary units: "17 B", "1.5 KiB", "512 MiB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${String(Math.round(bytes))} B`
  let value = bytes / 1024
  for (const unit of UNITS) {
    // 1023.9 would round to "1024 KiB".
    if (value < 1023.5 || unit === 'TiB') return `${short(value)} ${unit}`
    value /= 1024
  }
  return `${short(value)} TiB`
}

/** Milliseconds as a person says it: "340 ms", "2.1 s", "1 min 5 s", "2 h 3 min". */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${String(Math.round(ms))} ms`
  if (ms < 59_500) return `${short(ms / 1000)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 3600) return two(Math.floor(seconds / 60), 'min', seconds % 60, 's')
  const minutes = Math.round(seconds / 60)
  return two(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
}

function two(large: number, largeUnit: string, small: number, smallUnit: string): string {
  const first = `${formatCount(large)} ${largeUnit}`
  return small === 0 ? first : `${first} ${String(small)} ${smallUnit}`
}

/** "a, b, c and 2 more". */
export function firstFew(names: readonly string[], most = 3): string {
  const told = names.slice(0, most).join(', ')
  return names.length > most ? `${told} and ${String(names.length - most)} more` : told
}

/** "a, b, c and 2 more", of names that were counted before. */
export function fewWords({ count, first }: Few): string {
  const more = count - first.length
  return more > 0 ? `${first.join(', ')} and ${formatCount(more)} more` : first.join(', ')
}

/** "1 step", "60 steps". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

const NAME_CHARACTERS = 200

/** Names for a list that is published: as many as a reader looks at, none of them endless, and how many more there are. */
export function fewNames(names: readonly string[], most = 20): readonly string[] {
  const told = names
    .slice(0, most)
    .map((name) => (name.length > NAME_CHARACTERS ? `${name.slice(0, NAME_CHARACTERS)}…` : name))
  return names.length > most ? [...told, `and ${formatCount(names.length - most)} more`] : told
}
