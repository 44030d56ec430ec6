import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { asRecord, asString } from '../domain/decode.ts'

/** Nested checkouts (`path:` of actions/checkout) lie near the top. */
const CHECKOUT_DEPTH = 4
const MAX_ENTRIES = 500_000
/** Parts of a git folder that hold no text: never looked into. */
const OPAQUE = new Set(['objects', 'lfs', 'index', 'shallow'])

interface Walk {
  entries: number
}

/**
 * Files of every git folder of the checkout that may hold text, relative to the checkout; links are not followed.
 * `complete` is false when there was more to walk than the bound allows.
 */
export async function gitTextFiles(checkout: string): Promise<{ files: readonly string[]; complete: boolean }> {
  const walk = { entries: 0 }
  const files: string[] = []
  for (const folder of await gitFolders(checkout, '', 0, walk)) files.push(...(await textFiles(checkout, folder, walk)))
  return { files, complete: walk.entries <= MAX_ENTRIES }
}

async function gitFolders(root: string, folder: string, depth: number, walk: Walk): Promise<readonly string[]> {
  const found: string[] = []
  const below: string[] = []
  for (const entry of await list(root, folder, walk)) {
    if (!entry.isDirectory()) continue
    const path = join(folder, entry.name)
    if (entry.name === '.git') found.push(path)
    else if (entry.name !== 'node_modules' && depth < CHECKOUT_DEPTH) below.push(path)
  }
  for (const path of below) found.push(...(await gitFolders(root, path, depth + 1, walk)))
  return found
}

async function textFiles(root: string, folder: string, walk: Walk): Promise<readonly string[]> {
  const found: string[] = []
  for (const entry of await list(root, folder, walk)) {
    if (OPAQUE.has(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) found.push(...(await textFiles(root, path, walk)))
    else if (entry.isFile()) found.push(path)
  }
  return found
}

async function list(root: string, folder: string, walk: Walk): Promise<readonly Dirent[]> {
  if (walk.entries > MAX_ENTRIES) return []
  const path = join(root, folder)
  if (!(await lstat(path)).isDirectory()) return []
  const entries = await readdir(path, { withFileTypes: true }).catch(unreadable)
  walk.entries += entries.length
  return entries
}

/** A test fixture without permissions is no git folder that a checkout left: the checkout's own is readable to the job. */
function unreadable(error: unknown): Dirent[] {
  if (asString(asRecord(error)['code']) === 'EACCES') return []
  throw error
}
