import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { clientOf, refusalOf } from '../support/github/client.ts'
import { actionsToken, ANSWERS, startGitHub, TOKENS, type StandIn } from '../support/github/index.mjs'

const HEAD = 'a'.repeat(40)
const FORK_HEAD = 'b'.repeat(40)
const REPO = { owner: 'octo-org', repo: 'octo-repo' }
const PULL = { ...REPO, issue_number: 7 }

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

describe('everything that is described is answered, and answered as described', () => {
  afterEach(() => {
    expect(github.violations).toEqual([])
  })

  test('check runs', async () => {
    const run = { ...REPO, name: 'Confine', head_sha: HEAD, status: 'in_progress' as const }
    const { data } = await octokit.rest.checks.create({ ...run, output: { title: 't', summary: 's' } })
    expect(data).toMatchObject({ status: 'in_progress', conclusion: null, pull_requests: [{ number: 7 }] })
    const id = { ...REPO, check_run_id: data.id }
    await octokit.rest.checks.update({ ...id, conclusion: 'success' })
    expect((await octokit.rest.checks.get(id)).data).toMatchObject({ status: 'completed', conclusion: 'success' })
    expect((await octokit.rest.checks.listForRef({ ...REPO, ref: HEAD })).data.total_count).toBe(1)
  })

  test('comments', async () => {
    const { data } = await octokit.rest.issues.createComment({ ...PULL, body: 'one' })
    expect(data.user).toMatchObject({ login: 'github-actions[bot]', type: 'Bot' })
    const id = { ...REPO, comment_id: data.id }
    await octokit.rest.issues.updateComment({ ...id, body: 'two' })
    expect((await octokit.rest.issues.getComment(id)).data.body).toBe('two')
    await octokit.rest.issues.deleteComment(id)
    expect(github.state.comments).toEqual([])
    expect(await refusalOf(octokit.rest.issues.getComment(id))).toMatchObject(ANSWERS.notFound)
  })

  test('pull requests, those of forks too', async () => {
    const from = { headRepository: 'forker/app', headRef: 'fix' }
    github.state.addPull({ number: 8, headSha: FORK_HEAD, ...from })
    const { data } = await octokit.rest.pulls.get({ ...REPO, pull_number: 8 })
    expect(data.head).toMatchObject({ sha: FORK_HEAD, repo: { full_name: 'forker/app', fork: true } })
    const listed = await octokit.rest.pulls.list({ ...REPO, head: 'forker:fix' })
    expect(listed.data.map(({ number }) => number)).toEqual([8])
  })

  test('pull requests of a commit, which a commit of a fork has none of', async () => {
    github.state.addPull({ number: 8, headSha: FORK_HEAD, headRepository: 'forker/app' })
    const numbers = async (commit_sha: string) => {
      const { data } = await octokit.rest.repos.listPullRequestsAssociatedWithCommit({ ...REPO, commit_sha })
      return data.map(({ number }) => number)
    }
    expect([await numbers(HEAD), await numbers(FORK_HEAD)]).toEqual([[7], []])
  })

  test('commits', async () => {
    const sha = 'c'.repeat(40)
    github.state.addCommit({ sha, parents: [HEAD, FORK_HEAD] })
    const { data } = await octokit.rest.repos.getCommit({ ...REPO, ref: sha })
    expect(data.parents.map((parent) => parent.sha)).toEqual([HEAD, FORK_HEAD])
  })

  test('account and rate limit', async () => {
    expect(await refusalOf(octokit.rest.users.getAuthenticated())).toMatchObject(ANSWERS.notAccessible)
    const { data } = await clientOf(github, TOKENS.person).rest.users.getAuthenticated()
    expect(data.login).toBe('maintainer')
    expect((await octokit.rest.rateLimit.get()).data.rate.used).toBe(2)
  })
})

