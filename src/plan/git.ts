import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfineError, messageOf } from '../domain/errors.ts'
import type { CommandResult, RunCommand } from './command.ts'
import { gitEnvironment, HARDENED, userSettings } from './git-settings.ts'
import type { HostFacts } from './places.ts'
import { quoted } from './printable.ts'
import { findProgram, trustedFolders } from './programs.ts'
import { type JobEnvironment, variable } from './run-context.ts'
import { KIB } from './size.ts'

const TIMEOUT_MS = 120_000

/** A branch may make git slow, by patterns in a .gitignore say: that tells nothing of what git was asked. */
export class GitTimeoutError extends ConfineError {
  constructor(args: readonly string[]) {
    super('subject', `git ${args[0] ?? ''} in the checkout: did not end in two minutes`)
  }
}

export interface GitTools {
  readonly run: RunCommand
  readonly facts: HostFacts
  readonly env: JobEnvironment
  /** Where git's home folder is made, and removed again. */
  readonly tempDir: string
}

/** git in one checkout: it runs nothing that the checkout names, writes nothing and reaches no network. */
export interface Git {
  readonly checkout: string
  /** A folder outside of the checkout, empty but for git's settings, that is removed again. */
  readonly scratch: string
  /** `keepBytes` of standard output are kept, 64 KiB unless told. */
  run(args: readonly string[], keepBytes?: number): Promise<CommandResult>
  /** Lines of a command that has to succeed. */
  lines(args: readonly string[]): Promise<readonly string[]>
}

/**
 * @param checkout absolute path, links resolved
 * @throws ConfineError `subject` when there is no git, or a command fails that has to succeed
 */
export async function withGit<T>(tools: GitTools, checkout: string, use: (git: Git) => Promise<T>): Promise<T> {
  const folders = trustedFolders(variable(tools.env, 'PATH') ?? '/usr/bin:/bin', checkout, tools.facts)
  const program = findProgram('git', folders, checkout, tools.facts)
  if (program === null) throw new ConfineError('subject', 'there is no git on the PATH of the runner')
  const home = await makeHome(tools.tempDir, checkout)
  try {
    const env = gitEnvironment(home, folders.join(':'), checkout)
    return await use(
      gitIn({ checkout, scratch: home }, (args, keepBytes) =>
        tools.run({ program, args: [...HARDENED, ...args], cwd: checkout, env, timeoutMs: TIMEOUT_MS, keepBytes }),
      ),
    )
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function makeHome(tempDir: string, checkout: string): Promise<string> {
  try {
    const home = await mkdtemp(join(tempDir, 'confine-git-'))
    await writeFile(join(home, '.gitconfig'), userSettings(checkout))
    return home
  } catch (error) {
    throw new ConfineError('subject', `no folder for git's settings: ${messageOf(error)}`, { cause: error })
  }
}

function gitIn(
  places: Pick<Git, 'checkout' | 'scratch'>,
  start: (args: readonly string[], keepBytes: number) => Promise<CommandResult>,
): Git {
  const run: Git['run'] = async (args, keepBytes = 64 * KIB) => {
    const result = await start(args, keepBytes)
    if (result.timedOut) throw new GitTimeoutError(args)
    return result
  }
  return {
    ...places,
    run,
    async lines(args) {
      const result = await run(args)
      const { kept, bytes } = result.stdout
      if (result.exitCode !== 0) throw failed(args, quoted(result.stderr.trim()))
      if (bytes > kept.length) throw failed(args, `printed ${String(bytes)} bytes`)
      return kept.toString().replace(/\n$/, '').split('\n')
    },
  }
}

function failed(args: readonly string[], how: string): ConfineError {
  return new ConfineError('subject', `git ${args[0] ?? ''} in the checkout: ${how}`)
}
