import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { asRecord, asString } from '../domain/decode.ts'
import { bytesOf } from '../plan/byte-path.ts'
import { gitFileKind, type GitFileKind, isGitStore } from './git-file-kind.ts'
import { type ScanBounds, tooLong } from './scan-bounds.ts'

/** Nested checkouts (`path:` of actions/checkout) lie near the top. */
const CHECKOUT_DEPTH = 4

export interface GitFile {
  /** Relative to where the walk began; bytes as Latin-1. */
  readonly path: string
  readonly kind: GitFileKind
  /**
   * The git folder only looks like one and a commit may have brought it: the repository whose commit that would be, and
   * the folder. `null` for what is called `.git`, which git refuses to put into a commit or to check out.
   */
  readonly maybeTracked: { readonly repository: string; readonly folder: string } | null
}

interface Place {
  readonly folder: string
  readonly depth: number
  /** Nearest folder around it that holds a `.git`. */
  readonly repository: string
  /** The git folder that it belongs to. */
  readonly root: { readonly path: string; readonly isGit: boolean } | null
}

interface Walk {
  readonly start: string
  readonly bounds: ScanBounds
  readonly found: GitFile[]
}

/**
 * Every file of every git folder below `start`, but git's own stores; links are not followed.
 *
 * @throws BeyondBounds
 */
export async function gitFiles(start: string, bounds: ScanBounds): Promise<readonly GitFile[]> {
  const walk: Walk = { start, bounds, found: [] }
  const isGit = /(?:^|\/)\.git(?:\/|$)/.test(start)
  await visit(walk, { folder: '', depth: 0, repository: '', root: isGit ? { path: '', isGit } : null })
  return walk.found
}

async function visit(walk: Walk, place: Place): Promise<void> {
  const entries = await list(walk, place.folder)
  const here = placed(place, entries)
  for (const entry of entries) {
    const path = join(here.folder, entry.name)
    if (entry.isDirectory()) {
      const next = below(here, path, entry.name)
      if (next !== null) await visit(walk, next)
    } else if (entry.isFile() && here.root !== null) {
      const { path: folder, isGit } = here.root
      const inside = relative(folder, path)
      if (isGitStore(inside)) continue
      const maybeTracked = isGit ? null : { repository: here.repository, folder }
      walk.found.push({ path, kind: gitFileKind(inside), maybeTracked })
    }
  }
}

function placed(place: Place, entries: readonly Dirent[]): Place {
  // A working tree is no git folder, whatever its commit calls its files.
  if (entries.some(({ name }) => name === '.git')) {
    return { ...place, repository: place.folder, root: place.root?.isGit === true ? place.root : null }
  }
  const isRoot = looksLikeRepository(entries) && !isNamedByBranches(place)
  return isRoot ? { ...place, root: { path: place.folder, isGit: place.root?.isGit ?? false } } : place
}

function below(place: Place, path: string, name: string): Place | null {
  if (name === '.git') return { ...place, folder: path, root: { path, isGit: true } }
  if (place.root !== null) return { ...place, folder: path }
  return name === 'node_modules' || place.depth >= CHECKOUT_DEPTH
    ? null
    : { ...place, folder: path, depth: place.depth + 1 }
}

/**
 * A bare repository, a submodule's, or one that a file or a link called `.git` leads to (gitrepository-layout). HEAD is no
 * folder there: a branch may call its submodules HEAD, objects and refs, and `modules` is none for that.
 */
function looksLikeRepository(entries: readonly Dirent[]): boolean {
  const has = (name: string) => entries.some((entry) => entry.name === name)
  return entries.some((entry) => entry.name === 'HEAD' && !entry.isDirectory()) && has('objects') && has('refs')
}

/** Branches may be called x/HEAD, x/objects/y and x/refs/y. */
function isNamedByBranches({ folder, root }: Place): boolean {
  return root !== null && /^(?:worktrees\/[^/]+\/)?(?:logs|refs)\//.test(`${relative(root.path, folder)}/`)
}

function relative(folder: string, path: string): string {
  return folder === '' ? path : path.slice(folder.length + 1)
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

async function list({ start, bounds }: Walk, folder: string): Promise<readonly Dirent[]> {
  const path = folder === '' ? Buffer.from(start) : bytesOf(start, folder)
  if (!(await lstat(path).catch(tooLong)).isDirectory()) return []
  const entries = await readdir(path, { withFileTypes: true, encoding: 'latin1' }).catch(unreadable)
  bounds.spend('entries', entries.length + 1)
  return entries
}

/** A test fixture without permissions is no git folder that a checkout left: the checkout's own is readable to the job. */
function unreadable(error: unknown): Dirent[] {
  if (asString(asRecord(error)['code']) === 'EACCES') return []
  throw error
}
