/** First rows of the kernel's tables below /proc/net. */
export const DEVICE_HEADING = [/^Inter-\|/, /^ face \|/]

/** Rows below a heading; `null` without it, for then rows of the table may be missing as well. */
export function below(heading: readonly RegExp[], rows: readonly string[]): readonly string[] | null {
  if (!heading.every((pattern, n) => pattern.test(rows[n] ?? ''))) return null
  return rows.slice(heading.length).filter((row) => row.trim() !== '')
}

/** Each row is `name: counters`; one of another form, and nothing is known of any. */
export function deviceNames(rows: readonly string[] | null): readonly string[] | null {
  const names = rows?.flatMap((row) => /^\s*([^:\s]+):/.exec(row)?.[1] ?? []) ?? null
  return names?.length === rows?.length ? names : null
}

/** A row of /proc/<pid>/status. */
export const STATUS_ROW = /^([A-Za-z_]+):(.*)$/s

/**
 * A field given twice differently is dropped. The pattern takes a value as a whole, and white space is folded afterwards:
 * one that looks for the value's end goes back over each run of blanks, minutes long where a shell prints very many.
 */
export function pairs(rows: readonly string[], pattern: RegExp): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const torn = new Set<string>()
  for (const row of rows) {
    const match = pattern.exec(row)
    const key = match?.[1]
    const value = match?.[2]?.replace(/\s+/g, ' ').trim()
    if (key === undefined || value === undefined) continue
    if (found.has(key) && found.get(key) !== value) torn.add(key)
    found.set(key, value)
  }
  for (const key of torn) found.delete(key)
  return found
}

/** White space as one blank each. */
export function folded(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

/** A security module's label; `null` when none answers with one line. */
export function labelOf(rows: readonly string[]): string | null {
  const [first = '', ...others] = rows
  const label = first.replace(/\0/g, '').trim()
  return label === '' || others.length > 0 ? null : label
}

/** Names of all fields, also of those that contradict themselves. */
export function namesOf(rows: readonly string[], pattern: RegExp): ReadonlySet<string> {
  return new Set(rows.flatMap((row) => pattern.exec(row)?.[1] ?? []))
}

const LIMITS_V1 = ['memory-v1', 'memory-swap-v1', 'pids-v1', 'cpu-quota-v1', 'cpu-period-v1']
const LIMITS_V2 = ['memory-v2', 'memory-swap-v2', 'pids-v2', 'cpu-v2']

/**
 * The words for limits of control groups, of the version that counts: only one limits a container. A word of the second
 * leaves no way back to the first, also where it can't be used.
 */
export function limitWords(isThere: (word: string) => boolean): readonly string[] {
  return LIMITS_V2.some(isThere) ? LIMITS_V2 : LIMITS_V1
}
