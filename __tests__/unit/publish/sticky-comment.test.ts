import { describe, expect, test } from '@jest/globals'
import { type CheckConclusion } from '../../../src/publish/github-api.ts'
import { type RefusalKind } from '../../../src/publish/refusal.ts'
import { postComment } from '../../../src/publish/sticky-comment.ts'
import { type PublishTarget } from '../../../src/publish/target.ts'
import { HEAD, MemoryGitHub, OTHER, refusal } from './memory-github.ts'
import { body, target } from './samples.ts'

interface Run {
  readonly text?: string
  readonly conclusion?: CheckConclusion
  readonly app?: string | null
  readonly over?: Partial<PublishTarget>
}

function post(github: MemoryGitHub, run: Run = {}) {
  const { text = body(100), conclusion = 'success', app = 'github-actions', over = {} } = run
  return postComment(github.api, target(over), { body: text, conclusion, app })
}

const bodies = (github: MemoryGitHub): string[] => github.comments.map((comment) => comment.body)

function withHead(headSha: string): MemoryGitHub {
  const github = new MemoryGitHub()
  github.pulls.push({ number: 7, open: true, headSha, repository: 'octo/repo' })
  return github
}

describe('the usual way', () => {
  test('created once, then updated', async () => {
    const github = new MemoryGitHub()
    const first = await post(github)
    const second = await post(github, { text: body(101) })
    expect(github.writes()).toEqual(['createComment', 'updateComment 1000'])
    expect(bodies(github)).toEqual([body(101)])
    expect([first, second]).toMatchObject([
      { kind: 'posted', url: 'https://github.test/c/1000', remark: null },
      { id: 1000 },
    ])
  })

  test('each instance has its own', async () => {
    const github = new MemoryGitHub()
    await post(github)
    await post(github, { text: body(100, { key: 'Lint' }) })
    expect(bodies(github)).toEqual([body(100), body(100, { key: 'Lint' })])
  })

  test('nothing at all when it is switched off', async () => {
    const github = new MemoryGitHub()
    expect(await post(github, { over: { comment: 'never' } })).toMatchObject({ kind: 'skipped' })
    expect(github.calls).toEqual([])
  })

  test('no comment call without a pull request', async () => {
    const github = new MemoryGitHub()
    const subject = { ...target().subject, event: 'schedule', pullRequests: [] }
    expect(await post(github, { over: { subject } })).toEqual({
      kind: 'skipped',
      because: 'no comment: no pull request',
    })
    expect(github.calls).toEqual(['pullRequestsOfCommit'])
  })

  test('a rendering without a marker is never posted: it could not be found again', async () => {
    const github = new MemoryGitHub()
    expect(await post(github, { text: 'hello' })).toMatchObject({ kind: 'problem', cause: 'internal' })
    expect(github.calls).toEqual([])
  })
})

describe('on-failure', () => {
  const over = { comment: 'on-failure' } as const
  test.each<[CheckConclusion, number]>([
    ['success', 0],
    ['cancelled', 0],
    ['failure', 1],
  ])('%s makes %i', async (conclusion, count) => {
    const github = new MemoryGitHub()
    const end = await post(github, { over, conclusion })
    expect(github.comments).toHaveLength(count)
    expect(end.kind).toBe(count === 1 ? 'posted' : 'skipped')
  })

  test.each<CheckConclusion>(['success', 'cancelled'])('%s brings one that is there up to date', async (conclusion) => {
    const github = new MemoryGitHub()
    github.addComment(body(99))
    await post(github, { over, conclusion })
    expect(bodies(github)).toEqual([body(100)])
  })

  test('success does not replace one that vanished', async () => {
    const github = new MemoryGitHub()
    const { id } = github.addComment(body(99))
    github.interfere('updateComment', () => (github.comments = []))
    expect(await post(github, { over })).toMatchObject({ kind: 'skipped' })
    expect(github.writes()).toEqual([`updateComment ${id}`])
  })
})

describe('an older run never overwrites a newer one', () => {
  test('of the same commit, without asking for the head', async () => {
    const github = new MemoryGitHub()
    github.addComment(body(101))
    expect(await post(github)).toEqual({ kind: 'skipped', because: 'a newer run has written the comment' })
    expect(github.calls).toEqual(['listComments 1'])
  })

  test('of the commit that is now the head', async () => {
    const github = withHead(OTHER)
    github.addComment(body(101, { head: OTHER }))
    expect((await post(github)).kind).toBe('skipped')
    expect(github.writes()).toEqual([])
  })

  test('nor does a run with a higher number for a commit that is no longer the head', async () => {
    const github = withHead(OTHER)
    github.addComment(body(99, { head: OTHER }))
    expect((await post(github)).kind).toBe('skipped')
  })

  test('a branch that was pushed back: the present head wins', async () => {
    const github = withHead(HEAD)
    github.addComment(body(101, { head: OTHER }))
    expect((await post(github, { text: body(100, { attempt: 2 }) })).kind).toBe('posted')
    expect(bodies(github)).toEqual([body(100, { attempt: 2 })])
  })

  test('when the head can’t be told, the numbers decide', async () => {
    const github = new MemoryGitHub()
    github.refuse('getPullRequest', refusal('server'))
    github.addComment(body(101, { head: OTHER }))
    expect((await post(github)).kind).toBe('skipped')
    expect((await post(github, { text: body(102) })).kind).toBe('posted')
  })

  test('nor does it tidy up: a newer one among duplicates keeps all of them', async () => {
    const github = new MemoryGitHub()
    github.addComment(body(99))
    github.addComment(body(101))
    expect((await post(github)).kind).toBe('skipped')
    expect(bodies(github)).toEqual([body(99), body(101)])
  })
})

describe('when GitHub refuses', () => {
  test.each<[RefusalKind, string]>([
    ['forbidden', 'missing-permission'],
    ['locked', 'locked'],
    ['invalid', 'invalid'],
    ['rate-limited', 'rate-limited'],
    ['full', 'full'],
  ])('creating, as %s: one attempt', async (kind, cause) => {
    const github = new MemoryGitHub()
    github.refuse('createComment', refusal(kind))
    expect(await post(github)).toMatchObject({ kind: 'problem', surface: 'comment', cause })
    expect(github.writes()).toEqual(['createComment'])
  })

  test.each<RefusalKind>(['forbidden', 'locked', 'invalid', 'server', 'timeout'])(
    'updating, as %s: one attempt and no new comment',
    async (kind) => {
      const github = new MemoryGitHub()
      github.addComment(body(99))
      github.refuse('updateComment', refusal(kind))
      expect(await post(github)).toMatchObject({ kind: 'problem', surface: 'comment' })
      expect(github.writes()).toHaveLength(1)
    },
  )

  test('reading: nothing is created blindly', async () => {
    const github = new MemoryGitHub()
    github.refuse('listComments', refusal('server'))
    expect(await post(github)).toMatchObject({ kind: 'problem', cause: 'server' })
    expect(github.writes()).toEqual([])
  })

  test('a fault of our own becomes a problem too', async () => {
    const github = new MemoryGitHub()
    github.refuse('createComment', new RangeError('bug'))
    expect(await post(github)).toMatchObject({ kind: 'problem', cause: 'internal', why: 'bug' })
  })
})
