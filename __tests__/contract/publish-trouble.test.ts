import { describe, expect, test } from '@jest/globals'
import { problemLines } from '../../src/publish/problem.ts'
import { RETRY_LIMITS } from '../../src/publish/retry.ts'
import { ANSWERS } from '../support/github/index.mjs'
import { body, FAILED } from '../unit/publish/samples.ts'
import { causes, target, useBench } from './publish-bench.ts'

const bench = useBench()
// Long for an answer that comes, and hanging answers never do.
const SHORT = { timeoutMs: 1500 } as const
const TRIES = RETRY_LIMITS.tries

describe('no answer at all', () => {
  test('to anything: bounded, and told', async () => {
    bench.github.fault({ hang: true })
    expect(causes(await bench.run(SHORT))).toEqual(['check run: timeout', 'comment: timeout'])
    expect(bench.writes()).toEqual(['checks/create', 'checks/create'])
  })

  test('to the creation of a comment: looked for, then created once more', async () => {
    bench.github.fault({ operation: 'issues/create-comment', hang: true, nth: 1 })
    expect((await bench.run(SHORT)).problems).toEqual([])
    expect(bench.bodies()).toEqual([body(100)])
  })

  test('to the completion of the check run: repeated, for that is harmless', async () => {
    bench.github.fault({ operation: 'checks/update', hang: true, nth: [1, 2] })
    expect((await bench.run(SHORT)).problems).toEqual([])
    expect(bench.waits).toEqual([1000, 3000])
    expect(bench.github.state.checkRuns).toMatchObject([{ conclusion: 'success' }])
  })
})

describe('an answer that is lost', () => {
  test('after a comment was created: there is one comment', async () => {
    bench.github.fault({ operation: 'issues/create-comment', reset: 'after', nth: 1 })
    expect((await bench.run()).problems).toEqual([])
    expect(bench.bodies()).toEqual([body(100)])
    expect(bench.writes().slice(2)).toEqual(['issues/create-comment', 'issues/update-comment'])
  })

  test('after the check run was opened: it is found and completed', async () => {
    bench.github.fault({ operation: 'checks/create', reset: 'after' })
    expect((await bench.run({ verdict: FAILED })).problems).toEqual([])
    expect(bench.github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
    const asked = bench.github.requests.find((seen) => seen.operation === 'checks/list-for-ref')
    expect(asked?.query).toMatchObject({ check_name: 'Confine', filter: 'all' })
  })

  test('before anything was done: created at the end, as completed', async () => {
    bench.github.fault({ operation: 'checks/create', reset: 'before', nth: 1 })
    expect((await bench.run()).problems).toEqual([])
    expect(bench.github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'success' }])
  })
})

describe('an answer that makes no sense', () => {
  test.each([
    ['a page of HTML', true],
    ['half of a JSON text', '{"id": 12'],
    ['another shape', '{"id": "12", "html_url": 3}'],
    ['a list of nulls', '[null]'],
    ['nothing', ''],
  ] as const)('%s', async (_, garbage) => {
    bench.github.fault({ garbage })
    const published = await bench.run()
    expect(published.problems.map(({ surface }) => surface)).toEqual(['check run', 'comment'])
    expect(published).toMatchObject({ checkRunUrl: null, commentUrl: null })
    for (const line of problemLines(published.problems)) expect(line).toMatch(/^The .* The verdict stands\.$/)
  })

  test('to the completion: the check run is handed to the post step', async () => {
    bench.github.fault({ operation: 'checks/update', garbage: true })
    const published = await bench.run()
    expect(causes(published)).toEqual(['check run: unreadable'])
    expect(published.openCheckId).toBe(bench.github.state.checkRuns[0]!.id)
  })
})

