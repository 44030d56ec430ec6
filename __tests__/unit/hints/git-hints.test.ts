import { describe, expect, test } from '@jest/globals'
import type { CheckoutFacts, StepFacts } from '../../../src/domain/step-facts.ts'
import { hintsFor } from '../../../src/hints/hints.ts'
import { step } from '../../support/docker.ts'
import { stepFacts, WHOLE } from '../../support/step-facts.ts'

function told(checkout: Partial<CheckoutFacts>, more: Partial<StepFacts> = {}): string {
  return hintsFor(stepFacts({ checkout: { ...WHOLE, ...checkout }, ...more })).join('\n')
}

/** What git says of a history that was cut, as 2.39 prints it. */
const CUT = [
  "fatal: ambiguous argument 'HEAD~1': unknown revision or path not in the working tree.",
  'fatal: No names found, cannot describe anything.',
  'fatal: bad object 0123456789012345678901234567890123456789',
  'fatal: Not a valid object name origin/main',
  'fatal: Invalid revision range main..HEAD',
  'fatal: main...HEAD: no merge base',
  'fatal: Needed a single revision',
  'fatal: refusing to merge unrelated histories',
  'error: shallow clone detected',
  'Error: Command failed: git log\nfatal: bad revision',
]

describe('a shallow checkout', () => {
  test.each(CUT)('is told where the step failed with %s', (tail) => {
    expect(told({ shallowCommits: 1 }, { tail })).toMatch(/^This checkout is shallow \(1 commit\).*"fetch-depth: 0"/)
  })

  test.each(['git describe --always', 'set -e; git -C . log -3 | grep fix', 'git merge-base a b'])(
    'is told where the step that failed runs %s, unless another cause is known',
    (run) => {
      expect(told({ shallowCommits: 12 }, { step: step(run) })).toContain('shallow (12 commits)')
      const tail = "mkdir: can't create directory '/usr/x': Read-only file system"
      expect(told({ shallowCommits: 12 }, { step: step(run), tail })).toMatch(/^The step wrote to a place[^\n]*$/)
    },
  )

  test.each(['FAIL shallowEqual compares', 'TypeError: invalid object', 'tag <div> is not closed', ''])(
    'is not told where the step failed with: %s',
    (tail) => {
      const steps = step('npm run git-log; cat .github/log')
      expect(told({ shallowCommits: 1, hasTags: false }, { tail, step: steps })).toBe('')
    },
  )
})

describe('absent tags', () => {
  const tail = 'fatal: No names found, cannot describe anything.'

  test('are told by themselves, and together with a shallow history', () => {
    expect(told({ hasTags: false }, { tail })).toMatch(/^This checkout has no tags.*"fetch-tags: true"/)
    expect(told({ hasTags: false, shallowCommits: 1 }, { tail })).toContain('shallow (1 commit) and has no tags')
    expect(told({ hasTags: false }, { step: step('git tag | grep v1') })).toContain('has no tags')
    expect(told({ hasTags: false }, { step: step('git tag --list "v*" | grep .') })).toContain('has no tags')
  })

  test('are not told where history is asked for, where a tag is made, and not where there are some', () => {
    expect(told({ hasTags: false }, { tail: 'fatal: bad revision' })).toBe('')
    expect(told({ hasTags: false, shallowCommits: 1 }, { tail: 'fatal: bad revision' })).not.toContain('tags and')
    expect(told({ hasTags: false }, { step: step('git tag -a v1 -m v1') })).toBe('')
    expect(told({ hasTags: false }, { step: step('git tag v1 && false') })).toBe('')
    expect(told({ hasTags: false }, { tail: 'setuptools-scm==8.0 installed' })).toBe('')
    expect(told({}, { tail })).toBe('')
  })
})

test('git that does not know who commits is told so, and nothing of tags', () => {
  const tail =
    'Committer identity unknown\n\n*** Please tell me who you are.\n\nfatal: unable to auto-detect email address'
  for (const run of ['git tag -a v1 -m v1', 'git commit -m x', 'git describe'])
    expect(told({ hasTags: false, shallowCommits: 1 }, { tail, step: step(run) })).toMatch(
      /^git does not know whose commit[^\n]*user\.name and user\.email[^\n]*$/,
    )
  expect(told({}, { tail: 'tell me who they are' })).toBe('')
})

describe('objects that a partial clone leaves on the server', () => {
  test.each([
    'fatal: could not fetch 0123 from promisor remote',
    "fatal: unable to access 'https://example.invalid/r/': Could not resolve host: example.invalid",
    'fatal: unable to read 0123456789',
  ])('are told, and nothing of the network: %s', (tail) => {
    const hint = 'This checkout is a partial clone, missing objects cannot be fetched without a network'
    expect(hintsFor(stepFacts({ checkout: { ...WHOLE, partial: true }, tail }))).toEqual([
      expect.stringContaining(hint),
    ])
    expect(told({}, { tail })).not.toContain('partial clone')
  })

  test('are not told where the step failed of something else', () => {
    expect(told({ partial: true }, { tail: '1 test failed' })).toBe('')
    expect(told({ partial: true }, { tail: 'curl: (6) Could not resolve host: example.invalid' })).not.toContain(
      'partial',
    )
    const tail = "fatal: unable to access 'https://h.invalid/': Could not resolve host: h.invalid"
    expect(told({ partial: true }, { tail, step: step('git fetch origin main') })).toMatch(/^The step tried to reach/)
  })
})

test('a git folder that lies elsewhere is told where git finds none', () => {
  const tail = 'fatal: not a git repository: /r/main/.git/worktrees/tree'
  expect(told({ repositoryOutside: true }, { tail })).toMatch(/^The git folder of this checkout lies outside of it/)
  expect(told({ repositoryOutside: true }, { tail: 'failed' })).toBe('')
  expect(told({}, { tail })).toBe('')
})

test('nothing is told of a whole checkout, nor of one that nothing is known of', () => {
  expect(told({}, { tail: CUT.join('\n') })).toBe('')
  expect(hintsFor(stepFacts({ checkout: null, tail: CUT.join('\n') }))).toEqual([])
})

test('a repository of another owner that git refuses is told, with the variables that a script threw away', () => {
  const tail = "fatal: detected dubious ownership in repository at '/r'\nTo add an exception, call:"
  expect(told({}, { tail })).toContain('GIT_CONFIG_COUNT')
  expect(told({}, { tail, outcome: { kind: 'verified' } })).toBe('')
  expect(told({}, { tail: 'a dubious test' })).toBe('')
})
