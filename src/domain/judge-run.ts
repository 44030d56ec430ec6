import { verdictWords, type Claim } from './claim.ts'
import type { Outcome } from './outcome.ts'
import { isEnough, type Requirements } from './requirements.ts'
import { firstFew, plural } from './units.ts'
import type { Verdict } from './verdict.ts'

export interface JudgedStep {
  readonly name: string
  readonly continueOnError: boolean
  readonly outcome: Outcome
}

export interface RunFacts {
  readonly steps: readonly JudgedStep[]
  /** For each claim the worst over all steps. */
  readonly claims: readonly Claim[]
  readonly require: Requirements
  /** The checkout is the head or a merge that contains it. */
  readonly subjectTested: boolean
  /** First error outside of any step: no engine, no image, bad inputs. */
  readonly error: string | null
  readonly cancelled: boolean
}

const LONGEST_NAME = 50

type NotConfined = Extract<Outcome, { kind: 'not-confined' }>

/** The only place that says "verified". Every cause of red is looked for; green is what is left when none is found. */
export function judgeRun(facts: RunFacts): Verdict {
  const reason = firstCause(facts)
  if (reason !== null) return { value: 'not-verified', reason, cancelled: facts.cancelled }
  const verified = facts.steps.filter((step) => step.outcome.kind === 'verified').length
  const all = facts.steps.length
  const steps = verified === all ? plural(all, 'step') : `${String(verified)} of ${plural(all, 'step')}`
  return {
    value: 'verified',
    reason: `${steps} ran to the end and passed, ${proof(facts)}${forgiven(all - verified)}`,
    cancelled: false,
  }
}

function forgiven(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? '; 1 was allowed to fail and is not verified'
    : `; ${String(count)} were allowed to fail and are not verified`
}

/** "All" is for a run in which no claim was left open, required or not. */
function proof({ claims, require }: RunFacts): string {
  const proven = claims.filter(({ verdict }) => verdict === 'proven')
  const open = claims.filter(({ verdict }) => verdict === 'refuted' || verdict === 'unproven')
  const kind = proven.length === claims.length ? '' : 'applicable '
  if (open.length === 0) return `all ${plural(proven.length, `${kind}claim`)} proven`
  const required = proven.filter(({ id }) => require.claims.includes(id)).length
  const which = required === 0 ? 'no required claim applies' : `the ${plural(required, 'required claim')} proven`
  return `${which} (${String(proven.length)} of ${plural(claims.length, 'claim')} proven)`
}

function firstCause(facts: RunFacts): string | null {
  if (facts.cancelled) return 'the workflow was cancelled'
  if (facts.error !== null) return facts.error
  if (!facts.subjectTested) return 'the commit that was checked out does not belong to the subject'
  if (facts.steps.length === 0) return 'no step was run'
  return containmentCause(facts) ?? stepCause(facts) ?? postureCause(facts)
}

/** A containment error outweighs `continue-on-error`: that input forgives a test result, not a missing proof. */
function containmentCause(facts: RunFacts): string | null {
  for (const { name, outcome } of facts.steps) {
    if (outcome.kind === 'not-confined') return `step ${quoted(name)} ${didRun(outcome)}: ${unmet(outcome, facts)}`
    if (outcome.kind === 'not-started') return `step ${quoted(name)} could not be started: ${outcome.reason}`
    if (outcome.kind === 'lost') return `step ${quoted(name)} was lost: ${outcome.reason}`
    if (outcome.kind === 'cancelled') return `step ${quoted(name)} was cancelled`
  }
  return null
}

/** Names and verdicts: what was seen stands in the outcome and beside each claim. */
function unmet({ reason, claims }: NotConfined, facts: RunFacts): string {
  const known = claims.flatMap((id) => facts.claims.filter((claim) => claim.id === id && claim.verdict !== 'proven'))
  if (known.length === 0) return reason
  return firstFew(known.map(({ id, verdict }) => `${id} is ${verdictWords(verdict)}`))
}

/** The control runs beside the first step: only that claim can fall after a release. */
function didRun({ claims }: NotConfined): string {
  return claims.includes('probe.sighted') ? 'ran without proof of its confinement' : 'was not run'
}

function stepCause(facts: RunFacts): string | null {
  const red = facts.steps.filter(isRed)
  const [first] = red
  if (first === undefined) {
    const passed = facts.steps.some((step) => step.outcome.kind === 'verified')
    return passed ? null : 'every step was allowed to fail, and none passed'
  }
  return `step ${quoted(first.name)} ${phrase(first.outcome)}${others(red.slice(1))}`
}

/** What was never tried is no test result that could be forgiven. */
function isRed({ outcome: { kind }, continueOnError }: JudgedStep): boolean {
  return kind !== 'verified' && (kind === 'not-run' || !continueOnError)
}

/** A step that was not run did not fail. */
function others(red: readonly JudgedStep[]): string {
  const unrun = red.filter(({ outcome }) => outcome.kind === 'not-run').length
  const more = red.length - unrun
  const parts = [
    ...(more === 0 ? [] : [`${String(more)} more not verified`]),
    ...(unrun === 0 ? [] : [`${String(unrun)} ${unrun === 1 ? 'was' : 'were'} not run`]),
  ]
  return parts.length === 2 ? `, ${parts.join(' and ')}` : parts.map((part) => `, and ${part}`).join('')
}

function postureCause(facts: RunFacts): string | null {
  const claims = new Map(facts.claims.map((claim) => [claim.id, claim]))
  for (const id of facts.require.claims) {
    const claim = claims.get(id)
    if (claim === undefined) return `claim ${id} was not judged`
    if (!isEnough(claim, facts.require)) return `claim ${id} is ${verdictWords(claim.verdict)}`
  }
  return null
}

/** A step without a name goes by its command, which may be long, and have quotes of its own. */
function quoted(name: string): string {
  const text = name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1).trimEnd()}…`
  return `"${text.replaceAll('"', "'")}"`
}

function phrase(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'failed':
      return `failed with exit code ${String(outcome.exitCode)}`
    case 'timed-out':
      return 'timed out'
    case 'out-of-memory':
      return 'ran out of memory'
    case 'out-of-disk':
      return `was killed: ${outcome.reason}`
    case 'not-run':
      return `did not run: ${outcome.because}`
    case 'verified':
    case 'not-started':
    case 'not-confined':
    case 'lost':
    case 'cancelled':
      return `is ${outcome.kind}`
  }
}
