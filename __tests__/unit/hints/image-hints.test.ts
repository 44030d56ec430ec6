import { describe, expect, test } from '@jest/globals'
import type { StepFacts } from '../../../src/domain/step-facts.ts'
import { imageHints } from '../../../src/hints/image-hints.ts'
import { PROFILE, step } from '../../support/docker.ts'
import { stepFacts } from '../../support/step-facts.ts'

/** Those of this kind alone: others look at the same words. */
const hintsFor = (facts: StepFacts): readonly string[] => imageHints.flatMap((hint) => hint(facts) ?? [])

const GO = {
  imageEnv: ['PATH=/bin', 'GOCACHE=/go/cache', 'HOME=/root', 'EMPTY=', 'ROOT=/'],
  tail: 'go: failed to initialize build cache at /go/cache/00: mkdir /go/cache: read-only file system\n',
}

describe('a folder that the image names and that can not be written', () => {
  test('is told with what to set instead', () => {
    const told = "The image sets GOCACHE to /go/cache, where a step can't write. Set it with env: GOCACHE=/tmp/gocache."
    expect(hintsFor(stepFacts(GO))).toEqual([told])
  })

  test.each([
    ['mktemp: (null): Read-only file system: /var/tmp/x', 'TMPDIR=/var/tmp', 'TMPDIR=/tmp.'],
    [
      "EACCES: permission denied, mkdir '/cache/npm'",
      'npm_config_cache=/cache/npm/',
      'npm_config_cache=/tmp/npm_config_cache.',
    ],
  ])('%s', (tail, variable, told) => {
    expect(hintsFor(stepFacts({ tail, imageEnv: [variable] }))).toEqual([expect.stringContaining(told)])
  })

  test.each([
    ['/opt/g++/lib/cache', true],
    [`${'/a+'.repeat(20)}/x`, false],
  ])('%s is a folder, and no pattern', (folder, isTold) => {
    const tail = `'/${'a'.repeat(1500)} Permission denied\nmkdir: cannot create directory '/opt/g++': Permission denied`
    const step = { ...stepFacts({}).step, run: 'mkdir "$GXX"' }
    const hints = hintsFor(stepFacts({ tail, imageEnv: [`GXX=${folder}`], step }))
    expect(hints.some((hint) => hint.includes('The image sets GXX'))).toBe(isTold)
  })

  test.each([
    ['the step passed', { outcome: { kind: 'verified' } as const }],
    ['nothing was refused', { tail: 'built in /go/cache' }],
    ['another folder was refused', { tail: 'mkdir /go/cache-two: read-only file system' }],
    ['another line says so', { tail: 'using /go/cache\nmkdir /var/x: read-only file system' }],
    ['the step sets it', { step: step('x', { env: { GOCACHE: '/tmp' } }) }],
    ['the input sets it', { profile: { ...PROFILE, env: { GOCACHE: '/tmp' } } }],
    ['it is HOME', { tail: 'mkdir /root: read-only file system' }],
    ['it can be written', { imageEnv: ['GOCACHE=/tmp/x'], tail: 'mkdir /tmp/x/y: permission denied' }],
    ['it is no folder', { imageEnv: ['GOCACHE=off'], tail: 'off: read-only file system' }],
    ['it is no plain name', { imageEnv: ['GOCACHE=/a b`c`'], tail: '/a b`c`: read-only file system' }],
  ])('is not told where %s', (_, more) => {
    expect(hintsFor(stepFacts({ ...GO, ...more }))).toEqual([])
  })
})

describe('an empty PATH', () => {
  const missing = { kind: 'failed', exitCode: 127, signal: null } as const

  test('is told where a program was not found', () => {
    expect(hintsFor(stepFacts({ outcome: missing, imageEnv: ['PATH='] }))).toEqual([
      expect.stringContaining('The image sets an empty PATH'),
    ])
  })

  test.each([
    ['another exit code', { imageEnv: ['PATH='] }],
    ['no PATH at all, for which the engine has one', { outcome: missing, imageEnv: [] }],
    ['a PATH', { outcome: missing, imageEnv: ['PATH=/bin'] }],
    ['a PATH by the step', { outcome: missing, imageEnv: ['PATH='], step: step('x', { env: { PATH: '/bin' } }) }],
  ])('is not told with %s', (_, more) => {
    expect(hintsFor(stepFacts(more)).filter((hint) => hint.includes('empty PATH'))).toEqual([])
  })
})

describe('an environment that is too large', () => {
  const reason = 'the image’s /bin/sh ended with 1 before the probe was done: exec /bin/sh: argument list too long'
  const large = { kind: 'not-confined', reason, claims: [] } as const
  const imageEnv = ['A=1', `BIG=${'x'.repeat(140_000)}`]

  test('is told with its size', () => {
    expect(hintsFor(stepFacts({ outcome: large, imageEnv }))).toEqual([
      expect.stringContaining("the image's variables take 140009 bytes, one of them 140005."),
    ])
  })

  test('is not told where the probe ended for another reason', () => {
    const other = { ...large, reason: 'exec /bin/sh: no such file or directory' }
    expect(hintsFor(stepFacts({ outcome: other, imageEnv }))).toEqual([])
  })
})
