import { describe, expect, test } from '@jest/globals'
import { mayBeOpen, openCheckId, publishEnd, publishStart } from '../../../src/publish/publish.ts'
import { MemoryGitHub, refusal } from './memory-github.ts'
import { body, CANCELLED, FAILED, target, VERIFIED } from './samples.ts'

const RENDERINGS = { check: { title: 'T', summary: 'S', text: null }, comment: body(100) }

async function run(github: MemoryGitHub, verdict: typeof VERIFIED | typeof FAILED | typeof CANCELLED, over = {}) {
  const session = await publishStart(github.api, target(over))
  return { session, published: await publishEnd(session, { verdict }, RENDERINGS) }
}

describe('a run', () => {
  test('has a check run first, then a comment, and their pages', async () => {
    const github = new MemoryGitHub()
    const { published } = await run(github, VERIFIED)
    expect(github.writes()).toEqual(['createCheck in progress', 'updateCheck success', 'createComment'])
    expect(published).toEqual({
      checkRunUrl: 'https://github.test/r/1000',
      commentUrl: 'https://github.test/c/1001',
      problems: [],
      notes: [],
      openCheckId: null,
    })
  })

  test('knows who it is from its check run, without a further call', async () => {
    const github = new MemoryGitHub()
    await run(github, VERIFIED)
    expect(github.calls).not.toContain('whoAmI')
  })

  test('with everything switched off calls nobody and says so', async () => {
    const github = new MemoryGitHub()
    const { published } = await run(github, VERIFIED, { check: false, comment: 'never' })
    expect(github.calls).toEqual([])
    expect(published).toMatchObject({ checkRunUrl: null, commentUrl: null, problems: [] })
    expect(published.notes).toHaveLength(2)
  })

  test('that was cancelled makes no comment with on-failure', async () => {
    const github = new MemoryGitHub()
    await run(github, CANCELLED, { comment: 'on-failure' })
    expect(github.checks).toMatchObject([{ conclusion: 'cancelled' }])
    expect(github.comments).toEqual([])
  })
})

describe('what could not be posted', () => {
  test.each([VERIFIED, FAILED])('is told once for each surface, whatever the verdict: $value', async (verdict) => {
    const github = new MemoryGitHub()
    github.refuse('createCheck', refusal('forbidden'))
    github.refuse('createComment', refusal('forbidden'))
    const { published } = await run(github, verdict, { readOnly: 'fork' })
    expect(github.writes()).toEqual(['createCheck in progress', 'createComment'])
    expect(published.problems).toMatchObject([
      { surface: 'check run', cause: 'read-only-token' },
      { surface: 'comment', cause: 'read-only-token' },
    ])
    expect(published).toMatchObject({ checkRunUrl: null, commentUrl: null, openCheckId: null })
  })

  test('trouble at the start that has passed at the end is no problem', async () => {
    const github = new MemoryGitHub()
    github.refuse('createCheck', refusal('rate-limited'), true)
    const { session, published } = await run(github, VERIFIED)
    expect(openCheckId(session)).toBeNull()
    expect(published.problems).toEqual([])
    expect(github.checks).toMatchObject([{ conclusion: 'success' }])
  })

  test('a check run that stays open is handed to the post step', async () => {
    const github = new MemoryGitHub()
    github.refuse('updateCheck', refusal('timeout'))
    const { session, published } = await run(github, VERIFIED)
    expect(published.openCheckId).toBe(openCheckId(session))
    expect(published.openCheckId).toBe(github.checks[0]!.id)
    expect(published.commentUrl).not.toBeNull()
  })

  test.each([
    ['is known', () => undefined, false],
    ['was surely not made', (github: MemoryGitHub) => github.refuse('createCheck', refusal('rate-limited')), false],
    ['may not be written', (github: MemoryGitHub) => github.refuse('createCheck', refusal('forbidden')), false],
    ['may have been made', (github: MemoryGitHub) => github.refuse('createCheck', refusal('timeout')), true],
  ])('a check run that %s is for the post step to look for: %#', async (_, before, wanted) => {
    const github = new MemoryGitHub()
    before(github)
    expect(mayBeOpen(await publishStart(github.api, target()))).toBe(wanted)
  })

  test('a comment that fails leaves the check run complete', async () => {
    const github = new MemoryGitHub()
    github.refuse('listComments', refusal('server'))
    const { published } = await run(github, FAILED)
    expect(github.checks).toMatchObject([{ conclusion: 'failure' }])
    expect(published.problems).toMatchObject([{ surface: 'comment' }])
  })
})
