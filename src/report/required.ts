import { CLAIM_IDS } from '../domain/claim.ts'
import { formatCount } from '../domain/units.ts'
import type { Report, ReportClaim } from './schema.ts'

type Profile = NonNullable<Report['profile']>

/**
 * What the workflow asked for beside or instead of the default, as one phrase; `null` for the default. A run that asks for
 * little looks as green as one that asks for all.
 *
 * @param name how a claim's name is written
 */
export function requiredPhrase(profile: Profile | null, name: (id: string) => string): string | null {
  if (profile === null) return null
  const words = new Set<string>(profile.require)
  const host = words.delete('host')
  const noWeakness = words.delete('known-weaknesses')
  const all = CLAIM_IDS.every((id) => words.has(id))
  if (all && !host && !noWeakness) return null
  return [
    all ? 'every applicable claim' : `only ${namesOf([...words], name)}`,
    ...(host ? ['the host must confirm each that it can see'] : []),
    ...(noWeakness ? ['no known weakness of the engine'] : []),
  ].join(', and ')
}

function namesOf(ids: readonly string[], name: (id: string) => string): string {
  const count = `(${formatCount(ids.length)} of ${formatCount(CLAIM_IDS.length)})`
  return ids.length === 0 ? `nothing ${count}` : `${ids.map(name).join(', ')} ${count}`
}

/** For a claim that keeps no step from running, and turns no run red. */
export function ifNotRequired(id: ReportClaim['id'], profile: Profile | null): string {
  return profile === null || profile.require.includes(id) ? '' : ' (not required)'
}
