import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { clientOf, refusalOf } from '../support/github/client.ts'
import { ANSWERS, startGitHub, type StandIn } from '../support/github/index.mjs'

const REPO = { owner: 'octo-org', repo: 'octo-repo' }
const PULL = { ...REPO, issue_number: 7 }

let github: StandIn
let octokit: ReturnType<typeof clientOf>

beforeEach(async () => {
  github = await startGitHub()
  github.state.addPull({ number: 7, headSha: 'a'.repeat(40) })
  octokit = clientOf(github)
})

afterEach(async () => {
  await github.close()
})

const comment = (body: string, signal?: AbortSignal) =>
  octokit.rest.issues.createComment({ ...PULL, body, ...(signal && { request: { signal } }) })
const list = () => octokit.rest.issues.listComments(PULL)
const bodies = () => github.state.comments.map(({ body }) => body)

describe('which requests', () => {
  test.each([
    ['operation', { operation: 'issues/create-comment' }],
    ['one of several operations', { operation: ['checks/create', 'issues/create-comment'] }],
    ['method', { method: ['POST', 'PATCH'] }],
    ['path', { path: /\/issues\/7\/comments$/, method: 'POST' }],
    ['content', { when: ({ raw }: { raw: string }) => raw.includes('first') }],
  ])('by %s', async (_, match) => {
    const fault = github.fault({ ...match, ...ANSWERS.notAccessible })
    expect(await refusalOf(comment('first'))).toMatchObject(ANSWERS.notAccessible)
    expect((await list()).data).toEqual([])
    fault.remove()
    await comment('second')
    expect([fault.calls, bodies()]).toEqual([1, ['second']])
  })

  test('only the n-th', async () => {
    const fault = github.fault({ operation: 'issues/create-comment', nth: [2, 3], ...ANSWERS.serverError })
    const answers = await [1, 2, 3, 4].reduce<Promise<string[]>>(async (before, index) => {
      const done = await before
      const [{ status }] = await Promise.allSettled([comment(`no. ${index}`)])
      return [...done, status]
    }, Promise.resolve([]))
    expect(answers).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect([fault.calls, bodies()]).toEqual([4, ['no. 1', 'no. 4']])
  })
})

describe('what happens', () => {
  test.each([
    ['no permission', ANSWERS.notAccessible],
    ['locked', ANSWERS.locked],
    ['not found', ANSWERS.notFound],
    ['no commit', ANSWERS.noCommit('f'.repeat(40))],
    ['server error', ANSWERS.serverError],
    ['unavailable', ANSWERS.unavailable],
  ])('a refusal: %s', async (_, answer) => {
    github.fault(answer)
    expect(await refusalOf(comment('x'))).toMatchObject(answer)
    expect(bodies()).toEqual([])
    expect(github.violations).toEqual([])
  })

  test.each([403, 429] as const)('a rate limit, %s, with a time to wait', async (status) => {
    github.fault(ANSWERS.secondaryRateLimit(60, status))
    const headers = { 'retry-after': '60' }
    await expect(comment('x')).rejects.toMatchObject({ status, response: { headers } })
  })

  test('the usual limit is told in headers', async () => {
    github.fault(ANSWERS.primaryRateLimit(1_700_000_000))
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1700000000' }
    await expect(comment('x')).rejects.toMatchObject({ status: 403, response: { headers } })
  })

  test('no answer at all', async () => {
    const fault = github.fault({ method: 'POST', hang: true })
    const caller = new AbortController()
    const request = comment('x', caller.signal)
    const seen = await fault.struck
    caller.abort()
    await expect(request).rejects.toThrow()
    expect([seen.status, bodies()]).toEqual([null, []])
  })

  test.each([
    ['before', []],
    ['after', ['x']],
  ] as const)('the connection is reset %s the change is made', async (reset, left) => {
    github.fault({ method: 'POST', reset })
    await expect(comment('x')).rejects.toThrow(/fetch failed|other side closed|ECONNRESET/)
    expect(bodies()).toEqual(left)
    expect(github.requests.map(({ status }) => status)).toEqual([null])
  })

  test('an answer that is no JSON', async () => {
    github.fault({ operation: 'issues/list-comments', garbage: true })
    await expect(list()).resolves.toMatchObject({ status: 200, data: expect.stringContaining('<!DOCTYPE html>') })
    expect(github.violations).toEqual([])
  })

  test('a slow answer is still the answer', async () => {
    github.fault({ delay: 5 })
    await comment('x')
    expect(bodies()).toEqual(['x'])
  })

  test('a request is held back until it is released, so that two can be interleaved', async () => {
    const fault = github.fault({ operation: 'issues/list-comments', nth: 1, hold: true })
    const early = list()
    await fault.struck
    await comment('meanwhile')
    expect((await list()).data).toHaveLength(1)
    fault.release()
    expect((await early).data).toHaveLength(1)
    expect(github.requests.map(({ operation }) => operation)).toEqual([
      'issues/list-comments',
      'issues/create-comment',
      'issues/list-comments',
    ])
  })

  test('the world changes between two requests', async () => {
    const { id } = github.state.addComment({ issue: 7, body: 'soon gone' })
    github.fault({ operation: 'issues/update-comment', effect: (repository) => repository.removeComment(id) })
    expect((await list()).data).toHaveLength(1)
    const update = octokit.rest.issues.updateComment({ ...REPO, comment_id: id, body: 'x' })
    expect(await refusalOf(update)).toMatchObject(ANSWERS.notFound)
  })
})

test('requests are recorded as they came', async () => {
  await comment('héllo')
  const [seen] = github.requests
  expect(seen).toMatchObject({
    index: 1,
    method: 'POST',
    path: '/repos/octo-org/octo-repo/issues/7/comments',
    operation: 'issues/create-comment',
    raw: '{"body":"héllo"}',
    body: { body: 'héllo' },
    status: 201,
  })
})
