import { describe, expect, test } from '@jest/globals'
import { answers, moreFollows, read, refusalFrom } from '../../../src/publish/decode.ts'
import { GitHubRefusal } from '../../../src/publish/refusal.ts'
import { HEAD } from './memory-github.ts'

const COMMENT = { id: 5, html_url: 'https://github.test/c/5', body: 'text', user: { login: 'x' } }
const CHECK = { id: 9, html_url: null, external_id: '', status: 'completed', app: { slug: 'github-actions' } }

describe('answers that fit', () => {
  test('a comment', () => {
    const expected = { id: 5, url: 'https://github.test/c/5', body: 'text', author: 'x' }
    expect(read(answers.comment, { data: { ...COMMENT, more: true } })).toEqual(expected)
  })

  test('a comment of an account that is gone, without a body', () => {
    const data = { ...COMMENT, user: null, body: undefined }
    expect(read(answers.comment, { data })).toMatchObject({ author: null, body: '' })
  })

  test('a check run', () => {
    const expected = { id: 9, url: null, externalId: '', completed: true, app: 'github-actions' }
    expect(read(answers.check, { data: CHECK })).toEqual(expected)
  })

  test('a pull request', () => {
    const data = { number: 3, state: 'closed', head: { sha: HEAD }, base: { repo: { full_name: 'o/r' } } }
    expect(read(answers.pullRequest, { data })).toEqual({ number: 3, open: false, headSha: HEAD, repository: 'o/r' })
  })
})

describe('answers that do not fit are refused, and the message names the place', () => {
  test.each([
    ['a page of HTML', answers.comment, '<html>', 'the answer'],
    ['nothing', answers.check, undefined, 'the answer'],
    ['an id that is text', answers.comment, { ...COMMENT, id: '5' }, 'id'],
    ['an id that no number holds', answers.check, { ...CHECK, id: 2n ** 60n }, 'id'],
    ['a script for a link', answers.comment, { ...COMMENT, html_url: 'javascript:alert(1)' }, 'html_url'],
    ['a list that is none', answers.comments, {}, 'the answer'],
    ['a bad item of a list', answers.comments, [COMMENT, null], '1'],
    [
      'a head that is no commit',
      answers.pullRequest,
      { number: 1, state: 'open', head: { sha: 'main' }, base: {} },
      'head.sha',
    ],
    ['check runs elsewhere', answers.checks, [CHECK], 'the answer'],
    ['a user without a name', answers.user, { login: '' }, 'login'],
  ])('%s', (_, shape, data, place) => {
    const run = (): unknown => read<unknown>(shape, { data })
    expect(run).toThrow(GitHubRefusal)
    expect(run).toThrow(`unreadable: ${place}: `)
  })
})

describe('whether a page follows', () => {
  test.each([
    ['the link header says so', '<https://x?page=2>; rel="next", <https://x?page=9>; rel="last"', 30, true],
    ['the link header names only earlier pages', '<https://x?page=1>; rel="prev"', 100, false],
    ['no header, short page', null, 99, false],
    ['no header, full page', null, 100, true],
  ])('%s', (_, link, length, more) => {
    expect(moreFollows(link, length, 100)).toBe(more)
  })
})

describe('what the client throws', () => {
  const broken = (code: string): Error =>
    Object.assign(new Error('fetch failed', { cause: Object.assign(new Error('inner'), { code }) }), { status: 500 })

  test('an error with a response is GitHub’s word', () => {
    const thrown = { status: 403, message: 'no', response: { headers: { 'retry-after': 3, date: undefined } } }
    expect(refusalFrom(thrown, 0)).toMatchObject({ kind: 'rate-limited', retryAfterMs: 3000 })
  })

  test.each([
    ['ECONNREFUSED', false],
    ['ENOTFOUND', false],
    ['UND_ERR_CONNECT_TIMEOUT', false],
    ['ECONNRESET', true],
    ['UND_ERR_SOCKET', true],
  ])('a made-up status 500 without one is the network’s: %s, maybe done: %s', (code, maybeDone) => {
    expect(refusalFrom(broken(code), 0)).toMatchObject({ kind: 'network', maybeDone, detail: 'fetch failed' })
  })

  test('a ring of causes has an end', () => {
    const ring = new Error('ring')
    ring.cause = ring
    expect(refusalFrom(ring, 0).kind).toBe('network')
  })

  test('a refusal stays what it is', () => {
    const refused = refusalFrom({}, 0)
    expect(refusalFrom(refused, 0)).toBe(refused)
  })
})
