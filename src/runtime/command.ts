import { createHash } from 'node:crypto'
import { exec } from '@actions/exec'
import { ConfineError } from '../domain/errors.ts'
import type { Command, CommandResult, RunCommand } from '../plan/command.ts'
import { type HostFacts } from '../plan/places.ts'
import { findProgram, trustedFolders } from '../plan/programs.ts'

const KEPT_STDERR = 4096
/** Exit status of timeout(1) when it had to send SIGTERM, and when that was not enough. */
const TIMED_OUT: readonly number[] = [124, 137]

/**
 * Runs programs through `@actions/exec`. That has no way to end one, so timeout(1) of coreutils or busybox goes in between.
 *
 * @param checkout no program comes from there
 * @throws ConfineError `internal` when there is no timeout(1)
 */
export function commandRunner(path: string, checkout: string, facts: HostFacts): RunCommand {
  const timeout = findProgram('timeout', trustedFolders(path, checkout, facts), checkout, facts)
  if (timeout === null) throw new ConfineError('internal', 'there is no timeout(1) on the PATH of the runner')
  return (command) => runWithin(timeout, command)
}

async function runWithin(timeout: string, command: Command): Promise<CommandResult> {
  const { program, args, cwd, env, timeoutMs, keepBytes } = command
  const stdout = collector(keepBytes)
  const stderr = collector(KEPT_STDERR)
  const seconds = String(Math.ceil(timeoutMs / 1000))
  const started = process.hrtime.bigint()
  const code: unknown = await exec(`"${timeout}"`, ['-k', '5', seconds, program, ...args], {
    cwd,
    env: { ...env },
    silent: true,
    ignoreReturnCode: true,
    listeners: { stdout: stdout.take, stderr: stderr.take },
  })
  const lastedMs = Number((process.hrtime.bigint() - started) / 1_000_000n)
  const exitCode = typeof code === 'number' ? code : null
  // A program may itself end with 124 or 137: only past the deadline is it timeout's.
  const timedOut = exitCode !== null && TIMED_OUT.includes(exitCode) && lastedMs >= timeoutMs
  const { sha256, ...counts } = stdout.end()
  return {
    exitCode: timedOut ? null : exitCode,
    timedOut,
    stdout: { ...counts, sha256 },
    stderr: stderr.end().kept.toString(),
  }
}

interface Collector {
  readonly take: (data: Buffer) => void
  readonly end: () => CommandResult['stdout']
}

function collector(keepBytes: number): Collector {
  const hash = createHash('sha256')
  const kept: Buffer[] = []
  let bytes = 0
  let lines = 0
  return {
    take: (data) => {
      if (bytes < keepBytes) kept.push(data.subarray(0, keepBytes - bytes))
      hash.update(data)
      bytes += data.length
      for (const byte of data) if (byte === 0x0a) lines += 1
    },
    end: () => ({ kept: Buffer.concat(kept), bytes, lines, sha256: hash.digest('hex') }),
  }
}
