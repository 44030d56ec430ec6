import { lstat, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CredentialScan } from '../domain/evidence.ts'
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

const MAX_FILE_BYTES = 1024 * 1024
const CONFIG_NAMES = new Set(['config', 'config.worktree'])

/**
 * Finds the credentials that a checkout left in its git folders, and makes the versions of those files that the layer
 * shows instead. The checkout itself is only read: later steps of the job can still push.
 */
export async function scrubCheckout(port: ScrubPort, checkout: string, known: readonly string[]): Promise<ScrubResult> {
  const { files, complete } = await gitTextFiles(checkout)
  const configs = new Map<string, readonly GitSetting[]>()
  for (const file of files.filter((path) => CONFIG_NAMES.has(basename(path)))) {
    configs.set(file, await readSettings(port.git, join(checkout, file)))
  }
  const secrets = [...new Set([...known, ...(await allSecrets(port.git, [...configs.values()].flat()))])]
  const replacements: TarEntry[] = []
  const remaining = complete ? [] : ['git folders beyond the bound of the scan']
  for (const file of files) {
    const path = join(checkout, file)
    const stat = await lstat(path)
    if (stat.size > MAX_FILE_BYTES) {
      if (configs.has(file)) remaining.push(file)
      continue
    }
    const before = await readFile(path)
    const settings = configs.get(file)
    const config = settings === undefined ? before : await scrubConfig(port, before, settings, secrets)
    const content = redact(config, secrets)
    if (content.equals(before)) continue
    const { mode, uid, gid, mtime } = stat
    replacements.push({ name: file, type: 'file', mode: mode & 0o777, uid, gid, mtime, content })
  }
  const scrubbed = replacements.map((entry) => entry.name)
  const hasOwnConfig = configs.has('.git/config')
  return { scan: { scannedFiles: files.length, hasOwnConfig, scrubbed, remaining }, replacements }
}

async function readSettings(git: RunGit, path: string): Promise<readonly GitSetting[]> {
  const listed = await git(['config', '--file', path, '--no-includes', '--null', '--list'])
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
    if (size !== null && size <= MAX_FILE_BYTES) more.push(...(await readSettings(git, path)))
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
