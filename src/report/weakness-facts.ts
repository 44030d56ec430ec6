import type { KnownWeaknesses } from '../domain/weakness.ts'
import type { Report } from './schema.ts'

/** The weaknesses in the report's form. */
export function weaknessFacts(weaknesses: KnownWeaknesses): NonNullable<Report['engine']>['knownWeaknesses'] {
  return {
    ...weaknesses,
    found: weaknesses.found.map((found) => ({ ...found, fixedIn: [...found.fixedIn] })),
    untold: weaknesses.untold.map((untold) => ({ ...untold })),
  }
}
