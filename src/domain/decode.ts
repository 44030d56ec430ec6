/**
 * Readers for JSON whose shape is somebody else's: each gives the value, or nothing when it is of another kind. Absence
 * is never turned into a usable default.
 */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function asString(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export function asBoolean(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/** The strings of a list; other members are left out. */
export function asStrings(value: unknown): readonly string[] {
  return asArray(value).filter((member) => typeof member === 'string')
}
