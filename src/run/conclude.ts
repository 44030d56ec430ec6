import type { Claim } from '../domain/claim.ts'
import { fewNames } from '../domain/units.ts'
import { judgeRun } from '../domain/judge-run.ts'
import type { Plan } from '../domain/plan.ts'
import type { StepFacts } from '../domain/step-facts.ts'
import type { GitTools } from '../plan/git.ts'
import { compareSnapshots, isComplete, takeSnapshot, type CheckoutSnapshot } from '../plan/snapshot.ts'
import { withCheckoutComparison } from '../posture/claims/filesystem.ts'
import { withControl } from '../posture/control.ts'
import { weaknessesOf } from '../posture/known-weaknesses.ts'
import { worstClaims } from '../posture/judge-posture.ts'
import { hintsFor } from '../hints/hints.ts'
import { buildReport, type ReportFacts } from '../report/build-report.ts'
import { redact, redactOutput } from '../report/redact.ts'
import type { Report } from '../report/schema.ts'
import { weaknessFacts } from '../report/weakness-facts.ts'
import { VERSION } from '../version.ts'
import { reportOutput } from './kept-output.ts'
import { NOT_COVERED } from './not-covered.ts'
import type { Found } from './prepared.ts'
import type { JudgedRecord, StepsResult } from './run-steps.ts'
import { secretsOf } from './secrets.ts'
import { stepFacts } from './step-facts.ts'

export interface Conclusion {
  readonly plan: Plan
  readonly found: Found
  readonly judged: readonly JudgedRecord[]
  readonly claims: readonly Claim[]
  readonly error: string | null
  readonly cancelled: boolean
  readonly label: string
  readonly startedAt: Date
}

/** The posture of the run: for each claim the worst over all steps, the control's word, and the checkout compared with how it was. */
export async function concludePosture(
  git: GitTools,
  plan: Plan,
  before: CheckoutSnapshot | null,
  { judged, control }: StepsResult,
): Promise<readonly Claim[]> {
  const claims = worstClaims(judged.map(({ record }) => record.claims))
  if (claims.length === 0) return claims
  const differences = await checkoutDifferences(git, plan, before)
  const compared = claims.map((claim) =>
    claim.id === 'workspace.detached' ? withCheckoutComparison(claim, differences) : claim,
  )
  return withControl(compared, control)
}

/** `null` when it can't be told: then the claim stays unproven. */
async function checkoutDifferences(
  git: GitTools,
  plan: Plan,
  before: CheckoutSnapshot | null,
): Promise<readonly string[] | null> {
  if (before === null || !isComplete(before)) return null
  try {
    const after = await takeSnapshot(git, plan.checkout)
    return isComplete(after) ? compareSnapshots(before, after) : null
  } catch {
    return null
  }
}

/** Judges the run and puts everything into its report, secrets hidden. */
export function conclude(conclusion: Conclusion): Report {
  const { plan, found, judged, claims, error, cancelled } = conclusion
  const verdict = judgeRun({
    steps: judged.map(({ record, outcome }) => ({ ...record.step, outcome })),
    claims,
    require: plan.require,
    subjectTested: found.subject !== null,
    error,
    cancelled,
  })
  const report = buildReport({
    toolVersion: VERSION,
    plan,
    label: conclusion.label,
    startedAt: conclusion.startedAt,
    finishedAt: new Date(),
    verdict,
    tested: found.subject?.tested ?? null,
    image: found.image === null ? null : imageOf(found.image),
    engine: engineOf(conclusion),
    settled: settledProfile(conclusion),
    workspace: workspaceOf(found),
    claims,
    notCovered: NOT_COVERED,
    steps: judged.map((each) => stepOf(conclusion, each)),
    notes: found.notes,
  })
  return redact(report, secretsOf(plan))
}

function stepOf({ plan, found }: Conclusion, judged: JudgedRecord): ReportFacts['steps'][number] {
  const { step, shell, releasedAt, durationMs, output: kept } = judged.record
  const output = kept === null ? null : reportOutput(kept)
  // Hidden before: a hint quotes the begin of a name, by which a secret in it would not be found any more.
  const hints = hintsOf(stepFacts(plan, found, judged, output && redactOutput(output, secretsOf(plan))))
  return { step, outcome: judged.outcome, shell, startedAt: releasedAt, durationMs, output, hints }
}

/** The report does not hang on advice. */
function hintsOf(facts: StepFacts): readonly string[] {
  try {
    return hintsFor(facts)
  } catch (error) {
    const kind = error instanceof Error ? error.name : 'unknown'
    return [`Confine could not look for hints here, by a fault of its own (${kind}).`]
  }
}

function imageOf({ reference, id, digest, pinned, platform, origin }: NonNullable<Found['image']>): Report['image'] {
  return { reference, id, digest, pinned, platform, origin }
}

function engineOf({ found: { engine }, plan }: Conclusion): Report['engine'] {
  if (engine === null) return null
  const { endpoint, version, apiVersion, kernel, cgroupVersion, securityOptions } = engine
  const runtime = plan.profile.runtime ?? engine.defaultRuntime
  const runtimeVersion = engine.components[runtime] ?? 'unknown'
  return {
    endpoint,
    version,
    apiVersion,
    kernel,
    cgroupVersion,
    runtime,
    runtimeVersion,
    securityOptions: [...securityOptions],
    knownWeaknesses: weaknessFacts(weaknessesOf(engine, runtime)),
  }
}

function settledProfile({ found: { workspace, environment } }: Conclusion) {
  if (workspace === null) return null
  const { user, userSource } = workspace
  return { user, userSource, environment: [...environment] }
}

function workspaceOf({ workspace }: Found): Report['workspace'] {
  if (workspace === null) return null
  const { method, reason, notes, credentialScan } = workspace
  return { method, reason, scrubbed: [...fewNames(credentialScan.scrubbed)], notes: [...notes] }
}
