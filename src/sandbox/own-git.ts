import { lstat, realpath } from 'node:fs/promises'
import { dirname, posix, resolve } from 'node:path'
import { isWithin } from '../plan/places.ts'
import { isInclude, secretsOf, type GitSetting } from './git-config-policy.ts'
import { readSettings, type RunGit } from './git-config-text.ts'

const CONFIG_BYTES = 1024 * 1024
const MOST_INCLUDES = 16
const MOST_SECRETS = 32

/** The git folder that the job made for this checkout, where it lies in the checkout. */
export interface OwnGit {
  readonly checkout: string
  /** Absolute; in a linked worktree two. */
  readonly folders: readonly string[]
}

export async function findOwnGit(git: RunGit, checkout: string): Promise<OwnGit> {
  const said = await git(['-C', checkout, 'rev-parse', '--absolute-git-dir', '--git-common-dir'])
  const folders = said
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((folder) => resolve(checkout, folder))
  return { checkout, folders: [...new Set(folders)].filter((folder) => isWithin(folder, checkout)) }
}

/** Paths, relative to the checkout, of the settings that the job wrote for it. */
export function ownConfigs({ checkout, folders }: OwnGit): ReadonlySet<string> {
  const names = folders.flatMap((folder) => [`${folder}/config`, `${folder}/config.worktree`])
  return new Set(names.map((name) => Buffer.from(posix.relative(checkout, name)).toString('latin1')))
}

export interface OwnSecrets {
  /** As Latin-1. */
  readonly secrets: readonly string[]
  /** False when there were more than are looked for. */
  readonly complete: boolean
}

/** The secrets of the job's own settings, and of the files that they include: one level deep, as `actions/checkout` v6. */
export async function ownSecrets(
  git: RunGit,
  own: OwnGit,
  configs: ReadonlyMap<string, readonly GitSetting[]>,
): Promise<OwnSecrets> {
  const found = new Set<string>()
  const included = new Set<string>()
  for (const [config, settings] of configs) {
    for (const secret of settings.flatMap(secretsOf)) found.add(secret)
    for (const { value } of settings.filter(isInclude)) {
      const place = value === null ? null : await includedFile(own, resolve(own.checkout, dirname(config), value))
      if (place !== null) included.add(place)
    }
  }
  const read = [...included].slice(0, MOST_INCLUDES)
  for (const place of read) {
    for (const secret of ((await readSettings(git, place)) ?? []).flatMap(secretsOf)) found.add(secret)
  }
  const complete = read.length === included.size && found.size <= MOST_SECRETS
  return { secrets: [...found].slice(0, MOST_SECRETS), complete }
}

/** `null` for what is no file that the job wrote: a file of the checkout may be the branch's (`include.path = ../.gitconfig`). */
async function includedFile({ checkout, folders }: OwnGit, path: string): Promise<string | null> {
  try {
    const place = await realpath(Buffer.from(path, 'latin1').toString('utf8'))
    const isOwn = !isWithin(place, checkout) || folders.some((folder) => isWithin(place, folder))
    const stats = await lstat(place)
    return isOwn && stats.isFile() && stats.size <= CONFIG_BYTES ? place : null
  } catch {
    return null // What is not here can give nothing away here.
  }
}

/** Files in which a credential helper of these settings keeps what it knows: `store --file=PATH`. Absolute, as Latin-1. */
export function storeFiles({ checkout }: OwnGit, settings: readonly GitSetting[]): readonly string[] {
  return settings.flatMap(({ key, value }) => {
    if (!/^credential\.(?:.*\.)?helper$/.test(key)) return []
    const [, double, single, plain] = /\bstore\b.*?--file(?:=|\s+)(?:"([^"]+)"|'([^']+)'|(\S+))/.exec(value ?? '') ?? []
    const path = double ?? single ?? plain
    return path === undefined || path.startsWith('~') ? [] : [resolve(checkout, path)]
  })
}