describe('rate limits', () => {
  test.each([403, 429] as const)('secondary, told with %i: waits as asked, then goes on', async (status) => {
    bench.github.fault({ operation: 'issues/create-comment', nth: 1, ...ANSWERS.secondaryRateLimit(7, status) })
    bench.github.fault({ operation: 'checks/create', nth: 1, ...ANSWERS.secondaryRateLimit(2, status) })
    expect((await bench.run()).problems).toEqual([])
    expect(bench.waits).toEqual([2000, 7000])
    expect(bench.github.state).toMatchObject({
      checkRuns: [{ conclusion: 'success' }],
      comments: [{ body: body(100) }],
    })
  })

  test('secondary, asking for too long: not waited, and told', async () => {
    bench.github.fault({ method: 'POST', ...ANSWERS.secondaryRateLimit(3600) })
    expect(causes(await bench.run())).toEqual(['check run: rate-limited', 'comment: rate-limited'])
    expect(bench.waits).toEqual([])
  })

  test('primary, spent until far from now: not waited', async () => {
    const reset = Math.floor(Date.now() / 1000) + 3000
    bench.github.fault({ ...ANSWERS.primaryRateLimit(reset) })
    expect(causes(await bench.run())).toEqual(['check run: rate-limited', 'comment: rate-limited'])
    expect(bench.waits).toEqual([])
  })
})

describe('GitHub in trouble', () => {
  test('while listing: asked again, a few times', async () => {
    bench.github.fault({ operation: 'issues/list-comments', nth: [1, 2], ...ANSWERS.unavailable })
    expect((await bench.run()).problems).toEqual([])
    expect(bench.waits).toEqual([1000, 3000])
  })

  test('for good: a few times for each reading, then told', async () => {
    const fault = bench.github.fault({ operation: 'issues/list-comments', ...ANSWERS.serverError })
    expect(causes(await bench.run())).toEqual(['comment: server'])
    expect(fault.calls).toBe(TRIES)
  })

  test('while creating: the client itself never repeats it', async () => {
    const fault = bench.github.fault({ operation: 'checks/create', ...ANSWERS.serverError })
    await expect(bench.connect().createComment(7, body(1))).resolves.toMatchObject({ author: 'github-actions[bot]' })
    expect(causes(await bench.run({ over: { comment: 'never' } }))).toEqual(['check run: server'])
    expect(fault.calls).toBe(2)
  })

  test('while the process is about to be killed: no waiting', async () => {
    bench.github.fault({ method: ['PATCH', 'GET'], ...ANSWERS.serverError })
    const hurry = AbortSignal.abort()
    expect(causes(await bench.run({ hurry }))).toEqual(['check run: server', 'comment: server'])
    expect(bench.waits).toEqual([])
  })
})

describe('a text that GitHub refuses', () => {
  const tooLong = {
    status: 422,
    message: 'Invalid request.\n\nOnly 65535 characters are allowed; 70000 were supplied.',
  }

  test('of the check run: completed with a short one', async () => {
    bench.github.fault({ operation: 'checks/update', nth: 1, ...tooLong })
    const published = await bench.run({ verdict: FAILED })
    expect(published.problems).toEqual([])
    expect(published.notes).toEqual([expect.stringContaining('Only 65535 characters are allowed')])
    expect(bench.github.state.checkRuns).toMatchObject([
      { status: 'completed', conclusion: 'failure', output: { title: 'Not verified' } },
    ])
  })

  test('of the comment: told, one attempt', async () => {
    const errors = [{ resource: 'IssueComment', code: 'unprocessable', field: 'data', message: 'body is too long' }]
    bench.github.fault({ operation: 'issues/create-comment', status: 422, message: 'Validation Failed', errors })
    const published = await bench.run()
    expect(causes(published)).toEqual(['comment: invalid'])
    expect(published.problems[0]?.why).toContain('body is too long')
    expect(bench.writes().slice(2)).toEqual(['issues/create-comment'])
  })
})

test('nobody there at all', async () => {
  const { url } = bench.github
  await bench.github.close()
  await bench.start()
  const published = await bench.run({ apiUrl: url, over: target() })
  expect(causes(published)).toEqual(['check run: network', 'comment: network'])
})
