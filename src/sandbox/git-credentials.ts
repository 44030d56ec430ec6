import { isUtf8 } from 'node:buffer'
import type { Stats } from 'node:fs'
import { lstat, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { CredentialScan } from '../domain/evidence.ts'
import { bytesOf } from '../plan/byte-path.ts'
import type { TarEntry } from './tar.ts'
import { gitTextFiles } from './git-files.ts'
import { scrubSetting, secretsOf } from './git-config-policy.ts'
import type { GitSetting } from './git-config-policy.ts'

/** Runs git with these arguments and gives its standard output. */
export type RunGit = (args: readonly string[]) => Promise<string>

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

/** A longer configuration is none that a checkout wrote. */
const CONFIG_BYTES = 1024 * 1024
/** Packed references and reflogs of large repositories stay below it. */
const TEXT_BYTES = 64 * 1024 * 1024
const CONFIG_NAMES = new Set(['config', 'config.worktree'])

interface Found {
  readonly file: string
  readonly place: Buffer
  readonly stat: Stats
  /** `null` when it is no configuration, or none that git can read. */
  readonly settings: readonly GitSetting[] | null
}

/**
 * Finds the credentials that a checkout left in its git folders, and makes the versions of those files that the layer
 * shows instead. The checkout itself is only read: later steps of the job can still push.
 */
export async function scrubCheckout(port: ScrubPort, checkout: string, known: readonly string[]): Promise<ScrubResult> {
  const { files, complete } = await gitTextFiles(checkout)
  const found: Found[] = []
  for (const file of files) found.push(await lookAt(port.git, checkout, file))
  const settings = found.flatMap((one) => one.settings ?? [])
  const secrets = [...new Set([...known, ...(await allSecrets(port.git, settings))])]
  const replacements: TarEntry[] = []
  const remaining = complete ? [] : ['git folders beyond the bound of the scan']
  for (const one of found) {
    const content = await scrubbedContent(port, one, secrets)
    if (content === 'unchanged') continue
    if (content === 'beyond us' || !isUtf8(one.place)) remaining.push(one.file)
    else replacements.push(entryOf(one, content))
  }
  const scrubbed = replacements.map((entry) => entry.name)
  const hasOwnConfig = found.some(({ file }) => file === '.git/config')
  return { scan: { scannedFiles: files.length, hasOwnConfig, scrubbed, remaining }, replacements }
}

async function lookAt(git: RunGit, checkout: string, file: string): Promise<Found> {
  const place = bytesOf(checkout, file)
  const stat = await lstat(place)
  const readable = CONFIG_NAMES.has(posix.basename(file)) && stat.size <= CONFIG_BYTES && isUtf8(place)
  return { file, place, stat, settings: readable ? await readSettings(git, place.toString('utf8')) : null }
}

async function scrubbedContent(
  port: ScrubPort,
  one: Found,
  secrets: readonly string[],
): Promise<Buffer | 'unchanged' | 'beyond us'> {
  if (one.stat.size > TEXT_BYTES) return 'beyond us'
  const before = await readFile(one.place)
  if (one.settings === null && looksLikeLogin(one.file, before)) return 'beyond us'
  const config = one.settings === null ? before : await scrubConfig(port, before, one.settings, secrets)
  const content = redact(config, secrets)
  return content.equals(before) ? 'unchanged' : content
}

/**
 * A configuration that git itself can not read, or that is too long, is not taken apart: it must hold nothing that looks
 * like a login. References and reflogs of a branch that is called `config` are none.
 */
function looksLikeLogin(file: string, bytes: Buffer): boolean {
  if (!CONFIG_NAMES.has(posix.basename(file)) || /\/(?:logs|refs)\//.test(file)) return false
  return /extraheader|authorization|:\/\/[^/\s]{1,1000}@/i.test(bytes.toString('latin1'))
}

function entryOf({ file, stat: { mode, uid, gid, mtime } }: Found, content: Buffer): TarEntry {
  const name = Buffer.from(file, 'latin1').toString('utf8')
  return { name, type: 'file', mode: mode & 0o777, uid, gid, mtime, content }
}

/** `null` when git can not read it as a configuration. */
async function readSettings(git: RunGit, path: string): Promise<readonly GitSetting[] | null> {
  const listed = await git(['config', '--file', path, '--no-includes', '--null', '--list']).catch(() => null)
  if (listed === null) return null
  return listed
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const end = entry.indexOf('\n')
      // A key without a value is a true boolean (git-config, "Values").
      return end < 0 ? { key: entry, value: '' } : { key: entry.slice(0, end), value: entry.slice(end + 1) }
    })
}

/** The secrets of the settings and of the files that they include, one level deep: checkout v6 goes no deeper. */
async function allSecrets(git: RunGit, settings: readonly GitSetting[]): Promise<readonly string[]> {
  const included = settings.filter(({ key }) => /^include(if\..*)?\.path$/.test(key)).map(({ value }) => value)
  const more: GitSetting[] = []
  for (const path of new Set(included.filter((value) => value.startsWith('/')))) {
    const size = await lstat(path).then(
      (stat) => stat.size,
      () => null,
    )
    // A file that is not here can give nothing away here.
    if (size !== null && size <= CONFIG_BYTES) more.push(...((await readSettings(git, path)) ?? []))
  }
  return [...settings, ...more].flatMap(secretsOf)
}

async function scrubConfig(
  port: ScrubPort,
  before: Buffer,
  settings: readonly GitSetting[],
  secrets: readonly string[],
): Promise<Buffer> {
  const judged = settings.map((setting) => ({ setting, scrubbing: scrubSetting(setting, secrets) }))
  const touched = new Set(judged.filter(({ scrubbing }) => scrubbing.kind !== 'keep').map(({ setting }) => setting.key))
  if (touched.size === 0) return before
  const folder = await mkdtemp(join(port.tempDir, 'git-config-'))
  try {
    const copy = join(folder, 'config')
    await writeFile(copy, before, { mode: 0o600 })
    for (const key of touched) await port.git(['config', '--file', copy, '--unset-all', key])
    for (const { setting, scrubbing } of judged) {
      if (!touched.has(setting.key) || scrubbing.kind === 'remove') continue
      const value = scrubbing.kind === 'replace' ? scrubbing.value : setting.value
      await port.git(['config', '--file', copy, '--add', setting.key, value])
    }
    return await readFile(copy)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Any secret that stands elsewhere (a reflog, a fetch record, a comment) goes as well. */
function redact(bytes: Buffer, secrets: readonly string[]): Buffer {
  const hits = secrets.filter((secret) => bytes.includes(secret))
  if (hits.length === 0) return bytes
  return Buffer.from(
    hits.reduce((text, secret) => text.replaceAll(secret, '***'), bytes.toString('latin1')),
    'latin1',
  )
}
