import { isUtf8 } from 'node:buffer'
import type { GitFileKind } from './git-file-kind.ts'
import { type GitSetting, isInclude, maySayCredential, scrubSetting } from './git-config-policy.ts'
import { readSettings, type RunGit, writeSettings } from './git-config-text.ts'
import { holdsAny, readBounded } from './git-search.ts'
import { scrubLog, scrubText } from './git-text.ts'
import type { ScanBounds } from './scan-bounds.ts'

/** A longer configuration is none that a checkout wrote. */
const CONFIG_BYTES = 1024 * 1024
/** Reflogs of large repositories stay below it. */
const TEXT_BYTES = 32 * 1024 * 1024

export interface Cleaning {
  readonly git: RunGit
  readonly tempDir: string
  readonly bounds: ScanBounds
  /** What the job wrote and no step may read, as Latin-1. */
  readonly secrets: readonly string[]
  /** An include brings a credential only where the file that it names is. */
  readonly includes: 'remove' | 'keep'
}

/** The content for the layer; or that it can stay, or that it holds what can't be taken out. */
export type Cleaned = Buffer | 'unchanged' | 'beyond us'

/** @param kind of the file; `store` is one that a credential helper keeps */
export async function cleanFile(cleaning: Cleaning, place: Buffer, kind: GitFileKind | 'store'): Promise<Cleaned> {
  switch (kind) {
    case 'store':
      return Buffer.alloc(0)
    case 'config':
      return cleanConfig(cleaning, place)
    case 'log':
      return cleanText(cleaning, place, scrubLog)
    case 'text':
      return cleanText(cleaning, place, scrubText)
    case 'other':
      return (await holdsSecret(cleaning, place)) ? 'beyond us' : 'unchanged'
  }
}

function holdsSecret({ secrets, bounds }: Cleaning, place: Buffer): Promise<boolean> {
  return holdsAny(
    place,
    secrets.map((secret) => Buffer.from(secret, 'latin1')),
    bounds,
  )
}

async function cleanText(
  { bounds, secrets }: Cleaning,
  place: Buffer,
  scrub: (text: string, secrets: readonly string[]) => string,
): Promise<Cleaned> {
  const before = await readBounded(place, TEXT_BYTES, bounds)
  if (before === null) return 'beyond us'
  const text = before.toString('latin1')
  const clean = scrub(text, secrets)
  if (secrets.some((secret) => clean.includes(secret))) return 'beyond us'
  return clean === text ? 'unchanged' : Buffer.from(clean, 'latin1')
}

/** The settings of a file, `null` for one that git can't read or that is too long. */
export async function knownSettings(git: RunGit, place: Buffer): Promise<readonly GitSetting[] | null> {
  return isUtf8(place) ? readSettings(git, place.toString('utf8')) : null
}

async function cleanConfig(cleaning: Cleaning, place: Buffer): Promise<Cleaned> {
  const { git, tempDir, bounds, secrets, includes } = cleaning
  const before = await readBounded(place, CONFIG_BYTES, bounds)
  if (before === null) return (await maySayLogin(cleaning, place)) ? 'beyond us' : 'unchanged'
  const text = before.toString('latin1')
  const named = secrets.some((secret) => text.includes(secret))
  // Most have nothing of the kind: a process for each would take long where there are many.
  if (!named && !maySayCredential(text)) return 'unchanged'
  const settings = await knownSettings(git, place)
  if (settings === null) return 'beyond us'
  const kept = settings.flatMap((setting) => {
    if (includes === 'keep' && isInclude(setting)) return [setting]
    const scrubbing = scrubSetting(setting, secrets)
    if (scrubbing.kind === 'remove') return []
    return [scrubbing.kind === 'keep' ? setting : { ...setting, value: scrubbing.value }]
  })
  // A secret in a comment goes with all comments.
  if (!named && kept.length === settings.length && kept.every((setting, index) => setting === settings[index])) {
    return 'unchanged'
  }
  const clean = await writeSettings(git, tempDir, kept)
  const stays = clean !== null && secrets.some((secret) => clean.includes(secret, 0, 'latin1'))
  return clean === null || stays ? 'beyond us' : clean
}

/** A configuration that is too long to be taken apart may hold nothing of which one that is not would be cleaned. */
async function maySayLogin(cleaning: Cleaning, place: Buffer): Promise<boolean> {
  const bytes = await readBounded(place, TEXT_BYTES, cleaning.bounds)
  return bytes === null || maySayCredential(bytes.toString('latin1')) || holdsSecret(cleaning, place)
}
