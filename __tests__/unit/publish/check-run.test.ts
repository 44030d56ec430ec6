import { describe, expect, test } from '@jest/globals'
import {
  abandonCheck,
  abandonLostCheck,
  completeCheck,
  conclusionOf,
  openCheck,
} from '../../../src/publish/check-run.ts'
import { type RefusalKind } from '../../../src/publish/refusal.ts'
import { HEAD, MemoryGitHub, refusal } from './memory-github.ts'
import { CANCELLED, FAILED, target, VERIFIED } from './samples.ts'

const RENDERED = { title: 'Verified', summary: 'All steps passed.', text: 'Details' }

async function openAndComplete(github: MemoryGitHub, verdict: Parameters<typeof conclusionOf>[0] = VERIFIED) {
  const opened = await openCheck(github.api, target())
  return { opened, end: await completeCheck(github.api, target(), opened, verdict, RENDERED) }
}

describe('the conclusion', () => {
  test.each([
    [VERIFIED, 'success'],
    [FAILED, 'failure'],
    [CANCELLED, 'cancelled'],
    [{ ...VERIFIED, cancelled: true }, 'cancelled'],
  ])('%j is %s', (verdict, conclusion) => {
    expect(conclusionOf(verdict)).toBe(conclusion)
  })
})

describe('the usual way', () => {
  test('one check run is opened and completed', async () => {
    const github = new MemoryGitHub()
    const { end } = await openAndComplete(github)
    expect(github.calls).toEqual(['createCheck in progress', 'updateCheck success'])
    expect(github.checks).toMatchObject([{ ...RENDERED, conclusion: 'success', externalId: 'run-100-1' }])
    expect(end).toMatchObject({ kind: 'posted', url: github.checks[0]!.url, remark: null })
  })

  test('input check false: no call', async () => {
    const github = new MemoryGitHub()
    const opened = await openCheck(github.api, target({ check: false }))
    expect(await completeCheck(github.api, target(), opened, FAILED, RENDERED)).toMatchObject({ kind: 'skipped' })
    expect(github.calls).toEqual([])
  })
})

describe('when opening is refused', () => {
  test.each<RefusalKind>(['forbidden', 'unauthorized', 'not-found', 'no-commit', 'invalid'])(
    '%s: no second attempt',
    async (kind) => {
      const github = new MemoryGitHub()
      github.refuse('createCheck', refusal(kind))
      const { opened, end } = await openAndComplete(github)
      expect(opened.kind).toBe('refused')
      expect(end).toMatchObject({ kind: 'problem', surface: 'check run', what: 'opened' })
      expect(github.calls).toEqual(['createCheck in progress'])
    },
  )

  test('rate limit: it was surely not made, and is created as completed', async () => {
    const github = new MemoryGitHub()
    github.refuse('createCheck', refusal('rate-limited'), true)
    const { end } = await openAndComplete(github, FAILED)
    expect(github.calls).toEqual(['createCheck in progress', 'createCheck failure'])
    expect(end.kind).toBe('posted')
  })

  test('answer lost: the orphan is found by the label of the run and completed', async () => {
    const github = new MemoryGitHub()
    github.afterwards('createCheck', () => {
      throw refusal('timeout')
    })
    const { opened, end } = await openAndComplete(github)
    expect(opened.kind).toBe('unsure')
    expect(end.kind).toBe('posted')
    expect(github.checks).toMatchObject([{ conclusion: 'success' }])
  })

  test('answer lost, and only check runs of others there: they are left alone', async () => {
    const github = new MemoryGitHub()
    const other = { ...target(), externalId: 'run-99-1' }
    await openCheck(github.api, other)
    github.refuse('createCheck', refusal('server'), true)
    await openAndComplete(github)
    expect(github.checks).toMatchObject([
      { externalId: 'run-99-1', completed: false },
      { externalId: 'run-100-1', conclusion: 'success' },
    ])
  })

  test('looking for the orphan fails: created as completed all the same', async () => {
    const github = new MemoryGitHub()
    github.refuse('createCheck', refusal('server'), true)
    github.refuse('checksOfCommit', refusal('server'))
    expect((await openAndComplete(github)).end.kind).toBe('posted')
  })

  test('a fault of our own becomes a problem too', async () => {
    const github = new MemoryGitHub()
    github.refuse('createCheck', new TypeError('undefined is not a function'))
    const { end } = await openAndComplete(github)
    expect(end).toMatchObject({ kind: 'problem', cause: 'internal', why: 'undefined is not a function' })
  })
})

