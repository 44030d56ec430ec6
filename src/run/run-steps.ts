import type { ContainerDemand } from '../domain/demand.ts'
import type { Ending } from '../domain/ending.ts'
import type { ControlEvidence, GateEvidence } from '../domain/evidence.ts'
import { judgeOutcome } from '../domain/judge-outcome.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { Plan } from '../domain/plan.ts'
import { isEnough, type Requirements } from '../domain/requirements.ts'
import type { Runner } from '../domain/runner.ts'
import type { Step } from '../domain/step.ts'
import { judgeControl, type ControlJudgement } from '../posture/control.ts'
import { judgePosture } from '../posture/judge-posture.ts'
import { stepTitle } from '../report/step-command.ts'
import { secretForms } from '../domain/secret-forms.ts'
import { StepLog } from '../runtime/step-log.ts'
import { secretsOf } from './secrets.ts'
import { containerDemand } from '../sandbox/container-demand.ts'
import { runControl, type ControlPort } from '../sandbox/control-container.ts'
import type { Engine } from '../sandbox/engine.ts'
import type { GatedContainer, GatePort } from '../sandbox/gate.ts'
import { PATIENCE, type Patience } from '../sandbox/patience.ts'
import { probeText } from '../sandbox/probe-text.ts'
import { createStep, runStep, unreleased, type StepRecord } from '../sandbox/step-container.ts'
import { RUN_LABEL } from '../sandbox/sweep.ts'
import type { Found } from './prepared.ts'

export interface StepsPort {
  readonly plan: Plan
  readonly engine: Engine
  readonly runner: Runner
  readonly label: string
  readonly cancel: AbortSignal
  readonly env: Readonly<Record<string, string | undefined>>
  readonly tempDir: string
  readonly patience?: Patience
}

export interface JudgedRecord {
  readonly record: StepRecord
  readonly outcome: Outcome
}

const LONGEST_REASON = 300

/** How each step ended, and what the control said beside the first of them. */
export interface StepsResult {
  readonly judged: readonly JudgedRecord[]
  /** `null` when no step was released: then there was nothing to compare with. */
  readonly control: ControlJudgement | null
}

/** Runs the steps one after the other, each in its own container. */
export async function runSteps(port: StepsPort, found: Found): Promise<StepsResult> {
  const ready = readiness(port, found)
  if (ready === null)
    return { judged: skipAll(port.plan, 'the run was not prepared', port.cancel.aborted), control: null }
  const { plan } = port
  const judged: JudgedRecord[] = []
  const beside: { evidence: Promise<ControlEvidence> | null } = { evidence: null }
  let control: ControlJudgement | null = null
  let stop: string | null = null
  for (const step of plan.steps) {
    const onRelease = (): void => {
      beside.evidence ??= runControl(ready.control, ready.demand(step))
    }
    stop ??= (await found.disk?.shortage()) ?? null
    const record = stop === null ? await runOne(ready, step, onRelease) : unreleased(step, skipped(port, stop))
    if (beside.evidence !== null) control ??= judgeControl(await beside.evidence, record.claims)
    const outcome = unlessBlind(judgeOutcome(record.ending), control, plan.require)
    judged.push({ record, outcome })
    stop ??= reasonToStop(port, step, outcome) ?? blindness(control, plan.require)
  }
  await Promise.all(judged.map(({ record }) => record.removed))
  // Those whose turn never came carry the run's label: the sweep has to find them.
  await Promise.allSettled(ready.waiting.values())
  return { judged, control }
}

/** For steps that an earlier error kept from being tried at all. */
export function skipAll(plan: Plan, because: string, cancelled: boolean): readonly JudgedRecord[] {
  const ending: Ending = cancelled ? { kind: 'cancelled', released: false } : { kind: 'skipped', because }
  return plan.steps.map((step) => ({ record: unreleased(step, ending), outcome: judgeOutcome(ending) }))
}

function skipped({ cancel }: StepsPort, because: string): Ending {
  return cancel.aborted ? { kind: 'cancelled', released: false } : { kind: 'skipped', because }
}

/** All that a step's container is made with. */
interface Ready {
  readonly port: StepsPort
  readonly found: Found
  readonly gate: GatePort
  readonly control: ControlPort
  readonly demand: (step: Step) => ContainerDemand
  /** Containers that wait for their turn. */
  readonly waiting: Map<Step, Promise<GatedContainer>>
}

