import type { Claim } from '../domain/claim.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { Plan } from '../domain/plan.ts'
import type { UserIds } from '../domain/profile.ts'
import type { Few } from '../domain/step-facts.ts'
import type { Step } from '../domain/step.ts'
import type { Subject } from '../domain/subject.ts'
import type { Verdict } from '../domain/verdict.ts'
import { REPORT_VERSION, type Report, type ReportOutput, type ReportStep } from './schema.ts'

/** What became of one step of the plan. */
export interface StepRecord {
  readonly step: Step
  readonly outcome: Outcome
  readonly shell: string | null
  readonly startedAt: Date | null
  /** Milliseconds from release to exit. */
  readonly durationMs: number | null
  readonly output: ReportOutput | null
  readonly hints: readonly string[]
}

/** Parts of the profile that only the run settles. */
export interface SettledProfile {
  readonly user: UserIds
  /** Where the user came from, for a person: "owner of the checkout". */
  readonly userSource: string
  /** Names of the variables that enter beside the image's own. */
  readonly environment: readonly string[]
}

/** All that a run has found out. Parts that it never got to are `null`. */
export interface ReportFacts {
  readonly toolVersion: string
  readonly plan: Pick<Plan, 'name' | 'context' | 'event' | 'profile' | 'require'>
  /** Value of the label on everything that this run made on the engine. */
  readonly label: string
  readonly startedAt: Date
  readonly finishedAt: Date
  readonly verdict: Verdict
  readonly tested: Subject['tested'] | null
  readonly image: Report['image']
  readonly engine: Report['engine']
  readonly settled: SettledProfile | null
  readonly workspace: Report['workspace']
  readonly claims: readonly Claim[]
  readonly notCovered: readonly string[]
  readonly steps: readonly StepRecord[]
  readonly notes: readonly string[]
}

/** The record of the run. Nothing is judged here; the facts are put into the form that readers know. */
export function buildReport(facts: ReportFacts): Report {
  const { image, engine, workspace } = facts
  return {
    version: REPORT_VERSION,
    tool: { name: 'confine', version: facts.toolVersion },
    run: runOf(facts),
    verdict: { ...facts.verdict },
    subject: subjectOf(facts),
    image,
    engine,
    profile: profileOf(facts),
    workspace,
    posture: { claims: facts.claims.map(claimOf), notCovered: [...facts.notCovered] },
    steps: facts.steps.map(stepOf),
    notes: [...facts.notes],
  }
}

function runOf({ plan, label, startedAt, finishedAt }: ReportFacts): Report['run'] {
  const { runId, runAttempt, workflow, workflowRef, workflowSha, job, serverUrl } = plan.context
  const page = `${serverUrl}/${plan.event.repository}/actions/runs/${runId}/attempts/${String(runAttempt)}`
  return {
    id: runId,
    attempt: runAttempt,
    name: plan.name,
    workflow,
    workflowRef,
    workflowSha,
    job,
    url: runId === '0' ? null : page,
    label,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
  }
}

function subjectOf({ plan: { event }, tested }: ReportFacts): Report['subject'] {
  return {
    event: event.event,
    repository: event.repository,
    headSha: event.headSha,
    baseSha: event.baseSha,
    fork: event.fork,
    pullRequests: event.pullRequests.map((pull) => ({ ...pull })),
    tested: tested === null ? null : testedOf(tested),
  }
}

function testedOf(tested: Subject['tested']): Report['subject']['tested'] {
  const copy = ({ count, first }: Few) => ({ count, first: [...first] })
  const { parents, foreignFolders, ignored } = tested
  return { ...tested, parents: [...parents], foreignFolders: copy(foreignFolders), ignored: copy(ignored) }
}

function profileOf({ plan: { profile, require }, settled }: ReportFacts): Report['profile'] {
  if (settled === null) return null
  const { memoryBytes, cpus, pidsLimit, tmpBytes, shmBytes, fileBytes, outputBytes } = profile
  return {
    user: `${String(settled.user.uid)}:${String(settled.user.gid)}`,
    userSource: settled.userSource,
    ...{ memoryBytes, cpus, pidsLimit, tmpBytes, shmBytes, fileBytes, outputBytes },
    environment: [...settled.environment],
    mounts: profile.mounts.map((mount) => ({ ...mount })),
    require: [
      ...require.claims,
      ...(require.host ? ['host' as const] : []),
      ...(require.noKnownWeakness ? ['known-weaknesses' as const] : []),
    ],
  }
}

function claimOf(claim: Claim): Report['posture']['claims'][number] {
  return { ...claim, observations: claim.observations.map((observation) => ({ ...observation })) }
}

function stepOf({ step, outcome, ...record }: StepRecord): ReportStep {
  const { index, id, name, run, workingDirectory, continueOnError, timeoutMs } = step
  return {
    ...{ index, id, name, run, workingDirectory, continueOnError, timeoutMs },
    shell: record.shell,
    outcome: outcome.kind === 'not-confined' ? { ...outcome, claims: [...outcome.claims] } : outcome,
    startedAt: record.startedAt?.toISOString() ?? null,
    durationMs: record.durationMs,
    output: record.output,
    hints: [...record.hints],
  }
}
