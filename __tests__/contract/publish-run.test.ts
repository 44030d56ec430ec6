import { describe, expect, test } from '@jest/globals'
import { abandonCheck } from '../../src/publish/check-run.ts'
import { openCheckId, publishStart } from '../../src/publish/publish.ts'
import { actionsToken, ANSWERS, TOKENS } from '../support/github/index.mjs'
import { HEAD, OTHER } from '../unit/publish/memory-github.ts'
import { body, CANCELLED, FAILED, VERIFIED } from '../unit/publish/samples.ts'
import { causes, PULL, REPOSITORY, target, useBench } from './publish-bench.ts'

const bench = useBench()

describe('a run with a token that may write', () => {
  test('opens a check run on the head, in progress, before the first step', async () => {
    await publishStart(bench.connect(), target())
    expect(bench.github.state.checkRuns).toMatchObject([
      {
        name: 'Confine',
        headSha: HEAD,
        status: 'in_progress',
        conclusion: null,
        externalId: 'run-100-1',
        detailsUrl: 'https://github.test/octo/repo/actions/runs/100/attempts/1',
        output: { title: 'Running' },
      },
    ])
  })

  test.each([
    [VERIFIED, 'success'],
    [FAILED, 'failure'],
    [CANCELLED, 'cancelled'],
  ])('completes it and comments: %j is %s', async (verdict, conclusion) => {
    const published = await bench.run({ verdict })
    const output = { title: 'Verified', summary: 'Passed', text: 'Details' }
    expect(bench.github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion, output }])
    expect(bench.bodies()).toEqual([body(100)])
    expect(published).toMatchObject({ problems: [], notes: [], openCheckId: null })
    expect(published.checkRunUrl).toMatch(/^https:\/\/github\.com\/.*\d+$/)
    expect(published.commentUrl).toMatch(/^https:\/\/github\.com\/.*\d+$/)
    expect(bench.operations()).toEqual([
      'checks/create',
      'checks/update',
      'issues/list-comments',
      'issues/create-comment',
      'issues/list-comments',
    ])
  })

  test('updates the comment the next time', async () => {
    await bench.run()
    await bench.run({ comment: body(101), verdict: FAILED })
    expect(bench.bodies()).toEqual([body(101)])
    expect(bench.github.state.checkRuns).toHaveLength(2)
  })

  test('of an Enterprise Server goes to its API path', async () => {
    await bench.github.close()
    await bench.start({ prefix: '/api/v3' })
    expect((await bench.run()).problems).toEqual([])
    expect(bench.bodies()).toHaveLength(1)
  })
})

describe('other tokens', () => {
  test.each([
    // Nothing that a fork's token could be given.
    ['fork', /comes from a fork/, [null, null]],
    ['dependabot', /Dependabot/, ['checks: write', 'pull-requests: write']],
  ] as const)('read-only because of %s: one attempt for each surface', async (readOnly, why, permissions) => {
    const published = await bench.run({ token: TOKENS.read, over: { readOnly } })
    expect(bench.writes()).toEqual(['checks/create', 'issues/create-comment'])
    expect(causes(published)).toEqual(['check run: read-only-token', 'comment: read-only-token'])
    expect(published.problems[0]?.why).toMatch(why)
    expect(published.problems.map((problem) => problem.permission)).toEqual(permissions)
  })

  test('without one of the permissions: the other surface is posted', async () => {
    await bench.github.close()
    await bench.start({ tokens: { narrow: actionsToken({ checks: 'write' }) } })
    const published = await bench.run({ token: 'narrow' })
    expect(causes(published)).toEqual(['comment: missing-permission'])
    expect(published.checkRunUrl).not.toBeNull()
  })

  test('a person’s: no check run, and the comment is found again through GET /user', async () => {
    expect(causes(await bench.run({ token: TOKENS.person }))).toEqual(['check run: no-app-token'])
    await bench.run({ token: TOKENS.person, comment: body(101) })
    expect(bench.bodies()).toEqual([body(101)])
    expect(bench.writes()).toEqual(['checks/create', 'issues/create-comment', 'checks/create', 'issues/update-comment'])
  })

  test.each([true, false])('another App’s, check %s: one comment after two runs', async (check) => {
    await bench.run({ token: TOKENS.otherApp, over: { check } })
    const published = await bench.run({ token: TOKENS.otherApp, over: { check }, comment: body(101) })
    expect(published.problems).toEqual([])
    expect(bench.bodies()).toEqual([body(101)])
  })

  test('none: no request, and it says so', async () => {
    expect(causes(await bench.run({ token: '' }))).toEqual(['check run: unauthorized', 'comment: unauthorized'])
    expect(bench.github.requests).toEqual([])
  })

  test('not accepted', async () => {
    bench.github.fault({ ...ANSWERS.badCredentials })
    expect(causes(await bench.run())).toEqual(['check run: unauthorized', 'comment: unauthorized'])
    expect(bench.writes()).toEqual(['checks/create'])
  })
})

describe('events', () => {
  const subject = { ...target().subject, event: 'push', pullRequests: [] }

  test('that name no pull request: the only open one with that head', async () => {
    await bench.run({ over: { subject } })
    expect(bench.github.state.comments).toMatchObject([{ issue: PULL, body: body(100) }])
  })

  test('without any: no comment call, a line and no problem', async () => {
    const other = { ...subject, event: 'schedule', headSha: OTHER }
    const published = await bench.run({ over: { subject: other } })
    expect(published).toMatchObject({ problems: [], notes: ['no comment: no pull request'], commentUrl: null })
    expect(bench.operations((seen) => seen.path.includes('/issues/'))).toEqual([])
    expect(bench.github.state.checkRuns).toMatchObject([{ headSha: OTHER, conclusion: 'success' }])
  })

  test('whose pull request was merged meanwhile: posted all the same', async () => {
    Object.assign(bench.github.state.pulls[0]!, { state: 'closed', merged: true })
    expect((await bench.run()).problems).toEqual([])
    expect(bench.bodies()).toHaveLength(1)
  })

  test('whose commit is gone: one attempt, and the comment is still posted', async () => {
    bench.github.fault({ operation: 'checks/create', ...ANSWERS.noCommit(HEAD) })
    const published = await bench.run()
    expect(causes(published)).toEqual(['check run: no-commit'])
    expect(published.commentUrl).not.toBeNull()
    expect(bench.writes()).toEqual(['checks/create', 'issues/create-comment'])
  })

  test('in a repository that is not there', async () => {
    const published = await bench.run({ repository: `${REPOSITORY}-not` })
    expect(causes(published)).toEqual(['check run: not-found', 'comment: not-found'])
  })
})

describe('the post step', () => {
  test('closes a check run that was left open, and no other', async () => {
    const session = await publishStart(bench.connect(), target())
    await bench.run()
    const id = openCheckId(session)!
    expect(await abandonCheck(bench.connect(), { id, cancelled: false })).toMatchObject({ kind: 'posted', id })
    expect(await abandonCheck(bench.connect(), { id, cancelled: true })).toMatchObject({ kind: 'skipped' })
    expect(bench.github.state.checkRuns.map((run) => run.conclusion)).toEqual(['failure', 'success'])
  })
})
