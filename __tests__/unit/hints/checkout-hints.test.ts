import { describe, expect, test } from '@jest/globals'
import type { CheckoutFacts, StepFacts } from '../../../src/domain/step-facts.ts'
import { hintsFor } from '../../../src/hints/hints.ts'
import { step } from '../../support/docker.ts'
import { stepFacts } from '../../support/step-facts.ts'

const WHOLE: CheckoutFacts = {
  shallowCommits: null,
  hasTags: true,
  partial: false,
  repositoryOutside: false,
  sparseFiles: 0,
  lfsPointers: { count: 0, first: [] },
  absentSubmodules: { count: 0, first: [] },
}

const LFS = { lfsPointers: { count: 1, first: ['"data.yaml"'] } }
const SUBMODULES = { absentSubmodules: { count: 5, first: ['"a"', '"b"', '"c"'] } }

/** The hints that are about the checkout or its owner. */
function told(checkout: Partial<CheckoutFacts>, more: Partial<StepFacts> = {}): string {
  return hintsFor(stepFacts({ checkout: { ...WHOLE, ...checkout }, ...more }))
    .filter((hint) => /checkout|repository of another owner/.test(hint))
    .join('\n')
}

/** What tools say of a history that was cut, as git 2.39 prints it. */
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
]

describe('a shallow checkout', () => {
  test.each(CUT)('is told where the step failed with %s', (tail) => {
    expect(told({ shallowCommits: 1 }, { tail })).toMatch(/^This checkout is shallow \(1 commit\).*"fetch-depth: 0"/)
  })

  test.each(['git describe --always', 'set -e; git -C . log -3 | grep fix', 'git merge-base a b'])(
    'is told where the step that failed runs %s',
    (run) => {
      expect(told({ shallowCommits: 12 }, { step: step(run) })).toContain('shallow (12 commits)')
    },
  )

  test.each(['FAIL shallowEqual compares', 'Error: Invalid argument', 'tag <div> is not closed', ''])(
    'is not told where the step failed with: %s',
    (tail) => {
      expect(
        told({ shallowCommits: 1, hasTags: false }, { tail, step: step('npm run git-log; cat .github/log') }),
      ).toBe('')
    },
  )
})

describe('absent tags', () => {
  const tail = 'fatal: No names found, cannot describe anything.'

  test('are told by themselves, and together with a shallow history', () => {
    expect(told({ hasTags: false }, { tail })).toMatch(/^This checkout has no tags.*"fetch-tags: true"/)
    expect(told({ hasTags: false, shallowCommits: 1 }, { tail })).toContain('shallow (1 commit) and has no tags')
  })

  test('are not told where history is asked for, and not where there are some', () => {
    expect(told({ hasTags: false }, { tail: 'fatal: bad revision' })).toBe('')
    expect(told({ hasTags: false, shallowCommits: 1 }, { tail: 'fatal: bad revision' })).not.toContain('tags and')
    expect(told({}, { tail })).toBe('')
  })
})

describe('objects that a partial clone leaves on the server', () => {
  test.each([
    'fatal: could not fetch 0123 from promisor remote',
    "fatal: unable to access 'https://example.invalid/r/': Could not resolve host: example.invalid",
    'fatal: unable to read 0123456789',
  ])('are told: %s', (tail) => {
    const hint = 'This checkout is a partial clone, missing objects cannot be fetched without a network'
    expect(told({ partial: true }, { tail })).toContain(hint)
    expect(told({}, { tail })).not.toContain('partial clone')
  })

  test('are not told where the step failed of something else', () => {
    expect(told({ partial: true }, { tail: '1 test failed' })).toBe('')
  })
})

test('a git folder that lies elsewhere is told where git finds none', () => {
  const tail = 'fatal: not a git repository: /r/main/.git/worktrees/tree'
  expect(told({ repositoryOutside: true }, { tail })).toMatch(/^The git folder of this checkout lies outside of it/)
  expect(told({ repositoryOutside: true }, { tail: 'failed' })).toBe('')
  expect(told({}, { tail })).toBe('')
})

test('files that a sparse checkout leaves out are told where a file is missing', () => {
  const tail = 'cat: src/a: No such file or directory'
  expect(told({ sparseFiles: 2 }, { tail })).toMatch(/^This checkout is sparse, 2 files of the commit are not there/)
  expect(told({ sparseFiles: 2 }, { tail: 'failed' })).toBe('')
  expect(told({}, { tail })).toBe('')
})

describe('what is not there in full', () => {
  test('is told whatever a step that failed says', () => {
    expect(told(LFS)).toBe(
      'This checkout has 1 LFS pointer file in place of the data ("data.yaml"): give actions/checkout "lfs: true" if the step needs it.',
    )
    expect(told(SUBMODULES)).toBe(
      'This checkout has 5 submodules not checked out ("a", "b", "c" and 2 more): give actions/checkout "submodules: recursive" if the step needs it.',
    )
  })

  test.each([
    { kind: 'verified' },
    { kind: 'cancelled', released: true },
    { kind: 'timed-out', afterMs: 1 },
    { kind: 'not-run', because: 'fail-fast' },
  ] as const)('is not told of a step that is $kind', (outcome) => {
    expect(told({ ...LFS, ...SUBMODULES }, { outcome })).toBe('')
  })

  test('is not told of a whole checkout, nor of one that nothing is known of', () => {
    expect(told({}, { tail: CUT.join('\n') })).toBe('')
    expect(hintsFor(stepFacts({ checkout: null, tail: CUT.join('\n') }))).toEqual([])
  })
})

test('a repository of another owner that git refuses is told, with the variables that a script threw away', () => {
  const tail = "fatal: detected dubious ownership in repository at '/r'\nTo add an exception, call:"
  expect(told({}, { tail })).toContain('GIT_CONFIG_COUNT')
  expect(told({}, { tail, outcome: { kind: 'verified' } })).toBe('')
  expect(told({}, { tail: 'a dubious test' })).toBe('')
})
