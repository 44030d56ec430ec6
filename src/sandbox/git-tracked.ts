import { isUtf8 } from 'node:buffer'
import { posix } from 'node:path'
import { parseListing } from '../plan/index-entries.ts'
import type { RunGit } from './git-config-text.ts'
import type { GitFile } from './git-files.ts'

/** Linux takes more on one command line (execve(2)). */
const ARGUMENT_BYTES = 64 * 1024

/**
 * Which of the files belong to a commit: a branch brought them, in a folder that only looks like a git folder. Asked of
 * the index of the repository around each. Paths as `GitFile` has them.
 *
 * Rejects when git can not tell.
 */
export async function trackedAmong(
  git: RunGit,
  start: string,
  files: readonly GitFile[],
): Promise<ReadonlySet<string>> {
  const folders = new Map<string, Set<string>>()
  for (const { maybeTracked } of files) {
    if (maybeTracked === null) continue
    const { repository, folder } = maybeTracked
    folders.set(
      repository,
      (folders.get(repository) ?? new Set()).add(folder.slice(repository === '' ? 0 : repository.length + 1)),
    )
  }
  const tracked = new Set<string>()
  for (const [repository, inside] of folders) {
    const place = Buffer.from(repository, 'latin1')
    // What git can't be asked about counts as not tracked: with a name like that nothing is changed either.
    if (!isUtf8(place)) continue
    for (const paths of chunks([...inside])) {
      const listed = await git([...asking(posix.join(start, place.toString('utf8'))), ...paths])
      for (const { path } of parseListing(listed)) tracked.add(repository === '' ? path : `${repository}/${path}`)
    }
  }
  return tracked
}

/** With its folder named, git reads a repository of another owner too; nothing of it is run. */
function asking(repository: string): readonly string[] {
  const where = [
    '-C',
    repository,
    '--git-dir=.git',
    '--work-tree=.',
    '--literal-pathspecs',
    '-c',
    'core.quotePath=true',
  ]
  return [...where, 'ls-files', '-t', '--stage', '--cached', '--']
}

function chunks(folders: readonly string[]): readonly (readonly string[])[] {
  const all: string[][] = []
  let size = ARGUMENT_BYTES
  for (const folder of folders) {
    const bytes = Buffer.from(folder, 'latin1')
    if (!isUtf8(bytes)) continue
    if (size + bytes.length >= ARGUMENT_BYTES) {
      all.push([])
      size = 0
    }
    size += bytes.length + 16
    all.at(-1)?.push(bytes.toString('utf8'))
  }
  return all
}
