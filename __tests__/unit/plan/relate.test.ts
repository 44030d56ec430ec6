import { describe, expect, test } from '@jest/globals'
import { ConfineError } from '../../../src/domain/errors.ts'
import { type CheckoutState, type EventSubject } from '../../../src/domain/subject.ts'
import { relate, subjectNotes } from '../../../src/plan/relate.ts'

const HEAD = '1'.repeat(40)
const BASE = '2'.repeat(40)
const OTHER = '3'.repeat(40)
const MERGE = '4'.repeat(40)
const NONE = { count: 0, first: [] }

function event(name: string, more: Partial<EventSubject> = {}): EventSubject {
  const commits = { headSha: HEAD, baseSha: BASE, mergeSha: null }
  return { event: name, repository: 'o/n', ...commits, pullRequests: [], fork: false, ...more }
}

function checkout(sha: string, parents: readonly string[] = [OTHER], more: Partial<CheckoutState> = {}): CheckoutState {
  return {
    sha,
    tree: '5'.repeat(40),
    parents,
    dirtyFiles: 0,
    foreignFolders: NONE,
    ignored: NONE,
    shallow: false,
    ...more,
  }
}

const PULL_EVENTS = ['pull_request', 'pull_request_target', 'pull_request_review', 'pull_request_review_comment']
const OTHER_EVENTS = ['push', 'merge_group', 'workflow_run', 'workflow_dispatch', 'schedule', 'unknown']

describe('what was checked out', () => {
  test.each([...PULL_EVENTS, ...OTHER_EVENTS])('is the head (%s)', (name) => {
    const state = checkout(HEAD)
    expect(relate(event(name), state, MERGE)).toEqual({
      ...event(name),
      tested: { ...state, relation: 'head' },
    })
  })

  test.each(PULL_EVENTS)('is a merge of the head (%s)', (name) => {
    for (const parents of [
      [BASE, HEAD],
      [HEAD, BASE],
      [BASE, OTHER, HEAD],
    ]) {
      expect(relate(event(name), checkout(MERGE, parents), MERGE).tested).toMatchObject({
        sha: MERGE,
        relation: 'merge',
      })
    }
  })

  test.each(OTHER_EVENTS)('is a merge of the head, which only a pull request may have (%s)', (name) => {
    expect(() => relate(event(name), checkout(MERGE, [BASE, HEAD]), MERGE)).toThrow(ConfineError)
  })

  test('is the merge that the payload names, where GITHUB_SHA is the base', () => {
    const named = event('pull_request_target', { mergeSha: MERGE })
    expect(relate(named, checkout(MERGE, [BASE, HEAD]), BASE).tested.relation).toBe('merge')
    // Made for an earlier head.
    expect(() => relate(named, checkout(MERGE, [BASE, OTHER]), BASE)).toThrow('no merge of the latter')
    const push = event('push', { mergeSha: MERGE })
    expect(() => relate(push, checkout(MERGE, [BASE, HEAD]), BASE)).toThrow(ConfineError)
  })

  test.each(PULL_EVENTS)('is a merge of the head that GitHub did not make (%s)', (name) => {
    const forged = checkout(OTHER, [BASE, HEAD])
    const message = 'a merge of the latter that GitHub did not make'
    expect(() => relate(event(name, { mergeSha: MERGE }), forged, BASE)).toThrow(message)
    expect(() => relate(event(name), forged, MERGE)).toThrow(message)
  })

  test.each([
    ['the base', BASE, [OTHER]],
    ['a merge of other commits', MERGE, [BASE, OTHER]],
    ['one commit on top of the head', OTHER, [HEAD]],
    ['a commit without parents', OTHER, []],
  ])('is %s', (_, sha, parents) => {
    for (const name of [...PULL_EVENTS, ...OTHER_EVENTS]) {
      const refused = expect.objectContaining({ code: 'subject', message: expect.stringContaining(sha) })
      expect(() => relate(event(name), checkout(sha, parents), MERGE)).toThrow(refused)
      expect(() => relate(event(name), checkout(sha, parents), MERGE)).toThrow(HEAD)
    }
  })

  const at = (sha: string, name: string) => `the checkout is at ${sha}, but this ${name} event is about ${HEAD}`
  const remedy = (expression: string) => `; give actions/checkout the input "ref: \${{ ${expression} }}"`
  const pull = remedy('github.event.pull_request.head.sha')
  test.each([
    [
      'pull_request_target',
      BASE,
      [],
      `${at(BASE, 'pull_request_target')}, and what was checked out is its base${pull}`,
    ],
    ['pull_request', OTHER, [HEAD], `${at(OTHER, 'pull_request')}, and the former is no merge of the latter${pull}`],
    ['push', OTHER, [HEAD], `${at(OTHER, 'push')}, and a commit was made on top of it${remedy('github.sha')}`],
    ['schedule', OTHER, [], `${at(OTHER, 'schedule')}${remedy('github.sha')}`],
    ['workflow_run', OTHER, [], `${at(OTHER, 'workflow_run')}${remedy('github.event.workflow_run.head_sha')}`],
    ['merge_group', OTHER, [], `${at(OTHER, 'merge_group')}${remedy('github.event.merge_group.head_sha')}`],
  ])('%s says what to do', (name, sha, parents, message) => {
    expect(() => relate(event(name), checkout(sha, parents), MERGE)).toThrow(new ConfineError('subject', message))
  })
})

describe('notes on the tested commit', () => {
  const notes = (state: CheckoutState) => subjectNotes(relate(event('pull_request'), state, MERGE))

  test('are none for a clean, whole checkout of the head', () => {
    expect(notes(checkout(HEAD))).toEqual([])
  })

  test('tell a merge', () => {
    expect(notes(checkout(MERGE, [BASE, HEAD]))).toEqual([`tested was ${MERGE}, a merge of ${HEAD} that GitHub made`])
  })

  test('tell a changed or shallow checkout', () => {
    const foreignFolders = { count: 5, first: ['"a/"', '"b/"', '"c/"'] }
    expect(notes(checkout(HEAD, [], { dirtyFiles: 2, foreignFolders, shallow: true }))).toEqual([
      '2 files differed from the commit before the first step',
      'files in 5 folders are not the commit\'s: "a/", "b/", "c/" and 2 more',
      'the clone is shallow: commands that need history or tags may fail',
    ])
  })
})
