import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from '@jest/globals'
import { type Command } from '../../../src/plan/command.ts'
import { hostFacts } from '../../../src/plan/host-facts.ts'
import { commandRunner } from '../../../src/runtime/command.ts'
import { TempFolder } from '../../support/git.ts'

const temp = new TempFolder()
afterAll(() => temp.remove())

const PATH = process.env['PATH'] ?? ''
const run = commandRunner(PATH, temp.path, hostFacts())

function sh(text: string, more: Partial<Command> = {}) {
  const rest = { cwd: temp.path, env: { PATH }, timeoutMs: 60_000, keepBytes: 1000 }
  return run({ program: '/bin/sh', args: ['-c', text], ...rest, ...more })
}

/** A process that has ended, but that nobody has collected yet, still has an entry. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('a command', () => {
  test('gives exit code and output back, whatever they are', async () => {
    expect(await sh('echo out; echo err >&2; exit 7')).toEqual({
      exitCode: 7,
      timedOut: false,
      stdout: {
        kept: Buffer.from('out\n'),
        bytes: 4,
        lines: 1,
        sha256: createHash('sha256').update('out\n').digest('hex'),
      },
      stderr: 'err\n',
    })
  })

  test.each([124, 137])('may itself end with %d, which is no timeout', async (code) => {
    expect(await sh(`exit ${String(code)}`)).toMatchObject({ exitCode: code, timedOut: false })
  })

  test('has no environment but the given, and no shell in between', async () => {
    const env = { A: 'b c', PATH }
    const { stdout } = await run({
      program: '/usr/bin/env',
      args: ['-u', 'PWD'],
      cwd: '/',
      env,
      timeoutMs: 60_000,
      keepBytes: 1000,
    })
    expect(stdout.kept.toString().trimEnd().split('\n').toSorted()).toEqual(['A=b c', `PATH=${PATH}`])
    expect(
      (await sh('printf "%s" "$1"', { args: ['-c', 'printf "%s" "$1"', 'sh', '$(id) "q" \\'] })).stdout.kept.toString(),
    ).toBe('$(id) "q" \\')
  })

  test('starts in the given folder', async () => {
    expect((await sh('pwd')).stdout.kept.toString()).toBe(`${temp.path}\n`)
  })

  test('is ended at its deadline, with what it started', async () => {
    const result = await sh('sleep 600 & echo $!; sleep 600', { timeoutMs: 1000 })
    expect(result).toMatchObject({ exitCode: null, timedOut: true })
    const child = Number(result.stdout.kept.toString())
    expect(isRunning(child)).toBe(false)
  })

  test('may print more than is kept: all of it is counted and hashed', async () => {
    const all = 'x\n'.repeat(50_000)
    const { stdout } = await sh('i=0; while [ $i -lt 50000 ]; do echo x; i=$((i+1)); done', { keepBytes: 3 })
    expect(stdout).toEqual({
      kept: Buffer.from('x\nx'),
      bytes: 100_000,
      lines: 50_000,
      sha256: createHash('sha256').update(all).digest('hex'),
    })
  })

  test('that is absent is a rejection', async () => {
    await expect(sh('', { program: '/nonexistent', args: [] })).resolves.toMatchObject({ exitCode: 127 })
  })
})

test('timeout(1) comes from no folder of the checkout', () => {
  temp.write('bin/timeout', '#!/bin/sh\n', 0o755)
  expect(() => commandRunner(`${temp.path}/bin`, temp.path, hostFacts())).toThrow('there is no timeout(1)')
})
