import { describe, expect, test } from '@jest/globals'
import { type Plan } from '../../../src/domain/plan.ts'
import { type EventSubject } from '../../../src/domain/subject.ts'
import { targetOf } from '../../../src/publish/target.ts'
import { target } from './samples.ts'

const FACTS = { label: 'run-100-1', actor: 'maintainer', startedAt: new Date('2026-01-02T03:04:05Z') }

function plan(event: Partial<EventSubject>, context: Partial<Plan['context']> = {}): Plan {
  return {
    name: 'Confine',
    steps: [{}, {}],
    publishing: { token: 't', check: true, comment: 'always', summary: true, reportPath: '/tmp/report.json' },
    event: { ...target().subject, ...event },
    context: { runId: '100', runAttempt: 1, serverUrl: 'https://github.test', ref: 'refs/pull/7/merge', ...context },
  } as unknown as Plan
}

describe('the target of a run', () => {
  test('is known from the plan', () => {
    expect(targetOf(plan({}), FACTS)).toEqual(target())
  })

  test('has no page outside of a workflow', () => {
    expect(targetOf(plan({}, { runId: '0' }), FACTS).runUrl).toBeNull()
  })
})

describe('why a token is read-only', () => {
  const dependabot = [{ number: 7, headRef: 'dependabot/npm/left-pad', baseRef: 'main' }]
  test.each([
    ['a fork', { fork: true }, {}, 'maintainer', 'fork'],
    ['a fork, with the base repository’s token', { fork: true, event: 'pull_request_target' }, {}, 'maintainer', null],
    ['a branch of the repository', {}, {}, 'maintainer', null],
    ['Dependabot', {}, {}, 'dependabot[bot]', 'dependabot'],
    ['a person re-runs what Dependabot started', { pullRequests: dependabot }, {}, 'maintainer', 'dependabot'],
    [
      'a push of Dependabot',
      { event: 'push', pullRequests: [] },
      { ref: 'refs/heads/dependabot/x' },
      null,
      'dependabot',
    ],
    ['a branch that only sounds like it', { event: 'push' }, { ref: 'refs/heads/not-dependabot/x' }, null, null],
  ])('%s', (_, event, context, actor, cause) => {
    expect(targetOf(plan(event, context), { ...FACTS, actor }).readOnly).toBe(cause)
  })
})
