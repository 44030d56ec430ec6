import { describe, expect, test } from '@jest/globals'
import { postComment } from '../../../src/publish/sticky-comment.ts'
import { BOT, MemoryGitHub, OTHER, refusal } from './memory-github.ts'
import { body, target } from './samples.ts'

function post(github: MemoryGitHub, text = body(100), app: string | null = 'github-actions') {
  return postComment(github.api, target(), { body: text, conclusion: 'failure', app })
}

const state = (github: MemoryGitHub) => github.comments.map(({ id, body: text }) => [id, text])

describe('the comment vanished before the update', () => {
  test('one new comment', async () => {
    const github = new MemoryGitHub()
    github.addComment(body(99), BOT, 5)
    github.interfere('updateComment', () => (github.comments = []))
    expect(await post(github)).toMatchObject({ kind: 'posted', id: 1000 })
    expect(github.writes()).toEqual(['updateComment 5', 'createComment'])
    expect(state(github)).toEqual([[1000, body(100)]])
  })

  test('although the list still shows it', async () => {
    const github = new MemoryGitHub()
    github.stale = [{ id: 5, url: 'https://github.test/c/5', body: body(99), author: BOT }]
    expect(await post(github)).toMatchObject({ kind: 'posted', id: 1000 })
    expect(github.writes()).toEqual(['updateComment 5', 'createComment'])
  })

  test('a second one that vanishes too ends it', async () => {
    const github = new MemoryGitHub()
    for (const id of [5, 6]) {
      github.stale.push({ id, url: 'https://github.test/c/5', body: body(99), author: BOT })
    }
    expect(await post(github)).toMatchObject({ kind: 'problem', cause: 'not-found' })
    expect(github.writes()).toEqual(['updateComment 5', 'updateComment 6'])
  })
})

describe('a job beside us creates at the same moment', () => {
  const sibling = body(100, { text: 'Sibling' })

  test('its id is lower: ours is taken back and its is updated', async () => {
    const github = new MemoryGitHub()
    github.interfere('createComment', () => github.addComment(sibling, BOT, 900))
    expect(await post(github)).toMatchObject({ kind: 'posted', id: 900, remark: null })
    expect(state(github)).toEqual([[900, body(100)]])
  })

  test('its id is higher: it takes its own back, we leave it alone', async () => {
    const github = new MemoryGitHub()
    github.afterwards('createComment', () => github.addComment(sibling, BOT, 2000))
    expect(await post(github)).toMatchObject({ kind: 'posted', id: 1000 })
    expect(github.writes()).toEqual(['createComment'])
  })

  test('both, interleaved: one comment is left', async () => {
    const github = new MemoryGitHub()
    await Promise.all([post(github), post(github, sibling)])
    expect(github.writes().filter((call) => call === 'createComment')).toHaveLength(2)
    expect(state(github)).toEqual([[1000, sibling]])
  })

  test('it is of a newer run: ours is taken back, its stays as it is', async () => {
    const github = new MemoryGitHub()
    github.afterwards('createComment', () => github.addComment(body(101), BOT, 2000))
    expect(await post(github)).toMatchObject({ kind: 'skipped' })
    expect(state(github)).toEqual([[2000, body(101)]])
  })

  test('ours can’t be taken back: said, not hidden', async () => {
    const github = new MemoryGitHub()
    github.interfere('createComment', () => github.addComment(sibling, BOT, 900))
    github.refuse('deleteComment', refusal('forbidden', 'no'))
    expect(await post(github)).toMatchObject({ kind: 'posted', remark: expect.stringContaining('not be deleted: no') })
  })

  test('looking again fails: ours is posted all the same', async () => {
    const github = new MemoryGitHub()
    github.afterwards('createComment', () => github.refuse('listComments', refusal('server', 'down')))
    expect(await post(github)).toMatchObject({ kind: 'posted', id: 1000, remark: expect.stringContaining('down') })
  })
})

describe('duplicates from earlier', () => {
  test('are reduced to the one with the lowest id', async () => {
    const github = new MemoryGitHub()
    for (const id of [30, 10, 20]) github.addComment(body(99), BOT, id)
    expect(await post(github)).toMatchObject({ kind: 'posted', id: 10, remark: null })
    expect(state(github)).toEqual([[10, body(100)]])
  })

  test('never those of somebody else', async () => {
    const github = new MemoryGitHub()
    github.addComment(body(99), 'mallory', 5)
    github.addComment(body(99), BOT, 10)
    await post(github)
    expect(state(github)).toEqual([
      [5, body(99)],
      [10, body(100)],
    ])
  })

  test('one that is gone by now is no trouble', async () => {
    const github = new MemoryGitHub()
    for (const id of [10, 20]) github.addComment(body(99), BOT, id)
    github.refuse('deleteComment', refusal('not-found'))
    expect(await post(github)).toMatchObject({ kind: 'posted', remark: null })
  })
})

describe('whether the creation was carried out is unknown', () => {
  test('it was: found, and not made again', async () => {
    const github = new MemoryGitHub()
    github.afterwards('createComment', () => {
      throw refusal('timeout')
    })
    expect(await post(github)).toMatchObject({ kind: 'posted', id: 1000 })
    expect(state(github)).toEqual([[1000, body(100)]])
  })

  test('it was not: made once more', async () => {
    const github = new MemoryGitHub()
    github.refuse('createComment', refusal('server'), true)
    expect(await post(github)).toMatchObject({ kind: 'posted' })
    expect(github.writes()).toEqual(['createComment', 'createComment'])
  })

  test('and again: a problem after two attempts', async () => {
    const github = new MemoryGitHub()
    github.refuse('createComment', refusal('server'))
    expect(await post(github)).toMatchObject({ kind: 'problem', cause: 'server' })
    expect(github.writes()).toHaveLength(2)
  })
})

describe('we are another App than it seemed', () => {
  test('the author of the new comment tells, and the one from before is found', async () => {
    const github = new MemoryGitHub()
    github.login = 'my-app[bot]'
    github.addComment(body(99), 'my-app[bot]', 10)
    expect(await post(github, body(100), null)).toMatchObject({ kind: 'posted', id: 10 })
    expect(state(github)).toEqual([[10, body(100)]])
  })

  test('a comment of the bot that we seemed to be stays in the way of nothing', async () => {
    const github = new MemoryGitHub()
    github.pulls.push({ number: 7, open: true, headSha: OTHER, repository: null })
    github.login = 'my-app[bot]'
    await post(github, body(100), 'my-app')
    github.addComment(body(300, { head: OTHER }), BOT, 5)
    expect(await post(github, body(101), 'my-app')).toMatchObject({ kind: 'posted', id: 1000 })
  })
})
