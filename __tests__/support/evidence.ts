import { readFileSync } from 'node:fs'
import type { ClaimId, ClaimVerdict } from '../../src/domain/claim.ts'
import type { GateEvidence } from '../../src/domain/evidence.ts'
import { judgePosture } from '../../src/posture/judge-posture.ts'
import { EVERY_CLAIM } from './requirements.ts'

/**
 * The evidence of one gate of a real engine (20.10, control groups v1), with names and numbers of the machine replaced,
 * and with AppArmor as a hosted runner has it.
 */
const TEXT = readFileSync(new URL('./evidence.json', import.meta.url), 'utf8')

/** A change to the recorded evidence. Throws when there is nothing of the kind to change, so that no test goes blind. */
export type Change = (draft: GateEvidence) => GateEvidence

export function evidence(...changes: readonly Change[]): GateEvidence {
  return changes.reduce<GateEvidence>((draft, change) => change(draft), JSON.parse(TEXT))
}

/** Every line of the probe that matches becomes `to`; `null` leaves it out. */
export function line(pattern: RegExp, to: string | null): Change {
  return (draft) => {
    if (!draft.probeLines.some((each) => pattern.test(each))) throw new Error(`no line is like ${String(pattern)}`)
    const probeLines = draft.probeLines.flatMap((each) => (pattern.test(each) ? (to === null ? [] : [to]) : [each]))
    return { ...draft, probeLines }
  }
}

export function extraLines(...lines: readonly string[]): Change {
  return (draft) => ({ ...draft, probeLines: [...draft.probeLines, ...lines] })
}

/**
 * Sets what is at a path, `undefined` removes it. The path, names joined by dots or a list of names, must exist up to its
 * last name.
 */
export function set(path: string | readonly string[], value: unknown): Change {
  return (draft) => {
    const names = typeof path === 'string' ? path.split('.') : [...path]
    const last = names.pop() ?? ''
    const place = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], draft)
    if (typeof place !== 'object' || place === null) throw new Error(`nothing is at ${String(path)}`)
    const fields = place as Record<string, unknown>
    if (value === undefined) {
      if (!(last in fields)) throw new Error(`nothing is at ${String(path)}`)
      Reflect.deleteProperty(fields, last)
    } else fields[last] = value
    return draft
  }
}

/** Claims that are refuted or unproven. */
export function notProven(seen: GateEvidence): Partial<Record<ClaimId, ClaimVerdict>> {
  const { claims } = judgePosture(seen, EVERY_CLAIM)
  return Object.fromEntries(
    claims
      .filter(({ verdict }) => verdict === 'refuted' || verdict === 'unproven')
      .map(({ id, verdict }) => [id, verdict]),
  )
}
