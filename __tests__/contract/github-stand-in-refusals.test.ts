import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { annotations, clientOf, refusalOf } from '../support/github/client.ts'
import { ANSWERS, startGitHub, TOKENS, type StandIn } from '../support/github/index.mjs'

const HEAD = 'a'.repeat(40)
const REPO = { owner: 'octo-org', repo: 'octo-repo' }
const AT = '/repos/octo-org/octo-repo'
const CREATE = `POST ${AT}/check-runs`

let github: StandIn
let octokit: ReturnType<typeof clientOf>

beforeEach(async () => {
  github = await startGitHub()
  github.state.addPull({ number: 7, headSha: HEAD })
  octokit = clientOf(github)
})

afterEach(async () => {
  await github.close()
})

describe('a request that contradicts the description is refused and recorded', () => {
  const whole = { name: 'Confine', head_sha: HEAD }
  const text = { title: 't', summary: 's' }
  const [annotation] = annotations(1)
  const lineless = { ...annotation, start_line: undefined }
  const unheardOf = { ...annotation, annotation_level: 'error' }

  test.each([
    ['a missing field', CREATE, { name: 'Confine' }, `"head_sha" wasn't supplied.`],
    ['a wrong type', CREATE, { ...whole, name: 5 }, `For 'name', 5 is not a string.`],
    ['a wrong enum value', CREATE, { ...whole, status: 'done' }, `For 'status', "done" is not a member of`],
    ['an unknown field', CREATE, { ...whole, colour: 'red' }, `"colour" is not a permitted key.`],
    ['a time that is none', CREATE, { ...whole, started_at: 'now' }, `For 'started_at', "now" must match format`],
    ['null for a text', CREATE, { ...whole, details_url: null }, `For 'details_url', null is not a string.`],
    ['output without title', CREATE, { ...whole, output: { summary: '' } }, `For 'output', "title" wasn't supplied.`],
    [
      'an unknown field inside',
      CREATE,
      { ...whole, output: { ...text, x: 1 } },
      `For 'output', "x" is not a permitted`,
    ],
    ['no line', CREATE, { ...whole, output: { ...text, annotations: [lineless] } }, `"start_line" wasn't supplied.`],
    [
      'an unknown level',
      CREATE,
      { ...whole, output: { ...text, annotations: [unheardOf] } },
      `"error" is not a member`,
    ],
    ['created completed', CREATE, { ...whole, status: 'completed' }, `"conclusion" wasn't supplied.`],
    ['a list for an object', CREATE, { data: [] }, `[] is not a object.`],
    ['completed', `PATCH ${AT}/check-runs/1`, { status: 'completed' }, `"conclusion" wasn't supplied.`],
    ['a comment without body', `POST ${AT}/issues/7/comments`, { text: 'x' }, `"body" wasn't supplied.`],
    ['an unknown parameter', `GET ${AT}/issues/7/comments?author=x`, {}, `"author" is not a permitted key.`],
    ['a parameter of a wrong type', `GET ${AT}/issues/7/comments?page=two`, {}, `For 'page', "two" is not a integer.`],
  ])('%s', async (_, route, body, words) => {
    github.state.addCheckRun({ id: 1, name: 'Confine', headSha: HEAD })
    const message = expect.stringContaining(words)
    expect(await refusalOf(octokit.request(route, body))).toEqual({ status: 422, message })
    expect(github.violations).toEqual([expect.objectContaining({ message })])
    expect(github.state.checkRuns).toEqual([expect.objectContaining({ status: 'queued' })])
    expect(github.state.comments).toEqual([])
  })

  test('an operation that is not among the described ones', async () => {
    expect(await refusalOf(octokit.request(`GET ${AT}/tags`))).toMatchObject(ANSWERS.notFound)
    expect(github.violations).toEqual([expect.objectContaining({ kind: 'operation', method: 'GET' })])
  })

  test('it is recorded even where the answer is another one: no permission, or a fault', async () => {
    const part = { name: 'Confine' }
    expect(await refusalOf(clientOf(github, TOKENS.read).request(CREATE, part))).toMatchObject(ANSWERS.notAccessible)
    github.fault({ method: 'POST', ...ANSWERS.serverError })
    expect(await refusalOf(octokit.request(CREATE, part))).toMatchObject(ANSWERS.serverError)
    expect(github.violations).toHaveLength(2)
  })

  test('text that is not JSON', async () => {
    const headers = { authorization: `Bearer ${TOKENS.write}`, 'content-type': 'application/json' }
    const response = await fetch(`${github.url}${AT}/check-runs`, { method: 'POST', headers, body: '{"name":' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: 'Problems parsing JSON' })
    expect(github.violations).toHaveLength(1)
  })
})