test('an address with the prefix of GitHub Enterprise Server', async () => {
  await using server = await startGitHub({ prefix: '/api/v3', serverUrl: 'https://ghe.example' })
  server.state.addPull({ number: 7, headSha: HEAD })
  const { data } = await clientOf(server).rest.issues.createComment({ ...PULL, body: 'x' })
  expect(data.html_url).toMatch(/^https:\/\/ghe\.example\/octo-org\/octo-repo\/pull\/7#issuecomment-/)
  expect(server.violations).toEqual([])
})

test('a commit that nobody has pushed', async () => {
  await using strict = await startGitHub({ commits: 'known' })
  const create = clientOf(strict).rest.checks.create({ ...REPO, name: 'Confine', head_sha: HEAD })
  expect(await refusalOf(create)).toMatchObject(ANSWERS.noCommit(HEAD))
})

describe('annotations', () => {
  test('are added to those of earlier requests, while the text is replaced', async () => {
    const { id } = github.state.addCheckRun({ name: 'Confine', headSha: HEAD })
    const annotation = { path: 'a.c', start_line: 1, end_line: 1, annotation_level: 'failure' as const, message: 'm' }
    for (const summary of ['first', 'second']) {
      await octokit.rest.checks.update({ ...REPO, check_run_id: id, output: { summary, annotations: [annotation] } })
    }
    expect(github.state.checkRuns[0]).toMatchObject({ output: { summary: 'second' }, annotations: [{}, {}] })
    expect((await octokit.rest.checks.listAnnotations({ ...REPO, check_run_id: id })).data).toHaveLength(2)
  })
})

describe('paging', () => {
  const bodies = (comments: { body?: string }[]) => comments.map(({ body }) => body)

  beforeEach(() => {
    for (let index = 1; index <= 130; index += 1) github.state.addComment({ issue: 7, body: `no. ${index}` })
  })

  test('30 unless asked otherwise, with links to the others', async () => {
    const { data, headers } = await octokit.rest.issues.listComments({ ...PULL, page: 2 })
    expect(bodies(data)).toHaveLength(30)
    expect(bodies(data)[0]).toBe('no. 31')
    const links = [...(headers.link ?? '').matchAll(/page=(\d+)>; rel="(\w+)"/g)].map(([, page, rel]) => [rel, page])
    expect(Object.fromEntries(links)).toEqual({ first: '1', prev: '1', next: '3', last: '5' })
  })

  test('100 at most', async () => {
    const all = await octokit.paginate(octokit.rest.issues.listComments, { ...PULL, per_page: 100 })
    expect(bodies(all)).toEqual(bodies(github.state.comments))
    expect(github.requests.map(({ query }) => query.page)).toEqual([undefined, '2'])
    expect(github.violations).toEqual([])
  })

  test('more than 100 is a violation, for GitHub quietly gives fewer than asked for', async () => {
    expect((await octokit.rest.issues.listComments({ ...PULL, per_page: 130 })).data).toHaveLength(100)
    expect(github.violations).toEqual([expect.objectContaining({ kind: 'limit' })])
  })
})

describe('who may do what', () => {
  const create = (token: string) =>
    clientOf(github, token).rest.checks.create({ ...REPO, name: 'Confine', head_sha: HEAD })
  const comment = (token: string) => clientOf(github, token).rest.issues.createComment({ ...PULL, body: 'x' })

  test('a token that may only read', async () => {
    expect(await refusalOf(create(TOKENS.read))).toMatchObject(ANSWERS.notAccessible)
    expect(await refusalOf(comment(TOKENS.read))).toMatchObject(ANSWERS.notAccessible)
    expect((await clientOf(github, TOKENS.read).rest.issues.listComments(PULL)).data).toEqual([])
    expect([github.state.checkRuns, github.state.comments, github.violations]).toEqual([[], [], []])
  })

  test('a private repository needs a permission for reading too', async () => {
    const tokens = { checksOnly: actionsToken({ checks: 'write' }) }
    for (const isPrivate of [false, true]) {
      await using server = await startGitHub({ private: isPrivate, tokens })
      server.state.addPull({ number: 7, headSha: HEAD })
      const list = clientOf(server, 'checksOnly').rest.issues.listComments(PULL)
      const [answer] = await Promise.allSettled([list])
      expect(answer.status).toBe(isPrivate ? 'rejected' : 'fulfilled')
    }
  })

  test('an unknown token', async () => {
    expect(await refusalOf(create('unheard-of'))).toMatchObject(ANSWERS.badCredentials)
  })

  test('a person can comment and not create check runs', async () => {
    expect((await comment(TOKENS.person)).data.user?.type).toBe('User')
    const message = 'You must authenticate via a GitHub App.'
    expect(await refusalOf(create(TOKENS.person))).toEqual({ status: 403, message })
  })

  test('a check run belongs to the app that created it', async () => {
    const { data } = await create(TOKENS.write)
    const run = { ...REPO, check_run_id: data.id, conclusion: 'success' as const }
    const message = expect.stringContaining('can only be modified by the GitHub App that created it')
    expect(await refusalOf(clientOf(github, TOKENS.otherApp).rest.checks.update(run))).toEqual({ status: 403, message })
  })

  test('a locked conversation refuses an app, yet lets it edit what it wrote', async () => {
    const { data } = await comment(TOKENS.write)
    Object.assign(github.state.pulls[0]!, { locked: true })
    expect(await refusalOf(comment(TOKENS.write))).toMatchObject(ANSWERS.locked)
    await octokit.rest.issues.updateComment({ ...REPO, comment_id: data.id, body: 'edited' })
    expect(github.state.comments.map(({ body }) => body)).toEqual(['edited'])
  })
})
