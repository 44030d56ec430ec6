import { describe, expect, test } from '@jest/globals'
import { CLAIM_IDS } from '../../src/domain/claim.ts'
import { PULL, REPOSITORY, expectVerified, outputOf, reportOf, runAction, runPost } from '../support/action.ts'
import { readLog } from '../support/action-log.ts'
import { makeCheckout } from '../support/checkouts.ts'

describe('a pull request whose steps pass', () => {
  test('gets a check on its head, open while the steps run and then a success', async () => {
    const checkout = makeCheckout({ 'ci/test.sh': 'echo tests passed\n' })
    let whileRunning: unknown = null
    const run = await runAction({
      checkout,
      steps: ['sh ci/test.sh', { name: 'slow', run: 'echo waiting; sleep 1' }],
      during: async (running, github) => {
        await running.seen(/^waiting$/m)
        whileRunning = github.state.checkRuns.map(({ headSha, status, conclusion }) => ({
          headSha,
          status,
          conclusion,
        }))
      },
    })
    expectVerified(run)
    expect(whileRunning).toEqual([{ headSha: checkout.head, status: 'in_progress', conclusion: null }])
    expect(run.github.state.checkRuns).toMatchObject([
      { name: 'Confine', headSha: checkout.head, status: 'completed', conclusion: 'success' },
    ])
    expect(run.github.requests[0]?.operation).toBe('checks/create')
    expect(outputOf(run, 0)).toBe('tests passed\n')
  })

  test('gets outputs, a summary and a report that agree', async () => {
    const checkout = makeCheckout()
    const run = await runAction({ checkout, steps: [{ id: 'one', name: 'First', run: 'echo hello' }] })
    expectVerified(run)
    const { outputs, summary } = run
    const report = reportOf(run)
    expect(outputs).toMatchObject({ verdict: 'verified', verified: 'true' })
    expect(JSON.parse(outputs['steps'] ?? '')).toMatchObject([
      { id: 'one', name: 'First', outcome: { kind: 'verified' } },
    ])
    expect(outputs['check-run-url']).toMatch(new RegExp(`^https://github\\.com/${REPOSITORY}/`))
    expect(outputs['comment-url']).toMatch(new RegExp(`^https://github\\.com/${REPOSITORY}/pull/${String(PULL)}#`))
    expect(summary).toContain('First')
    expect(summary).toContain(checkout.head)
    expect(report.subject).toMatchObject({ headSha: checkout.head, tested: { sha: checkout.head, relation: 'head' } })
    expect(report.run).toMatchObject({ id: run.runId, name: 'Confine', workflow: 'CI', job: 'confine' })
    expect(report.image).toMatchObject({ reference: 'confine-test/busybox:latest', pinned: false, origin: 'local' })
    expect(report.workspace).toMatchObject({ method: 'overlay' })
    expect(report.profile).toMatchObject({ user: '1001:121', userSource: 'owner of the checkout' })
  })

  test('has every claim of the catalogue proven, or shown not to apply', async () => {
    const run = await runAction({ checkout: makeCheckout() })
    expectVerified(run)
    const { claims } = reportOf(run).posture
    expect(claims.map(({ id }) => id).sort()).toEqual([...CLAIM_IDS].sort())
    const short = claims.filter(({ verdict }) => verdict !== 'proven' && verdict !== 'not-applicable')
    expect(short).toEqual([])
  })

  test('gets one comment, which a second run updates', async () => {
    const checkout = makeCheckout()
    const first = await runAction({ checkout, steps: ['true'] })
    const before = first.github.state.comments.map(({ id, body, issue }) => ({ id, body, issue }))
    const second = await runAction({ checkout, steps: ['true', 'false'], github: first.github })
    expect(before).toHaveLength(1)
    expect(before[0]).toMatchObject({ issue: PULL, body: expect.stringContaining(checkout.head) })
    expect(second.exitCode).toBe(1)
    const after = second.github.state.comments
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after[0]?.body).not.toBe(before[0]?.body)
    expect(after[0]?.body).toContain(`run=${second.runId}`)
  })

  test('leaves nothing to do for the post step', async () => {
    const run = await runAction({ checkout: makeCheckout() })
    const requests = run.github.requests.length
    const post = await runPost(run)
    expect(post.exitCode).toBe(0)
    expect(run.github.requests).toHaveLength(requests)
    expect(run.github.state.checkRuns).toMatchObject([{ conclusion: 'success' }])
    expect(readLog(post.log).commands).toEqual([])
  })

  test('can have several instances, each with a check and a comment of its own', async () => {
    const checkout = makeCheckout()
    const first = await runAction({ checkout, inputs: { name: 'Lint' } })
    const second = await runAction({ checkout, inputs: { name: 'Tests' }, github: first.github })
    expect(second.github.state.checkRuns.map(({ name }) => name)).toEqual(['Lint', 'Tests'])
    expect(second.github.state.comments).toHaveLength(2)
    expect(first.outputs['report']).not.toBe(second.outputs['report'])
  })
})
