import { describe, expect, test } from '@jest/globals'
import type { CommandFacts, StepFacts } from '../../../src/domain/step-facts.ts'
import { hintsFor } from '../../../src/hints/hints.ts'
import { stepFacts } from '../../support/step-facts.ts'

const FILE: CommandFacts = {
  path: 'ci/x.sh',
  by: null,
  found: 'file',
  executable: true,
  firstLine: '#!/bin/sh\n',
  carriageReturns: false,
  cpu: null,
}

interface Given extends Partial<CommandFacts> {
  readonly exit?: number
  readonly tail?: string
}

function hints({ exit = 127, tail = 'sh: ci/x.sh: not found\n', ...command }: Given, more: Partial<StepFacts> = {}) {
  const outcome = { kind: 'failed', exitCode: exit, signal: null } as const
  return hintsFor(stepFacts({ command: { ...FILE, ...command }, outcome, tail, ...more }))
}

const BASH_REQUIRED = 'bash: line 1: ci/x.sh: cannot execute: required file not found\n'
const BASH_BAD = 'bash: ci/x.sh: /bin/nope: bad interpreter: No such file or directory\n'
const DENIED = 'sh: 1: ci/x.sh: Permission denied\n'
const ENV =
  "/usr/bin/env: 'bash -e': No such file or directory\n/usr/bin/env: use -[v]S to pass options in shebang lines\n"
const PYTHON = "python3: can't open file '/w/ci/x.sh': [Errno 2] No such file or directory\n"

const SHOWN: readonly (readonly [string, Given, RegExp])[] = [
  ['an absent file', { found: 'absent', firstLine: '' }, /^There is no "ci\/x\.sh" in the checkout/],
  [
    'an absent file, in bash',
    { found: 'absent', tail: 'bash: line 1: ci/x.sh: No such file or directory' },
    /^There is no/,
  ],
  [
    'an absent file of sh',
    { found: 'absent', by: 'sh', exit: 2, tail: "sh: can't open 'ci/x.sh': No such file" },
    /^There is/,
  ],
  ['an absent file of python', { found: 'absent', by: 'python3', exit: 2, tail: PYTHON }, /^There is no/],
  ['a file outside', { found: 'outside' }, /^"ci\/x\.sh" leads outside the checkout/],
  ['a file outside that is denied', { found: 'outside', exit: 126, tail: DENIED }, /leads outside the checkout/],
  ['a link to a program that goes by its name', { found: 'outside', tail: 'x.sh: applet not found' }, /leads outside/],
  [
    'a file of the image that is not there',
    { found: 'outside', path: '/usr/bin/time', tail: 'bash: line 1: /usr/bin/time: No such file or directory' },
    /^The image has no "\/usr\/bin\/time"/,
  ],
  ['a bare name', { found: 'beside', path: 'x.sh', tail: 'sh: x.sh: not found' }, /^"x\.sh" lies.*write "\.\/x\.sh"/],
  ['a folder', { found: 'folder', exit: 126, tail: 'bash: line 1: ci: Is a directory' }, /is a folder/],
  ['no mode', { executable: false, exit: 126, tail: DENIED }, /is not executable in the checkout.*--chmod=\+x/],
  ['CR LF', { firstLine: '#!/bin/sh\r\n' }, /^The first line of "ci\/x\.sh" ends in CR LF.*\.gitattributes/],
  ['CR LF after an option', { firstLine: '#!/bin/sh -e\r\n', exit: 2, tail: 'illegal option -' }, /ends in CR LF/],
  [
    'CR LF further down',
    { carriageReturns: true, exit: 2, tail: 'ci/x.sh: 2: set: Illegal option -' },
    /has Windows line ends/,
  ],
  [
    'CR LF given to bash',
    { by: 'bash', firstLine: 'x\r\n', exit: 1, tail: "line 1: $'x\\r': command not found" },
    /has Windows/,
  ],
  ['a byte order mark', { firstLine: '\xef\xbb\xbf#!/bin/bash\n', exit: 1 }, /begins with a byte order mark/],
  ['no interpreter', { firstLine: '#!/bin/bash\n' }, /names "\/bin\/bash", and the image has none that can be started/],
  ['no interpreter, in bash', { firstLine: '#! /bin/nope -x\n', tail: BASH_REQUIRED }, /names "\/bin\/nope"/],
  [
    'no interpreter, in an older bash',
    { firstLine: '#!/bin/nope\n', exit: 126, tail: BASH_BAD },
    /names "\/bin\/nope"/,
  ],
  ['no env', { firstLine: '#!/usr/bin/env node\n' }, /names "\/usr\/bin\/env"/],
  [
    'several words for env',
    { firstLine: '#!/usr/bin/env bash -e\n', tail: ENV },
    /hands them over as one: "bash -e".*env -S/,
  ],
  [
    'another CPU',
    { cpu: 'arm64', exit: 126, tail: 'bash: ci/x.sh: cannot execute binary file: Exec format error' },
    /a program for arm64/,
  ],
  [
    'another CPU, in busybox',
    { cpu: 'arm64', firstLine: '\x7fELF', tail: 'ci/x.sh: line 1: \\u{7f}ELF: not found' },
    /a program for arm64/,
  ],
  ['no loader', { cpu: 'amd64', firstLine: '\x7fELF' }, /whose loader the image does not have/],
]

