import type { Outcome } from '../domain/outcome.ts'
import type { Plan } from '../domain/plan.ts'
import type { StepFacts } from '../domain/step-facts.ts'
import { cleanOutput } from '../report/clean-text.ts'
import type { StepRecord } from '../sandbox/step-container.ts'
import { lastOutput } from './kept-output.ts'
import type { Found } from './prepared.ts'

/** What a step said last is what it died of; a longer end would find words of another matter. */
const TAIL_BYTES = 16 * 1024

/** All that hints may look at. */
export function stepFacts(plan: Plan, found: Found, record: StepRecord, outcome: Outcome): StepFacts {
  const { step, shell, output } = record
  return {
    step,
    outcome,
    profile: plan.profile,
    shell,
    tail: output === null ? '' : cleanOutput(lastOutput(output, TAIL_BYTES)),
    droppedBytes: output?.droppedBytes ?? 0,
    complete: output?.complete !== false,
    command: found.commands.get(step) ?? null,
    checkout: found.checkout,
    counters: record.counters,
    imageEnv: found.image?.env ?? [],
  }
}
