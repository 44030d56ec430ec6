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
}

/** One contradiction refutes, whoever else confirms. Without a confirmation by each needed witness it is unproven. */
export function judgeClaim(draft: ClaimDraft): Claim {
  const { id, statement, demanded, observations, doesNotShow } = draft
  return { id, statement, demanded, observations, control: null, verdict: verdictOf(draft), doesNotShow }
}

function verdictOf({ observations, needs }: ClaimDraft): ClaimVerdict {
  if (observations.some((seen) => seen.stance === 'contradicts')) return 'refuted'
  const confirmed = (witness: Witness): boolean => {
    const own = observations.filter((seen) => seen.witness === witness)
    return own.length > 0 && own.every((seen) => seen.stance === 'confirms')
  }
  return needs.length > 0 && needs.every(confirmed) ? 'proven' : 'unproven'
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
