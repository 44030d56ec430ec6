import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Repository } from './repository.ts'
import { MIB } from './size.ts'

const MOST_FILES = 512

/** What makes git run or reach something: settings, hooks, attributes; and the names of commits. */
const FILES = ['HEAD', 'config', 'config.worktree', 'packed-refs', 'shallow'] as const
const FOLDERS = ['hooks', 'info'] as const

/** Digests of the contents, by absolute path. A file that isn't there has none. */
export function digestGitFiles({ gitDir, commonDir }: Repository): ReadonlyMap<string, string> {
  const places = [...new Set([gitDir, commonDir])].flatMap((folder) => [
    ...FILES.map((name) => join(folder, name)),
    ...FOLDERS.flatMap((name) => filesIn(join(folder, name))),
  ])
  return new Map(
    places.slice(0, MOST_FILES).flatMap((place) => {
      const digest = digestOf(place)
      return digest === null ? [] : [[place, digest] as const]
    }),
  )
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .toSorted()
      .map((name) => join(folder, name))
  } catch {
    return [] // A repository needs neither folder.
  }
}

function digestOf(place: string): string | null {
  try {
    const stats = lstatSync(place, { throwIfNoEntry: false })
    if (stats === undefined) return null
    if (stats.isSymbolicLink()) return `link to ${readlinkSync(place)}`
    if (!stats.isFile()) return 'no file'
    if (stats.size > MIB) return `${String(stats.size)} bytes, ${String(stats.mtimeMs)}`
    return createHash('sha256').update(readFileSync(place)).digest('hex')
  } catch {
    return 'can not be read'
  }
}