describe('when completing is refused', () => {
  test('the text: completed once more with little, and it says so', async () => {
    const github = new MemoryGitHub()
    github.refuse('updateCheck', refusal('invalid', 'Only 65535 characters are allowed'), true)
    const { end } = await openAndComplete(github)
    expect(github.checks).toMatchObject([{ conclusion: 'success', title: 'Verified', text: null }])
    expect(github.checks[0]!.summary).toContain('report')
    expect(end).toMatchObject({ kind: 'posted', remark: expect.stringContaining('Only 65535 characters') })
  })

  test('the text, when created as completed: likewise', async () => {
    const github = new MemoryGitHub()
    github.refuse('createCheck', refusal('rate-limited'), true)
    github.refuse('createCheck', refusal('invalid'), true)
    const { end } = await openAndComplete(github, FAILED)
    expect(github.calls.slice(1)).toEqual(['createCheck failure', 'createCheck failure'])
    expect(end.kind).toBe('posted')
  })

  test('even the little: a problem after two attempts', async () => {
    const github = new MemoryGitHub()
    github.refuse('updateCheck', refusal('invalid'))
    const { end } = await openAndComplete(github)
    expect(end).toMatchObject({ kind: 'problem', what: 'completed', cause: 'invalid' })
    expect(github.writes()).toHaveLength(3)
  })

  test.each<RefusalKind>(['forbidden', 'not-found', 'timeout'])('%s: one attempt', async (kind) => {
    const github = new MemoryGitHub()
    github.refuse('updateCheck', refusal(kind))
    const { end } = await openAndComplete(github)
    expect(end).toMatchObject({ kind: 'problem', what: 'completed' })
    expect(github.writes()).toHaveLength(2)
  })
})

describe('the post step', () => {
  test.each([
    [false, 'failure', 'Not verified'],
    [true, 'cancelled', 'Cancelled'],
  ])('closes what was left open (cancelled: %s) as %s', async (cancelled, conclusion, title) => {
    const github = new MemoryGitHub()
    await openCheck(github.api, target())
    const { id } = github.checks[0]!
    expect(await abandonCheck(github.api, { id, cancelled })).toMatchObject({ kind: 'posted', id })
    expect(github.checks).toMatchObject([{ conclusion, title }])
    expect(github.checks[0]!.summary).toContain('ended before it could finish')
  })

  test('leaves a completed one as it is', async () => {
    const github = new MemoryGitHub()
    await openAndComplete(github)
    const { id } = github.checks[0]!
    expect(await abandonCheck(github.api, { id, cancelled: false })).toMatchObject({ kind: 'skipped' })
    expect(github.checks).toMatchObject([{ conclusion: 'success' }])
  })

  test('closes it when its state can’t be read', async () => {
    const github = new MemoryGitHub()
    await openCheck(github.api, target())
    github.refuse('getCheck', refusal('server'))
    await abandonCheck(github.api, { id: github.checks[0]!.id, cancelled: false })
    expect(github.checks).toMatchObject([{ conclusion: 'failure' }])
  })

  describe('that knows no id', () => {
    const lost = { headSha: HEAD, name: 'Confine', externalId: 'run-100-1', cancelled: false }

    test.each([
      [false, 'failure'],
      [true, 'cancelled'],
    ])('finds what was left open by the label of the run (cancelled: %s)', async (cancelled, conclusion) => {
      const github = new MemoryGitHub()
      await openCheck(github.api, target())
      await openCheck(github.api, target({ externalId: 'run-99-1' }))
      expect(await abandonLostCheck(github.api, { ...lost, cancelled })).toMatchObject({ kind: 'posted' })
      expect(github.checks).toMatchObject([
        { externalId: 'run-100-1', conclusion },
        { externalId: 'run-99-1', completed: false },
      ])
    })

    test.each([
      ['none is there', () => Promise.resolve()],
      ['it is completed', openAndComplete],
    ])('leaves all as it is when %s', async (_, before) => {
      const github = new MemoryGitHub()
      await before(github)
      const writes = github.writes().length
      expect(await abandonLostCheck(github.api, lost)).toMatchObject({ kind: 'skipped' })
      expect(github.writes()).toHaveLength(writes)
    })

    test('tells when it can’t look', async () => {
      const github = new MemoryGitHub()
      github.refuse('checksOfCommit', refusal('server'))
      expect(await abandonLostCheck(github.api, lost)).toMatchObject({ kind: 'problem', what: 'closed' })
    })
  })

  test('tells what it can’t close', async () => {
    const github = new MemoryGitHub()
    expect(await abandonCheck(github.api, { id: 1, cancelled: false })).toMatchObject({
      kind: 'problem',
      what: 'closed',
    })
  })
})
