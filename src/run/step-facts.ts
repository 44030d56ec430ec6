import type { Plan } from '../domain/plan.ts'
import type { StepFacts } from '../domain/step-facts.ts'
import { cleanOutput, lastBytes } from '../report/clean-text.ts'
import type { ReportOutput } from '../report/schema.ts'
import type { Found } from './prepared.ts'
import type { JudgedRecord } from './run-steps.ts'

/** What a step said last is what it died of; a longer end would find words of another matter. */
const TAIL_BYTES = 16 * 1024

/** All that hints may look at. `output` is what the report has of it. */
export function stepFacts(
  plan: Plan,
  found: Found,
  { record: { step, shell, counters }, outcome }: JudgedRecord,
  output: ReportOutput | null,
): StepFacts {
  return {
    step,
    outcome,
    profile: plan.profile,
    shell,
    tail: output === null ? '' : cleanOutput(lastBytes(endOf(output), TAIL_BYTES)),
    droppedBytes: output?.droppedBytes ?? 0,
    complete: output?.complete !== false,
    command: found.commands.get(step) ?? null,
    checkout: found.checkout,
    counters,
    imageEnv: found.image?.env ?? [],
  }
}

/** All of it is in its head when nothing was left out. */
function endOf({ head, tail, droppedBytes }: ReportOutput): string {
  return droppedBytes === 0 ? head : tail
}
