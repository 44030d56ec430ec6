import { describe, expect, test } from '@jest/globals'
import { findOwnComments, ownLogin } from '../../../src/publish/own-comments.ts'
import { BOT, MemoryGitHub, refusal } from './memory-github.ts'
import { body, KEY } from './samples.ts'

const SEARCH = { pullRequest: 7, author: BOT, key: KEY, gone: new Set<number>() }

async function idsFound(github: MemoryGitHub, search: Partial<typeof SEARCH> = {}): Promise<number[]> {
  return (await findOwnComments(github.api, { ...SEARCH, ...search })).map(({ comment }) => comment.id)
}

describe('a comment is ours by marker and author', () => {
  test.each([
    ['both', body(1), BOT, true],
    ['author in another case', body(1), 'GitHub-Actions[bot]', true],
    ['marker of a stranger', body(1), 'mallory', false],
    ['an account that is gone', body(1), null, false],
    ['author without marker', 'hello', BOT, false],
    ['marker below the first line', `Quote:\n${body(1)}`, BOT, false],
    ['marker in a quotation', `> ${body(1)}`, BOT, false],
    ['another instance', body(1, { key: 'Confine 2' }), BOT, false],
    ['an instance whose name only begins alike', body(1, { key: `${KEY} ` }), BOT, false],
  ])('%s', async (_, text, author, ours) => {
    const github = new MemoryGitHub()
    const { id } = github.addComment(text, author)
    expect(await idsFound(github)).toEqual(ours ? [id] : [])
  })

  test('except one that is known to be deleted', async () => {
    const github = new MemoryGitHub()
    const { id } = github.addComment(body(1))
    expect(await idsFound(github, { gone: new Set([id]) })).toEqual([])
  })
})

describe('pages', () => {
  function crowded(count: number, ...ours: number[]): MemoryGitHub {
    const github = new MemoryGitHub()
    for (let id = 1; id <= count; id++) github.addComment(ours.includes(id) ? body(1) : 'chat', BOT, id)
    return github
  }

  test('are read up to the one that has it', async () => {
    const github = crowded(350, 110)
    expect(await idsFound(github)).toEqual([110])
    expect(github.calls).toEqual(['listComments 1', 'listComments 2'])
  })

  test('and no further when it is on the first', async () => {
    const github = crowded(350, 5, 20, 110)
    expect(await idsFound(github)).toEqual([5, 20])
    expect(github.calls).toHaveLength(1)
  })

  test('need not be in order', async () => {
    const { api } = crowded(3, 1, 3)
    const listComments: typeof api.listComments = async (pull, page) => {
      const { comments, more } = await api.listComments(pull, page)
      return { comments: comments.toReversed(), more }
    }
    const found = await findOwnComments({ ...api, listComments }, SEARCH)
    expect(found.map(({ comment }) => comment.id)).toEqual([1, 3])
  })

  test('come to an end, and not as if none were there', async () => {
    const github = crowded(31)
    github.pageSize = 1
    await expect(idsFound(github)).rejects.toMatchObject({ kind: 'unreadable' })
    expect(github.calls).toHaveLength(30)
  })
})

describe('who we are', () => {
  test.each([
    ['the App that made the check run', 'my-app', 'my-app[bot]', 'my-app[bot]', []],
    ['the person whose token it is', null, 'maintainer', 'maintainer', ['whoAmI']],
    ['the job’s own token when nothing else tells', null, BOT, BOT, ['whoAmI']],
  ])('%s', async (_, app, login, expected, calls) => {
    const github = new MemoryGitHub()
    github.login = login
    expect(await ownLogin(github.api, app)).toBe(expected)
    expect(github.calls).toEqual(calls)
  })

  test('a fault of our own is not taken for an answer', async () => {
    const github = new MemoryGitHub()
    github.refuse('whoAmI', new TypeError('bug'))
    await expect(ownLogin(github.api, null)).rejects.toThrow('bug')
  })

  test('trouble on the way means the job’s own token', async () => {
    const github = new MemoryGitHub()
    github.refuse('whoAmI', refusal('timeout'))
    expect(await ownLogin(github.api, null)).toBe(BOT)
  })
})
