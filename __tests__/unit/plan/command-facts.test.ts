import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { commandFacts } from '../../../src/plan/command-facts.ts'
import { step } from '../../support/docker.ts'
import { TempFolder } from '../../support/git.ts'

let folder: TempFolder
let checkout: string
beforeEach(() => {
  folder = new TempFolder()
  checkout = folder.folder('repo')
})
afterEach(() => folder.remove())

const NOTHING = { executable: false, firstLine: '', carriageReturns: false, cpu: null }

function look(run: string, workingDirectory = '.') {
  return commandFacts(checkout, { ...step(run), workingDirectory })
}

describe('the file that a command starts with', () => {
  test('is known by its mode and first line', () => {
    folder.write('repo/ci/x.sh', '#!/bin/bash -e\necho\n', 0o755)
    folder.write('repo/ci/y.sh', 'echo "no line end"')
    expect(look('ci/x.sh --all')).toEqual({
      path: 'ci/x.sh',
      by: null,
      found: 'file',
      executable: true,
      firstLine: '#!/bin/bash -e\n',
      carriageReturns: false,
      cpu: null,
    })
    expect(look('sh y.sh', 'ci')).toMatchObject({
      by: 'sh',
      found: 'file',
      executable: false,
      firstLine: 'echo "no line end"',
    })
    expect(look(`${checkout}/ci/x.sh`)).toMatchObject({ found: 'file', firstLine: '#!/bin/bash -e\n' })
  })

  test('is known by Windows line ends in the first line and after it', () => {
    folder.write('repo/first', '#!/bin/sh\r\necho\n', 0o755)
    folder.write('repo/later', '#!/bin/sh\necho\r\n', 0o755)
    folder.write('repo/other', '#!/bin/sh\nprintf "\r"\n', 0o755)
    expect(look('./first')).toMatchObject({ firstLine: '#!/bin/sh\r\n', carriageReturns: false })
    expect(look('./later')).toMatchObject({ firstLine: '#!/bin/sh\n', carriageReturns: true })
    expect(look('./other')).toMatchObject({ carriageReturns: false })
  })

  test.each([
    ['amd64', 1, [62, 0]],
    ['arm64', 1, [183, 0]],
    ['s390x', 2, [0, 22]],
    ['machine 4660', 1, [0x34, 0x12]],
  ])('is known as a program for %s', (cpu, order, machine) => {
    const head = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, order, ...Array<number>(12).fill(0), ...machine, 0])
    writeFileSync(join(checkout, 'tool'), head)
    expect(look('./tool')).toMatchObject({ cpu })
  })

  test('is read no further than its head', () => {
    folder.write('repo/long', '#'.repeat(100_000))
    expect(look('./long')?.firstLine).toBe('#'.repeat(4096))
    folder.write('repo/empty', '')
    expect(look('./empty')).toMatchObject({ found: 'file', firstLine: '' })
  })

  test('may be absent, a folder or something else, which is not opened', () => {
    mkdirSync(join(checkout, 'ci'))
    folder.write('repo/file', '')
    execFileSync('mkfifo', [join(checkout, 'pipe')])
    expect(look('ci/none.sh')).toEqual({ path: 'ci/none.sh', by: null, found: 'absent', ...NOTHING })
    expect(look('file/x')).toMatchObject({ found: 'absent' })
    expect(look('./ci')).toMatchObject({ found: 'folder', ...NOTHING })
    expect(look('./pipe')).toMatchObject({ found: 'other', ...NOTHING })
  })

  test('lies beside a bare name, which a shell does not look for there', () => {
    folder.write('repo/ci/x.sh', '#!/bin/sh\n', 0o755)
    expect(look('x.sh', 'ci')).toEqual({ path: 'x.sh', by: null, found: 'beside', ...NOTHING })
    expect(look('x.sh')).toBeNull()
    expect(look('ci')).toBeNull()
  })

  test('is not looked for where a shell would have to tell', () => {
    folder.write('repo/x.sh', '')
    expect(look('"$X/x.sh"')).toBeNull()
  })
})

describe('links', () => {
  test('are followed inside of the checkout', () => {
    folder.write('repo/real/x.sh', '#!/bin/sh\n', 0o755)
    symlinkSync('real', join(checkout, 'ci'))
    symlinkSync('../real/x.sh', join(checkout, 'real/link.sh'))
    symlinkSync(join(checkout, 'ci/link.sh'), join(checkout, 'far.sh'))
    for (const path of ['ci/x.sh', 'real/link.sh', './far.sh'])
      expect(look(path)).toMatchObject({ path, found: 'file', firstLine: '#!/bin/sh\n' })
  })

  test('are not followed out of it, whatever is there', () => {
    folder.write('outside.sh', '#!/bin/secret\n', 0o755)
    folder.write('repo-2/x.sh', '#!/bin/secret\n', 0o755)
    symlinkSync('../outside.sh', join(checkout, 'one.sh'))
    symlinkSync(folder.path, join(checkout, 'up'))
    symlinkSync('../../none/where.sh', join(checkout, 'nowhere.sh'))
    symlinkSync('/bin/true', join(checkout, 'true.sh'))
    symlinkSync('../repo-2', join(checkout, 'beside'))
    const paths = [
      './one.sh',
      'up/outside.sh',
      './nowhere.sh',
      './true.sh',
      'beside/x.sh',
      '../outside.sh',
      '/etc/passwd',
    ]
    for (const path of paths) expect(look(path)).toEqual({ path, by: null, found: 'outside', ...NOTHING })
  })

  test('that lead round in circles or nowhere are absent', () => {
    symlinkSync('b', join(checkout, 'a'))
    symlinkSync('a', join(checkout, 'b'))
    symlinkSync('none', join(checkout, 'c'))
    expect(look('./a')).toMatchObject({ found: 'absent' })
    expect(look('a/x')).toMatchObject({ found: 'absent' })
    expect(look('./c')).toMatchObject({ found: 'absent' })
  })
})

test('what can’t be looked at is not known', () => {
  expect(look(`./${'x'.repeat(300)}`)).toBeNull()
  expect(commandFacts(join(checkout, 'gone'), step('./x.sh'))).toBeNull()
})