function readiness(port: StepsPort, found: Found): Ready | null {
  const { plan, engine, label, cancel, tempDir } = port
  const { engine: engineFacts, image, workspace } = found
  if (engineFacts === null || image === null || workspace === null) return null
  const labels = { [RUN_LABEL]: label }
  const { profile, checkout: workspacePath } = plan
  const github = githubEnvironment(port)
  const around = { profile, image, workspacePath, workspace, labels, github, engineCpus: engineFacts.cpus }
  const { credentialScan } = workspace
  const { patience = PATIENCE } = port
  const gate = { engine, engineFacts, resolvedImageId: image.id, credentialScan, probe: probeText(), cancel, patience }
  const sharedFolder = workspace.method === 'overlay' ? tempDir : null
  const control = { ...gate, name: `confine-${label}-control`, labels, sharedFolder }
  return { port, found, gate, control, demand: (step) => containerDemand(around, step), waiting: new Map() }
}

async function runOne(ready: Ready, step: Step, askControl: () => void): Promise<StepRecord> {
  const { port, found, gate, demand, waiting } = ready
  const { plan, runner } = port
  const own = demand(step)
  for (const name of Object.keys(own.env)) found.environment.add(name)
  const title = `Step ${String(step.index + 1)} of ${String(plan.steps.length)}: ${stepTitle(step)}`
  const log = new StepLog(runner, title, secretForms(secretsOf(plan)))
  const judge = (evidence: GateEvidence) => judgePosture(evidence, plan.require)
  const onRelease = (): void => {
    createAhead(ready, plan.steps[step.index + 1])
    askControl()
  }
  let record: StepRecord | null = null
  try {
    record = await runStep(
      { ...gate, judge, sink: log, disk: found.disk, onRelease },
      own,
      step,
      waiting.get(step) ?? null,
    )
    return record
  } finally {
    log.finish(record?.output ?? null)
  }
}

/** While a step runs: creating reads nothing that a step could write, for volumes are not looked into. */
function createAhead({ gate, demand, waiting }: Ready, next: Step | undefined): void {
  if (next === undefined) return
  const created = createStep(gate, demand(next), next)
  created.catch(() => undefined) // told in its turn
  waiting.set(next, created)
}

/** A pass counts for nothing when the probe takes an unconfined container for a confined one. */
function unlessBlind(outcome: Outcome, control: ControlJudgement | null, require: Requirements): Outcome {
  const reason = outcome.kind === 'verified' ? blindness(control, require) : null
  return reason === null ? outcome : { kind: 'not-confined', reason, claims: ['probe.sighted'] }
}

function blindness(control: ControlJudgement | null, require: Requirements): string | null {
  if (control === null || !require.claims.includes('probe.sighted')) return null
  const { verdict, observations } = control.sighted
  if (isEnough(control.sighted, require)) return null
  return `probe.sighted is ${verdict} (${observations
    .map(({ seen }) => seen)
    .join('; ')
    .slice(0, LONGEST_REASON)})`
}

/** What a step may know of the job (design of the fixed list: README, "Inside a step"). */
function githubEnvironment({ plan, env }: StepsPort): Readonly<Record<string, string>> {
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_SHA: plan.context.sha,
    GITHUB_REF: plan.context.ref,
    GITHUB_REPOSITORY: plan.event.repository,
    RUNNER_OS: env['RUNNER_OS'] ?? 'Linux',
  }
}

/** A containment error is never only one step's: it would show again as a row of failures that no script caused. */
function reasonToStop({ plan, cancel }: StepsPort, step: Step, outcome: Outcome): string | null {
  if (cancel.aborted) return 'the workflow was cancelled'
  switch (outcome.kind) {
    case 'not-started':
    case 'not-confined':
    case 'lost':
      return `step "${step.name}" could not be confined or watched to its end`
    case 'cancelled':
      return 'the workflow was cancelled'
    case 'verified':
    case 'not-run':
      return null
    case 'failed':
    case 'timed-out':
    case 'out-of-memory':
    case 'out-of-disk':
      return plan.failFast && !step.continueOnError ? `fail-fast: step "${step.name}" is not verified` : null
  }
}
