import type { StepFacts } from '../../src/domain/step-facts.ts'
import { PROFILE, step } from './docker.ts'

/** A step that failed with exit code 1 and said nothing, of which nothing else is known. */
export function stepFacts(more: Partial<StepFacts>): StepFacts {
  return {
    step: step('ci/x.sh'),
    outcome: { kind: 'failed', exitCode: 1, signal: null },
    profile: PROFILE,
    shell: '/bin/sh',
    tail: '',
    droppedBytes: 0,
    complete: true,
    command: null,
    checkout: null,
    counters: null,
    imageEnv: [],
    ...more,
  }
}
