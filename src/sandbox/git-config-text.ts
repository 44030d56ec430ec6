import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitSetting } from './git-config-policy.ts'

/** Runs git with these arguments and gives its standard output. Rejects when git fails. */
export type RunGit = (args: readonly string[]) => Promise<Buffer>

/** The settings of one file by git's own reading, text as Latin-1; `null` when git can not read it. */
export async function readSettings(git: RunGit, path: string): Promise<readonly GitSetting[] | null> {
  const listed = await git(['config', '--file', path, '--no-includes', '--null', '--list']).catch(refused)
  if (listed === null) return null
  return listed
    .toString('latin1')
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const end = entry.indexOf('\n')
      // A key without a value is a true boolean (git-config, "Values").
      return end < 0 ? { key: entry, value: null } : { key: entry.slice(0, end), value: entry.slice(end + 1) }
    })
}

function refused(error: unknown): null {
  if (error instanceof Error && error.name === 'BeyondBounds') throw error
  return null
}

/**
 * A file that says just these settings, in their order; comments are gone. `null` unless git reads it so.
 *
 * @param tempDir where a copy lies while git reads it
 */
export async function writeSettings(
  git: RunGit,
  tempDir: string,
  settings: readonly GitSetting[],
): Promise<Buffer | null> {
  const bytes = Buffer.from(settings.map(settingText).join(''), 'latin1')
  const folder = await mkdtemp(join(tempDir, 'git-config-'))
  try {
    const copy = join(folder, 'config')
    await writeFile(copy, bytes, { mode: 0o600 })
    const read = await readSettings(git, copy)
    return JSON.stringify(read) === JSON.stringify(settings) ? bytes : null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Syntax of git-config(1), "CONFIGURATION FILE". */
function settingText({ key, value }: GitSetting, index: number, all: readonly GitSetting[]): string {
  const section = key.slice(0, key.lastIndexOf('.'))
  const before = all[index - 1]?.key
  const isNew = before?.slice(0, before.lastIndexOf('.')) !== section
  const name = key.slice(key.lastIndexOf('.') + 1)
  return `${isNew ? `${sectionText(section)}\n` : ''}\t${name}${value === null ? '' : ` = ${valueText(value)}`}\n`
}

function sectionText(section: string): string {
  const dot = section.indexOf('.')
  if (dot < 0) return `[${section}]`
  return `[${section.slice(0, dot)} "${section.slice(dot + 1).replace(/[\\"]/g, '\\$&')}"]`
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\b': '\\b' }

function valueText(value: string): string {
  if (/^[\w./:@+*-]+(?: [\w./:@+*-]+)*$/.test(value)) return value
  return `"${value.replace(/[\\"]/g, '\\$&').replace(/[\n\t\b]/g, (character) => ESCAPES[character] ?? '')}"`
}
