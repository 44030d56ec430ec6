import { describe, expect, test } from '@jest/globals'
import { type ActionRun, expectVerified, reportOf, runAction } from '../support/action.ts'
import { readLog } from '../support/action-log.ts'
import { makeCheckout } from '../support/checkouts.ts'
import { ANSWERS, TOKENS } from '../support/github/index.mjs'

function warningsOf({ log }: ActionRun): readonly string[] {
  return readLog(log).commands.flatMap(({ command, data }) => (command === 'warning' ? [data] : []))
}

describe('with the read-only token of a fork’s pull request', () => {
  test.each([
    ['true', 0, 'verified'],
    ['false', 1, 'not-verified'],
  ])('the verdict of %s stands, and one warning says why nothing was posted', async (step, exitCode, verdict) => {
    const run = await runAction({
      checkout: makeCheckout(),
      steps: [{ name: 'The only step', run: step }],
      event: 'pull_request.opened.fork',
      token: TOKENS.read,
    })
    expect(run.exitCode).toBe(exitCode)
    expect(reportOf(run).verdict.value).toBe(verdict)
    expect(run.outputs).toMatchObject({ verdict, 'check-run-url': '', 'comment-url': '' })
    expect(run.github.state.checkRuns).toEqual([])
    expect(run.github.state.comments).toEqual([])
    const warnings = warningsOf(run)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).not.toMatch(/checks: write|pull-requests: write/)
    expect(run.summary).toContain('The only step')
    expect(run.summary).toContain('network.none')
    expect(run.summary).not.toMatch(/checks: write/)
  })
})

describe('a GitHub that fails', () => {
  test('turns no green run red', async () => {
    const before = (github: Parameters<NonNullable<Parameters<typeof runAction>[0]['before']>>[0]): void => {
      github.fault({ operation: ['checks/create', 'issues/create-comment'], ...ANSWERS.notFound })
    }
    const run = await runAction({ checkout: makeCheckout(), before })
    expectVerified(run)
    expect(warningsOf(run).length).toBeGreaterThan(0)
  })

  test('turns no red run green', async () => {
    const run = await runAction({
      checkout: makeCheckout(),
      steps: ['false'],
      env: { GITHUB_API_URL: 'http://127.0.0.1:9' },
    })
    expect(run.exitCode).toBe(1)
    expect(warningsOf(run).length).toBeGreaterThan(0)
    expect(run.summary).toContain('false')
  })
})

describe('what is not wanted is not published', () => {
  test('no check', async () => {
    const run = await runAction({ checkout: makeCheckout(), inputs: { check: 'false' } })
    expectVerified(run)
    expect(run.github.state.checkRuns).toEqual([])
    expect(run.github.state.comments).toHaveLength(1)
    expect(run.outputs['check-run-url']).toBe('')
  })

  test('nothing at all, and GitHub is not even asked', async () => {
    const inputs = { check: 'false', comment: 'false', summary: 'false' }
    const run = await runAction({ checkout: makeCheckout(), inputs, token: '' })
    expectVerified(run)
    expect(run.github.requests).toEqual([])
    expect(run.summary).toBe('')
  })

  test('a comment on failure only, which a later success brings up to date', async () => {
    const checkout = makeCheckout()
    const inputs = { comment: 'on-failure' }
    const good = await runAction({ checkout, inputs })
    expect(good.github.state.comments).toEqual([])
    const bad = await runAction({ checkout, inputs, steps: ['false'], github: good.github })
    expect(bad.github.state.comments).toHaveLength(1)
    const again = await runAction({ checkout, inputs, github: good.github })
    expect(again.exitCode).toBe(0)
    const bodies = again.github.state.comments.map(({ body }) => body)
    for (const body of bodies) expect(body).toContain(`run=${again.runId}`)
  })
})
