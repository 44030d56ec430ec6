import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { asRecord } from '../../../src/domain/decode.ts'
import { ConfineError } from '../../../src/domain/errors.ts'
import { eventSubject } from '../../../src/plan/event-subject.ts'

const SHA = 'a'.repeat(40)
const HEAD = 'ec26c3e57ca3a959ca5aad62de7213c562f8c821'
const BASE = 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e'
const PULL = { number: 2, headRef: 'changes', baseRef: 'master' }

/** Webhooks as GitHub sent them. */
function recorded(name: string): Readonly<Record<string, unknown>> {
  return asRecord(
    JSON.parse(readFileSync(new URL(`../../support/github/events/${name}.json`, import.meta.url), 'utf8')),
  )
}

/** The recorded one, whose pull request is open against the repository of the id given. */
function workflowRun(base: (own: number) => number): unknown {
  const payload: any = recorded('workflow_run') // eslint-disable-line @typescript-eslint/no-explicit-any
  payload.workflow_run.pull_requests[0].base.repo.id = base(Number(payload.repository.id))
  return payload
}

function subject(event: string, payload: unknown, env: Readonly<Record<string, string>> = {}) {
  return eventSubject(
    { GITHUB_EVENT_NAME: event, GITHUB_REPOSITORY: 'Codertocat/Hello-World', GITHUB_SHA: SHA, ...env },
    payload,
  )
}

describe('the commit that an event is about', () => {
  test.each(['pull_request', 'pull_request_target', 'pull_request_review', 'pull_request_review_comment'])(
    '%s: the head of the pull request, not GITHUB_SHA',
    (event) => {
      expect(subject(event, recorded('pull_request.synchronize'))).toEqual({
        event,
        repository: 'Codertocat/Hello-World',
        headSha: HEAD,
        baseSha: BASE,
        mergeSha: null,
        pullRequests: [PULL],
        fork: false,
      })
    },
  )

  test('pull_request_target: with the merge that GitHub made of it', () => {
    const payload = recorded('pull_request.synchronize')
    const pull_request = { ...asRecord(payload['pull_request']), merge_commit_sha: SHA }
    expect(subject('pull_request_target', { ...payload, pull_request }).mergeSha).toBe(SHA)
    const unknown = { ...pull_request, merge_commit_sha: 'refs/heads/x' }
    expect(subject('pull_request_target', { ...payload, pull_request: unknown }).mergeSha).toBeNull()
  })

  test.each(['push.branch', 'push.tag'])('%s: GITHUB_SHA, for an annotated tag is no commit', (name) => {
    const payload = recorded(name)
    const none = { pullRequests: [], fork: false }
    expect(subject('push', { ...payload, before: BASE })).toMatchObject({ headSha: SHA, baseSha: BASE, ...none })
    expect(subject('push', payload).baseSha).toBeNull()
    expect(subject('push', payload, { GITHUB_SHA: '' }).headSha).toBe('6113728f27ae82c7b1a177c8d03f9e96e0adf246')
  })

  test('merge_group: the head of the group', () => {
    expect(subject('merge_group', recorded('merge_group'))).toMatchObject({
      headSha: '2ffea6db159f6b6c47a24e778fb9ef40cf6b1c7d',
      baseSha: '380387fbc80638b734a49e1be1c4dfec1c01b33c',
      pullRequests: [],
      fork: false,
    })
  })

  test('workflow_run: the head of the run that triggered this one', () => {
    const payload = workflowRun((own) => own)
    expect(subject('workflow_run', payload, { GITHUB_REPOSITORY: 'octo-org/octo-repo' })).toMatchObject({
      headSha: '3484a3fb816e0859fd6e1cea078d76385ff50625',
      baseSha: null,
      pullRequests: [PULL],
      fork: false,
    })
  })

  test('workflow_run: not the pull request of the same number in another repository', () => {
    expect(
      subject(
        'workflow_run',
        workflowRun((own) => own + 1),
      ).pullRequests,
    ).toEqual([])
  })

  test.each(['workflow_dispatch', 'repository_dispatch', 'schedule', 'release', 'something_new'])(
    '%s: GITHUB_SHA, with or without a payload',
    (event) => {
      const expected = { event, headSha: SHA, baseSha: null, pullRequests: [], fork: false }
      expect(subject(event, null)).toMatchObject(expected)
      expect(subject(event, { pull_request: { head: { sha: HEAD } }, before: BASE })).toMatchObject(expected)
    },
  )

  test('no event name at all: GITHUB_SHA', () => {
    expect(subject('', undefined)).toMatchObject({ event: 'unknown', headSha: SHA })
  })

  test('of a SHA-256 repository, in lower case', () => {
    expect(subject('push', null, { GITHUB_SHA: 'AB'.repeat(32) }).headSha).toBe('ab'.repeat(32))
  })
})

