import type { Ending } from '../domain/ending.ts'
import { judgeOutcome } from '../domain/judge-outcome.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { Plan } from '../domain/plan.ts'
import type { Runner } from '../domain/runner.ts'
import type { Step } from '../domain/step.ts'
import { judgePosture } from '../posture/judge-posture.ts'
import { StepLog } from '../runtime/step-log.ts'
import { containerDemand } from '../sandbox/container-demand.ts'
import type { Engine } from '../sandbox/engine.ts'
import { probeText } from '../sandbox/probe-text.ts'
import { createStep, runStep, unreleased, type CreatedStep, type StepRecord } from '../sandbox/step-container.ts'
import { RUN_LABEL } from '../sandbox/sweep.ts'
import type { Found } from './prepared.ts'

export interface StepsPort {
  readonly plan: Plan
  readonly engine: Engine
  readonly runner: Runner
  readonly label: string
  readonly cancel: AbortSignal
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface JudgedRecord {
  readonly record: StepRecord
  readonly outcome: Outcome
}

/** Containers that wait for their turn. */
type Waiting = Map<Step, Promise<CreatedStep>>

/** Runs the steps one after the other, each in its own container, and says how each ended. */
export async function runSteps(port: StepsPort, found: Found): Promise<readonly JudgedRecord[]> {
  const judged: JudgedRecord[] = []
  const waiting: Waiting = new Map()
  let stop: string | null = null
  for (const step of port.plan.steps) {
    const record = stop === null ? await runOne(port, found, step, waiting) : unreleased(step, skipped(port, stop))
    const outcome = judgeOutcome(record.ending)
    judged.push({ record, outcome })
    stop ??= reasonToStop(port, step, outcome)
  }
  await Promise.all(judged.map(({ record }) => record.removed))
  // Those whose turn never came carry the run's label: the sweep has to find them.
  await Promise.allSettled(waiting.values())
  return judged
}

/** For steps that an earlier error kept from being tried at all. */
export function skipAll(plan: Plan, because: string, cancelled: boolean): readonly JudgedRecord[] {
  const ending: Ending = cancelled ? { kind: 'cancelled', released: false } : { kind: 'skipped', because }
  return plan.steps.map((step) => ({ record: unreleased(step, ending), outcome: judgeOutcome(ending) }))
}

function skipped({ cancel }: StepsPort, because: string): Ending {
  return cancel.aborted ? { kind: 'cancelled', released: false } : { kind: 'skipped', because }
}

async function runOne(port: StepsPort, found: Found, step: Step, waiting: Waiting): Promise<StepRecord> {
  const { plan, engine, runner, label, cancel } = port
  const { engine: engineFacts, image, workspace } = found
  if (engineFacts === null || image === null || workspace === null) {
    return unreleased(step, { kind: 'skipped', because: 'the run was not prepared' })
  }
  const around = {
    profile: plan.profile,
    image,
    workspacePath: plan.checkout,
    workspace,
    labels: { [RUN_LABEL]: label },
    github: githubEnvironment(port),
  }
  const probe = probeText()
  const createNext = async (): Promise<void> => {
    const next = plan.steps[step.index + 1]
    if (next === undefined) return
    const created = createStep({ engine, probe }, containerDemand(around, next), next)
    waiting.set(next, created)
    await created.catch(() => undefined) // told in its turn
  }
  const demand = containerDemand(around, step)
  for (const name of Object.keys(demand.env)) found.environment.add(name)
  const log = new StepLog(runner, `Step ${String(step.index + 1)} of ${String(plan.steps.length)}: ${step.name}`)
  let record: StepRecord | null = null
  try {
    record = await runStep(
      {
        engine,
        engineFacts,
        resolvedImageId: image.id,
        credentialScan: workspace.credentialScan,
        probe,
        judge: (evidence) => judgePosture(evidence, plan.require),
        sink: log,
        cancel,
      },
      demand,
      step,
      { created: waiting.get(step) ?? null, createNext },
    )
    return record
  } finally {
    log.finish(record?.output ?? null)
  }
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
      return plan.failFast && !step.continueOnError ? `fail-fast: step "${step.name}" is not verified` : null
  }
}
