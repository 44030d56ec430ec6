import type { CheckoutFacts, StepFacts } from '../../src/domain/step-facts.ts'
import { PROFILE, step } from './docker.ts'

const NONE = { count: 0, first: [], paths: [] }

/** A checkout that lacks nothing. */
export const WHOLE: CheckoutFacts = {
  shallowCommits: null,
  hasTags: true,
  partial: false,
  repositoryOutside: false,
  leftOut: NONE,
  lfsPointers: NONE,
  absentSubmodules: NONE,
  packagesAbsent: false,
  ownNames: new Set(),
  ownerUid: 1000,
}

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