describe('a fork', () => {
  const withRepo = (repo: unknown) => ({ pull_request: { number: 2, head: { sha: HEAD, repo }, base: { sha: BASE } } })
  test.each([
    ['a recorded one', recorded('pull_request.opened.fork'), true],
    ['the repository itself', recorded('pull_request.opened'), false],
    ['another spelling of it', withRepo({ full_name: 'codertocat/hello-world' }), false],
    ['one that was deleted since', withRepo(null), true],
    ['one without a name', withRepo({}), true],
    ['a payload that leaves it out', withRepo(undefined), false],
  ])('%s', (_, payload, fork) => {
    expect(subject('pull_request', payload).fork).toBe(fork)
  })

  test('that triggered a workflow_run', () => {
    const env = { GITHUB_REPOSITORY: 'octo-org/octo-repo' }
    expect(subject('workflow_run', recorded('workflow_run.fork'), env)).toMatchObject({ fork: true, pullRequests: [] })
  })
})

describe('the repository', () => {
  test('comes from the payload where the variable is missing', () => {
    expect(subject('push', recorded('push.branch'), { GITHUB_REPOSITORY: '' }).repository).toBe(
      'Codertocat/Hello-World',
    )
  })

  test.each(['', 'name', 'a/b/c', 'a b/c', '../x', 'x/..', 'x/.'])('%j is none', (name) => {
    expect(() => subject('push', null, { GITHUB_REPOSITORY: name })).toThrow(/GITHUB_REPOSITORY should be owner\/name/)
  })
})

describe('a payload of another shape', () => {
  const odd: readonly unknown[] = [null, undefined, 5, 'x', [], [[]], {}, { pull_request: null }, { pull_request: [] }]
  test.each([
    ...odd,
    { pull_request: { head: 'x' } },
    { pull_request: { head: { sha: 5 } } },
    { pull_request: { head: { sha: HEAD.slice(1) } } },
    { pull_request: { head: { sha: '0'.repeat(40) } } },
    { pull_request: { head: { sha: `${HEAD}\n` } } },
  ])('names no head: %j', (payload) => {
    const refusal = new ConfineError(
      'subject',
      'the payload of pull_request should name a commit in pull_request.head.sha, and does not',
    )
    expect(() => subject('pull_request', payload)).toThrow(refusal)
  })

  test.each([...odd, { merge_group: { head_sha: 'x' } }])('names no group: %j', (payload) => {
    expect(() => subject('merge_group', payload)).toThrow(
      /of merge_group should name a commit in merge_group\.head_sha/,
    )
  })

  test.each([...odd, { workflow_run: { head_sha: {} } }])('names no run: %j', (payload) => {
    expect(() => subject('workflow_run', payload)).toThrow(
      /of workflow_run should name a commit in workflow_run\.head_sha/,
    )
  })

  test.each(['', 'main', '0'.repeat(40), 'a'.repeat(41)])('GITHUB_SHA %j and no other commit', (sha) => {
    expect(() => subject('push', { after: '0'.repeat(40) }, { GITHUB_SHA: sha })).toThrow(
      /the event "push" names no commit/,
    )
  })

  test.each([undefined, null, 'x', 1.5, 0, -1, 2 ** 60])('has a pull request of number %j, which is none', (number) => {
    const pull_request = { number, head: { sha: HEAD, ref: 5 }, base: null }
    expect(subject('pull_request', { pull_request })).toMatchObject({ headSha: HEAD, baseSha: null, pullRequests: [] })
  })

  test('has a pull request without branches', () => {
    const pull_request = { number: 3, head: { sha: HEAD, ref: 5 }, base: 'x' }
    expect(subject('pull_request', { pull_request }).pullRequests).toEqual([{ number: 3, headRef: '', baseRef: '' }])
  })
})
