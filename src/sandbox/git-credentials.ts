import { isUtf8 } from 'node:buffer'
import { lstat } from 'node:fs/promises'
import type { CredentialScan } from '../domain/evidence.ts'
import { secretForms } from '../domain/secret-forms.ts'
import { bytesOf, shownPath } from '../plan/byte-path.ts'
import { isWithin } from '../plan/places.ts'
import { cleanFile, type Cleaning, knownSettings } from './git-clean.ts'
import type { RunGit } from './git-config-text.ts'
import type { GitSetting } from './git-config-policy.ts'
import { isPartOfGit } from './git-file-kind.ts'
import { type GitFile, gitFiles } from './git-files.ts'
import { trackedAmong } from './git-tracked.ts'
import { findOwnGit, ownConfigs, ownSecrets, storeFiles } from './own-git.ts'
import { BeyondBounds, ScanBounds } from './scan-bounds.ts'
import type { TarEntry } from './tar.ts'

export interface ScrubPort {
  readonly git: RunGit
  /** A folder of this run on the host, for scratch copies. */
  readonly tempDir: string
}

export interface ScrubResult {
  readonly scan: CredentialScan
  /** Files for the layer, with paths relative to the checkout. */
  readonly replacements: readonly TarEntry[]
}

/**
 * Finds the credentials that a checkout left in its git folders, and makes the versions of those files that the layer
 * shows instead. The checkout itself is only read: later steps of the job can still push.
 *
 * What is looked for in more than one file is only what the job itself wrote down: its token, and what its own
 * `.git/config` says. What a branch could have brought is cleaned in itself or not at all.
 *
 * @param known the job's token; it is looked for in all its forms
 */
export async function scrubCheckout(
  port: ScrubPort,
  checkout: string,
  known: readonly string[],
  bounds = new ScanBounds(),
): Promise<ScrubResult> {
  const result: Gathered = { files: [], replacements: [], remaining: [] }
  try {
    await scrub(port, { checkout, known, bounds }, result)
  } catch (error) {
    if (!(error instanceof BeyondBounds)) throw error
    result.remaining.push(`git folders beyond the bounds of the scan (${error.message})`)
  }
  const { files, replacements, remaining } = result
  const scrubbed = replacements.map((entry) => entry.name)
  const hasOwnConfig = files.some(({ path }) => path === '.git/config')
  return { scan: { scannedFiles: files.length, hasOwnConfig, scrubbed, remaining }, replacements }
}

interface Gathered {
  files: readonly GitFile[]
  readonly replacements: TarEntry[]
  readonly remaining: string[]
}

interface Request {
  readonly checkout: string
  readonly known: readonly string[]
  readonly bounds: ScanBounds
}

async function scrub(port: ScrubPort, { checkout, known, bounds }: Request, result: Gathered): Promise<void> {
  const git: RunGit = (args) => {
    bounds.spend('processes', 1)
    return port.git(args)
  }
  result.files = await gitFiles(checkout, bounds)
  const { files, remaining } = result
  const tracked = await trackedAmong(git, checkout, files).catch(untold)
  if (tracked === null) remaining.push('git could not tell which files of a git folder in the checkout are committed')
  const own = await findOwnGit(git, checkout)
  const wanted = ownConfigs(own)
  const configs = new Map<string, readonly GitSetting[]>()
  for (const { path, maybeTracked } of files) {
    if (!wanted.has(path) || (maybeTracked !== null && tracked?.has(path) !== false)) continue
    const settings = await knownSettings(git, bytesOf(checkout, path))
    if (settings !== null) configs.set(path, settings)
  }
  const { secrets, complete } = await ownSecrets(git, own, configs)
  if (!complete) remaining.push('more credentials or includes in .git/config than are looked for')
  const stores = [...configs.values()].flatMap((settings) => storeFiles(own, settings))
  const forms = [...secretForms(known).map(latin1), ...secrets]
  const cleaning: Cleaning = { git, tempDir: port.tempDir, bounds, secrets: [...new Set(forms)], includes: 'remove' }
  for (const file of files) await scrubFile(cleaning, checkout, { file, tracked, stores }, result)
  remaining.push(...(await storesElsewhere(checkout, stores, files)))
}

interface Looked {
  readonly file: GitFile
  /** `null` when git could not tell. */
  readonly tracked: ReadonlySet<string> | null
  readonly stores: readonly string[]
}

async function scrubFile(cleaning: Cleaning, checkout: string, looked: Looked, result: Gathered): Promise<void> {
  const { file, tracked, stores } = looked
  const place = bytesOf(checkout, file.path)
  const isTracked = file.maybeTracked !== null && tracked?.has(file.path) !== false
  const isStore = !isTracked && stores.includes(place.toString('latin1'))
  // A file of the commit is the branch's content: it is never another one in the layer.
  const kind = isTracked ? 'other' : isStore && !isPartOfGit(file.path) ? 'store' : file.kind
  const content = await cleanFile(cleaning, place, kind)
  if (content === 'unchanged' && !(isStore && kind === 'other')) return
  if (typeof content === 'string' || !isUtf8(place)) {
    result.remaining.push(shownPath(file.path))
    return
  }
  cleaning.bounds.spend('kept', content.length)
  const { mode, uid, gid, mtime } = await lstat(place)
  const name = Buffer.from(file.path, 'latin1').toString('utf8')
  result.replacements.push({ name, type: 'file', mode: mode & 0o777, uid, gid, mtime, content })
}

/** A helper's file that lies in the checkout and in none of its git folders: steps would see it. */
async function storesElsewhere(
  checkout: string,
  stores: readonly string[],
  files: readonly GitFile[],
): Promise<readonly string[]> {
  const scanned = new Set(files.map(({ path }) => bytesOf(checkout, path).toString('latin1')))
  const left = stores.filter((path) => isWithin(path, latin1(checkout)) && !scanned.has(path))
  const there = await Promise.all(left.map((path) => lstat(Buffer.from(path, 'latin1')).then(isThere, isAbsent)))
  return left.filter((_, index) => there[index]).map((path) => shownPath(path.slice(latin1(checkout).length + 1)))
}

const isThere = () => true
const isAbsent = () => false

function untold(error: unknown): null {
  if (error instanceof BeyondBounds) throw error
  return null
}

function latin1(text: string): string {
  return Buffer.from(text).toString('latin1')
}
