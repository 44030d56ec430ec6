import { lstatSync, readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { bytesOf } from './byte-path.ts'
import { readHead } from './file-head.ts'

/** Specification of Git LFS, "The Pointer": shorter than this, with this first line and these keys. */
const POINTER_BYTES = 1024
const POINTER = /^version https:\/\/(?:git-lfs|hawser)\.github\.com\/spec\/v1\n(?:.+\n)*?oid sha256:[0-9a-f]{64}\n/
/** No pointer is shorter than its first line, its hash and a size. */
const SHORTEST_POINTER = 120

/** Looks at files below one folder without ever leaving it by a link. Paths are bytes as Latin-1. */
export interface CheckoutFiles {
  isPointer(path: string): boolean
  /** Not there, or an empty folder: what git leaves of a submodule that it did not check out. */
  isEmpty(path: string): boolean
  isFolder(path: string): boolean
  /** A folder with a `.git` of its own. */
  isRepository(path: string): boolean
}

export function checkoutFiles(root: string): CheckoutFiles {
  const place = (path: string): Buffer => bytesOf(root, path)
  const known = new Map<string, boolean>([['.', true]])
  const isInside = (folder: string): boolean => {
    const before = known.get(folder)
    if (before !== undefined) return before
    const inside = isInside(posix.dirname(folder)) && look(place(folder))?.isDirectory() === true
    known.set(folder, inside)
    return inside
  }
  const stat = (path: string) => (isInside(posix.dirname(path)) ? look(place(path)) : null)
  return {
    isPointer: (path) => {
      const stats = stat(path)
      if (stats?.isFile() !== true || stats.size < SHORTEST_POINTER || stats.size >= POINTER_BYTES) return false
      return POINTER.test(firstBytes(place(path)))
    },
    isEmpty: (path) => stat(path)?.isDirectory() !== true || namesIn(place(path)) === 0,
    isFolder: (path) => stat(path)?.isDirectory() === true,
    isRepository: (path) => stat(path)?.isDirectory() === true && stat(`${path}/.git`) !== null,
  }
}

function look(place: Buffer) {
  try {
    return lstatSync(place, { throwIfNoEntry: false }) ?? null
  } catch {
    return null // Not ours to look at: nothing is said of it.
  }
}

function namesIn(place: Buffer): number | null {
  try {
    return readdirSync(place).length
  } catch {
    return null // Not ours to list: nothing is said of it.
  }
}

function firstBytes(place: Buffer): string {
  try {
    return readHead(place, POINTER_BYTES).bytes.toString('latin1')
  } catch {
    return '' // Not ours to read: nothing is said of it.
  }
}
