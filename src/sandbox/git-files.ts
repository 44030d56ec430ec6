import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { asRecord, asString } from '../domain/decode.ts'
import { bytesOf } from '../plan/byte-path.ts'

/** Nested checkouts (`path:` of actions/checkout) lie near the top. */
const CHECKOUT_DEPTH = 4
const MAX_ENTRIES = 500_000

/**
 * Git's own stores, by the whole path below `.git`: loose objects, packs, LFS objects. Never by one name alone: a branch
 * chooses the names of submodules and of branches, and with them the folders that hold a configuration or a reflog.
 */
const STORES: readonly RegExp[] = [
  /(?:^|\/)objects\/[0-9a-f]{2}\/[0-9a-f]{38}(?:[0-9a-f]{24})?$/,
  /(?:^|\/)objects\/pack\/pack-[0-9a-f]+\.(?:pack|idx|rev|bitmap|mtimes)$/,
  /(?:^|\/)lfs\/objects\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/,
]
const NAMED_BY_BRANCHES = /(?:^|\/)(?:logs|refs)\//

/** Files of git folders, relative to the checkout; names are bytes, held as Latin-1. */
export interface GitFiles {
  readonly files: readonly string[]
  /** False when there was more to walk than the bound allows. */
  readonly complete: boolean
}

interface Walk {
  readonly root: string
  entries: number
}

/** Every file of every git folder of the checkout, but git's own stores; links are not followed. */
export async function gitTextFiles(checkout: string): Promise<GitFiles> {
  const walk = { root: checkout, entries: 0 }
  const files: string[] = []
  for (const folder of await gitFolders(walk, '', 0)) {
    const below = await filesBelow(walk, folder)
    files.push(...below.filter((file) => !isStore(file.slice(folder.length + 1))))
  }
  return { files, complete: walk.entries <= MAX_ENTRIES }
}

function isStore(file: string): boolean {
  return !NAMED_BY_BRANCHES.test(file) && STORES.some((pattern) => pattern.test(file))
}

async function gitFolders(walk: Walk, folder: string, depth: number): Promise<readonly string[]> {
  const found: string[] = []
  const below: string[] = []
  const entries = await list(walk, folder)
  if (folder !== '' && looksLikeRepository(entries)) return [folder]
  for (const entry of entries) {
    if (!entry.isDirectory()) continue
    const path = join(folder, entry.name)
    if (entry.name === '.git') found.push(path)
    else if (entry.name !== 'node_modules' && depth < CHECKOUT_DEPTH) below.push(path)
  }
  for (const path of below) found.push(...(await gitFolders(walk, path, depth + 1)))
  return found
}

/** A bare repository, or one that a file or a link called `.git` leads to (gitrepository-layout). */
function looksLikeRepository(entries: readonly Dirent[]): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => entries.some((entry) => entry.name === name))
}

async function filesBelow(walk: Walk, folder: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const entry of await list(walk, folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) found.push(...(await filesBelow(walk, path)))
    else if (entry.isFile()) found.push(path)
  }
  return found
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

async function list(walk: Walk, folder: string): Promise<readonly Dirent[]> {
  if (walk.entries > MAX_ENTRIES) return []
  const path = folder === '' ? Buffer.from(walk.root) : bytesOf(walk.root, folder)
  if (!(await lstat(path)).isDirectory()) return []
  const entries = await readdir(path, { withFileTypes: true, encoding: 'latin1' }).catch(unreadable)
  walk.entries += entries.length
  return entries
}

/** A test fixture without permissions is no git folder that a checkout left: the checkout's own is readable to the job. */
function unreadable(error: unknown): Dirent[] {
  if (asString(asRecord(error)['code']) === 'EACCES') return []
  throw error
}