test('an answer of the stand-in that contradicts the description is recorded as its own bug', async () => {
  Object.assign(github.state.pulls[0]!, { title: 5 })
  await octokit.rest.pulls.get({ ...REPO, pull_number: 7 })
  const message = `For 'title', 5 is not a string.`
  expect(github.violations).toEqual([expect.objectContaining({ kind: 'answer', message })])
})

describe('limits', () => {
  const run = { ...REPO, name: 'Confine', head_sha: HEAD }
  const output = (fields: object) =>
    octokit.rest.checks.create({ ...run, output: { title: 't', summary: 's', ...fields } })
  const comment = (body: string) => octokit.rest.issues.createComment({ ...REPO, issue_number: 7, body })
  const noted = (fields: { message?: string; title?: string }) => output({ annotations: annotations(1, fields) })

  test.each([
    ['comment', 65_536, (n: number) => comment('x'.repeat(n)), 'Body is too long (maximum is 65536 characters)'],
    ['comment, not in bytes', 65_536, (n: number) => comment('😀'.repeat(n)), 'Body is too long'],
    ['summary', 65_535, (n: number) => output({ summary: 'x'.repeat(n) }), 'Only 65535 characters are allowed; 65536'],
    ['summary, in bytes', 32_767, (n: number) => output({ summary: 'é'.repeat(n) }), '65536 were supplied.'],
    ['text, in bytes', 16_383, (n: number) => output({ text: '😀'.repeat(n) }), '65536 were supplied.'],
    ['title', 255, (n: number) => output({ title: 'x'.repeat(n) }), 'Only 255 characters are allowed; 256'],
    [
      'annotations',
      50,
      (n: number) => output({ annotations: annotations(n) }),
      'No more than 50 items are allowed; 51',
    ],
    ['message', 65_536, (n: number) => noted({ message: 'x'.repeat(n) }), 'Only 65536 characters are allowed'],
    ['title of an annotation', 255, (n: number) => noted({ title: 'x'.repeat(n) }), 'Only 255 characters are allowed'],
  ])('%s', async (_, limit, request, words) => {
    await request(limit)
    expect(github.violations).toEqual([])
    const refusal = await refusalOf(request(limit + 1))
    expect(refusal).toEqual({ status: 422, message: expect.stringContaining(words) })
    expect(github.violations).toEqual([expect.objectContaining({ kind: 'limit' })])
  })

  test('annotations beyond 50 can be dropped silently instead: a violation nevertheless', async () => {
    await using server = await startGitHub({ annotationOverflow: 'drop' })
    const fields = { title: 't', summary: 's', annotations: annotations(51) }
    const { data } = await clientOf(server).rest.checks.create({ ...run, output: fields })
    expect(data.output.annotations_count).toBe(50)
    expect(server.violations).toEqual([expect.objectContaining({ kind: 'limit' })])
  })

  test('an empty comment', async () => {
    expect(await refusalOf(comment(' \n'))).toMatchObject({ status: 422 })
    expect(github.violations).toEqual([expect.objectContaining({ kind: 'limit', message: 'Body cannot be blank' })])
  })

  test('2500 comments', async () => {
    for (let index = 0; index < 2500; index += 1) github.state.addComment({ issue: 7, body: 'x' })
    expect(await refusalOf(comment('one more'))).toMatchObject(ANSWERS.tooManyComments)
  })
})
