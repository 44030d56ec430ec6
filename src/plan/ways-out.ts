import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'

/** A toolchain has some hundred thousand files. */
const MOST_ENTRIES = 2_000_000

/** What a look through a folder came to. */
export interface WaysOut {
  /** First socket or pipe that was found: a process of the host may listen behind it. */
  readonly first: string | null
  /** Folders that could not be read. */
  readonly unread: readonly string[]
  /** False when there was more than is looked at. */
  readonly complete: boolean
}

/**
 * Looks for unix sockets and named pipes in what a mount would bring. A read-only mount keeps files from being written; a
 * connection, or a pipe's other end, is no file to it. Links are not followed, as they lead to the step's own files.
 */
export async function findWaysOut(source: string): Promise<WaysOut> {
  const unread: string[] = []
  const waiting = [source]
  const top = await lstat(source).catch(() => null)
  if (top?.isSocket() === true || top?.isFIFO() === true) return { first: source, unread, complete: true }
  if (top?.isDirectory() !== true) return { first: null, unread: top === null ? waiting : unread, complete: true }
  let entries = 0
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    try {
      for await (const entry of await opendir(folder)) {
        entries += 1
        if (entries > MOST_ENTRIES) return { first: null, unread, complete: false }
        if (entry.isSocket() || entry.isFIFO()) return { first: join(folder, entry.name), unread, complete: true }
        if (entry.isDirectory()) waiting.push(join(folder, entry.name))
      }
    } catch {
      unread.push(folder)
    }
  }
  return { first: null, unread, complete: true }
}
