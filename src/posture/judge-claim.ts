import type { Claim, ClaimId, ClaimVerdict, Observation, Stance, Witness } from '../domain/claim.ts'

/** A claim as its judge states it; the verdict follows from the observations alone. */
export interface ClaimDraft {
  readonly id: ClaimId
  readonly statement: string
  readonly demanded: string
  readonly observations: readonly Observation[]
  /** Witnesses that must confirm it with all that they say; the others may be silent, but must not contradict. */
  readonly needs: readonly Witness[]
  readonly doesNotShow: string
  /** Evidence says that this host or runtime has no such mechanism. */
  readonly mechanismAbsent?: boolean
}

/**
 * One contradiction refutes, whoever else confirms. Without a confirmation by each needed witness it is unproven.
 *
 * @param hostNeeded the host's view is needed as well, of a claim that it can see
 */
export function judgeClaim(draft: ClaimDraft, hostNeeded: boolean): Claim {
  const { id, statement, demanded, observations, doesNotShow } = draft
  const verdict = verdictOf(draft, hostNeeded)
  return { id, statement, demanded, observations, control: null, verdict, doesNotShow }
}

function verdictOf({ observations, needs, mechanismAbsent }: ClaimDraft, hostNeeded: boolean): ClaimVerdict {
  if (observations.some((seen) => seen.stance === 'contradicts')) return 'refuted'
  if (mechanismAbsent === true) return 'not-applicable'
  const own = (witness: Witness) => observations.filter((seen) => seen.witness === witness)
  const confirmed = (witness: Witness) => own(witness).length > 0 && own(witness).every(isConfirming)
  const all: readonly Witness[] = hostNeeded && own('host').length > 0 ? [...needs, 'host'] : needs
  return needs.length > 0 && all.every(confirmed) ? 'proven' : 'unproven'
}

function isConfirming({ stance }: Observation): boolean {
  return stance === 'confirms'
}

/** `null` is a fact that could not be had. */
export function observe(witness: Witness, seen: string, agrees: boolean | null): Observation {
  return { witness, seen, stance: stanceOf(agrees) }
}

function stanceOf(agrees: boolean | null): Stance {
  if (agrees === null) return 'silent'
  return agrees ? 'confirms' : 'contradicts'
}

/** For a fact that may be missing: silent when it is, else judged. */
export function observeFact<T>(
  witness: Witness,
  name: string,
  fact: T | null | undefined,
  agrees: (fact: T) => boolean,
): Observation {
  if (fact === null || fact === undefined) return observe(witness, `${name} could not be read`, null)
  return observe(witness, `${name} ${textOf(fact)}`, agrees(fact))
}

function textOf(fact: unknown): string {
  if (Array.isArray(fact)) return fact.length === 0 ? 'none' : fact.map(String).join(', ')
  return String(fact)
}
