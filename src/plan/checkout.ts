import { ConfineError } from '../domain/errors.ts'
import type { CheckoutState } from '../domain/subject.ts'
import { readChanges } from './checkout-changes.ts'
import { type CommitObject, parseCommit } from './commit-object.ts'
import type { CommandResult } from './command.ts'
import { type Git, type GitTools, withGit } from './git.ts'
import { headCommit, openRepository } from './repository.ts'
import { withoutFilters } from './git-settings.ts'
import { quoted } from './printable.ts'
import { MIB } from './size.ts'

const LARGEST_COMMIT = MIB

/**
 * What git says about the checkout.
 *
 * @param path absolute, links resolved; it has to be the top of a working tree
 * @throws ConfineError `subject` when it isn't, or has no commit
 */
export function readCheckout(tools: GitTools, path: string): Promise<CheckoutState> {
  return withGit(tools, path, async (git) => {
    const { shallow } = await openRepository(git)
    const sha = await headCommit(git)
    const commit = await readCommit(git, sha)
    return { sha, ...commit, ...(await readChanges(tools, path, sha)), shallow }
  })
}

async function readCommit(git: Git, sha: string): Promise<CommitObject> {
  const [size = ''] = await git.lines(['cat-file', '-s', sha])
  if (!(Number(size) <= LARGEST_COMMIT)) {
    throw new ConfineError(
      'subject',
      `commit ${sha} has ${quoted(size)} bytes; ${String(LARGEST_COMMIT)} are read at most`,
    )
  }
  const { exitCode, stdout } = await git.run(['cat-file', 'commit', sha], LARGEST_COMMIT)
  const commit = exitCode === 0 ? parseCommit(sha, stdout.kept) : null
  if (commit === null) throw new ConfineError('subject', `what is stored as commit ${sha} does not have that hash`)
  return commit
}

/**
 * What git itself says of the working tree, to be held against what it says later. It goes by the checkout's index and
 * settings, its filters apart, so that nothing of the record rests on it: that is `readChanges`.
 */
export async function readStatus(git: Git): Promise<CommandResult> {
  const how = ['--porcelain', '--untracked-files=all', '--no-renames', '--ignore-submodules=dirty']
  const result = await git.run([...(await noFilters(git)), 'status', ...how], 0)
  if (result.exitCode === 0) return result
  throw new ConfineError('subject', `git status in the checkout: ${quoted(result.stderr.trim())}`)
}

/**
 * What the index knows of the tracked files is true of them. After a `chown` it isn't: plumbing commands and version
 * stamps then call every file modified, until something refreshes the index.
 */
export async function hasFreshIndex(git: Git): Promise<boolean> {
  const how = ['--quiet', '--no-ext-diff', '--ignore-submodules=all']
  return (await git.run([...(await noFilters(git)), 'diff-files', ...how], 0)).exitCode === 0
}

/** Settings that switch off every filter of the checkout's settings. */
async function noFilters(git: Git): Promise<readonly string[]> {
  const listed = await git.run(
    ['config', '--name-only', '--get-regexp', '^filter\\..*\\.(clean|process|required)$'],
    MIB,
  )
  const { kept, bytes } = listed.stdout
  // 1: there is none.
  const readable = (listed.exitCode === 0 || listed.exitCode === 1) && bytes === kept.length
  const names = kept
    .toString()
    .split('\n')
    .filter((name) => name !== '')
  const switchedOff = readable ? withoutFilters(names) : null
  if (switchedOff !== null) return switchedOff
  throw new ConfineError('subject', "the filters of the checkout's git settings can not be switched off")
}