describe('a file that could not be started', () => {
  test.each(SHOWN)('is explained: %s', (_, given, sentence) => {
    const told = hints(given)
    expect(told).toEqual([expect.stringMatching(sentence)])
    expect(told.join('').length).toBeLessThan(400)
  })

  test.each(SHOWN)('is not when the step passed or was not run: %s', (_, given) => {
    expect(hints(given, { outcome: { kind: 'verified' } })).toEqual([])
    expect(hints(given, { outcome: { kind: 'not-run', because: 'x' } })).toEqual([])
  })
})

test('a program that a script misses is told, and no interpreter', () => {
  for (const tail of [
    'ci/x.sh: line 2: nosuch: not found',
    'ci/x.sh: 2: nosuch: not found',
    'x.sh: line 2: nosuch: command not found',
  ])
    expect(hints({ firstLine: '#!/bin/bash\n', tail })).toEqual([
      expect.stringMatching(/^The image has no program "nosuch"/),
    ])
})

test('a refused file is told by its own cause alone, whatever the shell that says so is called', () => {
  const tail = '/usr/bin/bash: line 1: ci/x.sh: Permission denied\n'
  expect(hints({ executable: false, exit: 126, tail })).toEqual([expect.stringContaining('is not executable')])
  expect(hints({ found: 'folder', exit: 126, tail })).toEqual([expect.stringContaining('is a folder')])
  expect(hints({ exit: 126, tail: '/usr/bin/bash: line 1: /dev/shm/t: Permission denied' })).toEqual([
    expect.stringContaining('not from /dev/shm'),
  ])
})

const ABSENT: readonly (readonly [string, Given])[] = [
  ['a script that exits 127 itself', { tail: '' }],
  ['a script that exits 126 itself', { tail: '', exit: 126 }],
  ['whose interpreter is there, and which exits 127', { tail: '', firstLine: '#!/bin/bash\n' }],
  ['that misses another file', { tail: 'cat: data: No such file or directory', exit: 1, firstLine: '#!/bin/bash\n' }],
  ['that was absent and has been made since', { found: 'absent', exit: 1, tail: 'assertion failed' }],
  ['outside, which ran and failed', { found: 'outside', exit: 1, tail: 'assertion failed' }],
  ['a bare name that is there, and ran', { found: 'beside', path: 'x.sh', tail: '', exit: 127 }],
  ['a folder that python runs', { found: 'folder', by: 'python3', exit: 1, tail: '' }],
  ['that has no mode and is given to sh', { by: 'sh', executable: false, exit: 126, tail: '' }],
  [
    'with CR LF that python runs',
    { firstLine: '#!/usr/bin/python3\n', carriageReturns: true, exit: 1, tail: 'unexpected' },
  ],
  ['with CR LF in the first line, and that fails of itself', { firstLine: '#!/bin/sh\r\n', exit: 3, tail: 'three' }],
  ['with CR LF in data that fails of itself', { carriageReturns: true, exit: 1, tail: 'assertion 17 broke' }],
  ['a program for this CPU that fails', { cpu: 'amd64', firstLine: '\x7fELF', exit: 2, tail: 'assertion 17 broke' }],
]

test.each(ABSENT)('a file is not explained: %s', (_, given) => {
  expect(hints(given)).toEqual([])
})

test('a name is told short and printable', () => {
  const [told = ''] = hints({ found: 'folder', path: `./${'x'.repeat(200)}\u202e\u001b[31m`, exit: 126 })
  expect(told.length).toBeLessThan(150)
  expect(told).not.toContain('\u202e')
})
