import { describe, expect, test } from '@jest/globals'
import type { CheckoutFacts, FewPaths, StepFacts } from '../../../src/domain/step-facts.ts'
import { checkoutNotes } from '../../../src/hints/checkout-hints.ts'
import { hintsFor } from '../../../src/hints/hints.ts'
import { step } from '../../support/docker.ts'
import { stepFacts, WHOLE } from '../../support/step-facts.ts'

const few = (...paths: readonly string[]): FewPaths => ({
  count: paths.length,
  first: paths.slice(0, 3).map((path) => `"${path}"`),
  paths,
})

const LFS = { lfsPointers: few('data/model.json', 'data.yaml') }
const SUBMODULES = { absentSubmodules: few('vendor/sub') }
const SPARSE = { leftOut: few('src/a.c', 'vendor/x.sh') }

function told(checkout: Partial<CheckoutFacts>, run: string, tail: string, more: Partial<StepFacts> = {}) {
  return hintsFor(stepFacts({ checkout: { ...WHOLE, ...checkout }, step: step(run), tail, ...more }))
}

const IN_VENDOR = { step: { ...step('make -C sub'), workingDirectory: 'vendor' } }

describe('a submodule that is not checked out', () => {
  test.each<[run: string, tail: string, more?: Partial<StepFacts>]>([
    ['sh vendor/sub/lib.sh', 'sh: 0: cannot open vendor/sub/lib.sh: No such file'],
    ['make -C ./vendor/sub', 'make: *** No targets specified and no makefile found.  Stop.'],
    ['ci/x.sh', "cat: '/home/runner/work/rocket/rocket/vendor/sub/a': No such file or directory"],
    ['cd "vendor/sub" && make', ''],
    ['make -C sub', '', IN_VENDOR],
  ])('is told where %s says %j, and nothing else', (run, tail, more = {}) => {
    const command = { path: 'vendor/sub/lib.sh', by: 'sh', found: 'absent', executable: false } as const
    const facts = { command: { ...command, firstLine: '', carriageReturns: false, cpu: null }, ...more }
    expect(told(SUBMODULES, run, tail, facts)).toEqual([
      'The submodule "vendor/sub" is not checked out, so its folder is empty: give actions/checkout "submodules: recursive".',
    ])
  })

  test.each([
    ['python3 -c "assert 1==2"', 'AssertionError'],
    ['ci/x.sh', 'skipped vendor/sub\n1 test failed'],
    ['ls vendor/subway', "ls: cannot access 'vendor/subway': No such file or directory"],
    ['ci/x.sh', 'cat: other/a: No such file or directory'],
  ])('is not told where %s says %j', (run, tail) => {
    expect(told(SUBMODULES, run, tail)).toEqual([])
  })
})

describe('files that a sparse checkout leaves out', () => {
  test.each([
    ['cat src/a.c', 'cat: src/a.c: No such file or directory', 'src/a.c'],
    ['ls vendor', "ls: cannot access 'vendor': No such file or directory", 'vendor/x.sh'],
    ['make', "make: *** No rule to make target 'src/a.c', needed by 'a'.  Stop.", 'src/a.c'],
  ])('are told where %s says %j', (run, tail, path) => {
    expect(told(SPARSE, run, tail)).toEqual([
      `This checkout is sparse and leaves "${path}" out: widen the input sparse-checkout of actions/checkout.`,
    ])
  })

  test.each([
    ['cat src/b.c', 'cat: src/b.c: No such file or directory'],
    ['ci/x.sh src/a.c', '1 test failed'],
  ])('are not told where %s says %j', (run, tail) => {
    expect(told(SPARSE, run, tail)).toEqual([])
  })
})

describe('a pointer of Git LFS', () => {
  test.each([
    ['python3 -m json.tool data.yaml', 'Expecting value: line 1 column 1 (char 0)', 'data.yaml'],
    ['ci/x.sh', "UnidentifiedImageError: cannot identify image file '/w/r/data/model.json'", 'data/model.json'],
  ])('is told by its name where %s says %j', (run, tail, path) => {
    expect(told(LFS, run, tail)).toEqual([
      `"${path}" is a pointer of Git LFS in place of the data: give actions/checkout "lfs: true".`,
    ])
  })

  test.each([
    [1, `SyntaxError: Unexpected token 'v', "version ht"... is not valid JSON`],
    [127, 'ci/x.sh: line 1: version: not found'],
  ])('is told by its text, exit %i, %j', (exitCode, tail) => {
    const outcome = { kind: 'failed', exitCode, signal: null } as const
    expect(told(LFS, 'ci/x.sh', tail, { outcome })).toEqual([
      expect.stringMatching(
        /^The step met a pointer of Git LFS .* 2 files \("data\/model\.json", "data\.yaml"\): give/,
      ),
    ])
    expect(told({}, 'ci/x.sh', tail, { outcome }).join()).not.toContain('LFS')
  })

  test.each([
    ['python3 -c "assert 1==2"', 'AssertionError'],
    ['ci/x.sh', 'wrote data.yaml\n1 test failed'],
    ['ci/x.sh', 'error in metadata.yaml'],
  ])('is not told where %s says %j', (run, tail) => {
    expect(told(LFS, run, tail)).toEqual([])
  })

  test('is not told by its name where another cause is', () => {
    const outcome = { kind: 'failed', exitCode: 127, signal: null } as const
    const tail = 'sh: nosuchtool: not found'
    expect(told(LFS, 'nosuchtool data.yaml', tail, { outcome })).toEqual([
      expect.stringMatching(/^The image has no pro/),
    ])
  })
})

test.each([
  { kind: 'verified' },
  { kind: 'cancelled', released: true },
  { kind: 'not-run', because: 'fail-fast' },
] as const)('of a step that is $kind nothing of the checkout is told', (outcome) => {
  const all = { ...LFS, ...SUBMODULES, ...SPARSE }
  expect(told(all, 'cat data.yaml vendor/sub/a src/a.c', 'cat: src/a.c: not found', { outcome })).toEqual([])
})

test('what the checkout lacks is noted once, with its first names', () => {
  expect(checkoutNotes(WHOLE)).toEqual([])
  expect(checkoutNotes({ ...WHOLE, ...LFS, ...SPARSE, absentSubmodules: few('a', 'b', 'c', 'd', 'e') })).toEqual([
    'this checkout holds 2 LFS pointer files in place of the data ("data/model.json", "data.yaml"): give actions/checkout "lfs: true" if steps need it',
    'this checkout has 5 submodules not checked out ("a", "b", "c" and 2 more): give actions/checkout "submodules: recursive" if steps need it',
    'this checkout is sparse, without 2 files of the commit ("src/a.c", "vendor/x.sh")',
  ])
})

test('long texts and many paths take no long search', () => {
  const paths = Array.from({ length: 1_000 }, (_, index) => `folder/of/${String(index)}/file`)
  const lacks = { lfsPointers: few(...paths), absentSubmodules: few(...paths), leftOut: few(...paths) }
  for (const text of ['/a', 'a/', '/', "'", 'x: not found '])
    expect(told(lacks, 'ci/x.sh', text.repeat(8_000)).length).toBeLessThan(3)
})
