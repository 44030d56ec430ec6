import { mkdir, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { ConfineError } from '../domain/errors.ts'
import type { Git } from './git.ts'
import { quoted } from './printable.ts'
import type { Repository } from './repository.ts'

const SHA256_DIGITS = 64

/**
 * A repository of ours beside the checkout's own, in git's scratch folder: the same objects, an index made anew from one
 * commit, and none of the settings, attributes, excludes, flags and remembered file times by which the checkout's own
 * could pass a changed file off as unchanged. The checkout's index is neither trusted nor written.
 *
 * @returns options that make git work on it
 * @throws ConfineError `subject` when the tree of the commit isn't all there
 */
export async function shadowRepository(git: Git, { commonDir }: Repository, sha: string): Promise<readonly string[]> {
  const folder = join(git.scratch, 'shadow')
  const options = [`--git-dir=${folder}`, `--work-tree=${git.checkout}`]
  await mkdir(join(folder, 'objects', 'info'), { recursive: true })
  await mkdir(join(folder, 'refs'))
  await writeFile(join(folder, 'objects', 'info', 'alternates'), `${posix.join(commonDir, 'objects')}\n`)
  await writeFile(join(folder, 'config'), settings(sha))
  await writeFile(join(folder, 'HEAD'), `${sha}\n`)
  const { exitCode, stderr } = await git.run([...options, 'read-tree', sha], 0)
  if (exitCode === 0) return options
  throw new ConfineError('subject', `the tree of commit ${sha} can not be read: ${quoted(stderr.trim())}`)
}

/** gitrepository-layout(5); the hash of a repository is an extension of version 1. */
function settings(sha: string): string {
  const version = '[core]\n\trepositoryformatversion = 1\n\tbare = false\n'
  return sha.length === SHA256_DIGITS ? `${version}[extensions]\n\tobjectformat = sha256\n` : version
}
