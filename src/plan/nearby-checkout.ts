import { opendir } from 'node:fs/promises'
import { posix } from 'node:path'
import { ConfineError } from '../domain/errors.ts'
import { firstFew } from '../domain/units.ts'
import { type GitTools, withGit } from './git.ts'
import { isWithin } from './places.ts'
import { quoted } from './printable.ts'
import { openRepository } from './repository.ts'
import { workspaceOf } from './run-context.ts'

const MOST_ENTRIES = 1_000
const MOST_FOLDERS = 4
const SHOWN = 300

/**
 * Where there is no checkout at `path`, the error says where one is: above it in the workspace, or one level down.
 *
 * @param path absolute, links resolved
 * @throws ConfineError `subject`
 */
export async function requireCheckout(tools: GitTools, path: string): Promise<void> {
  try {
    await withGit(tools, path, openRepository)
  } catch (error) {
    const advice = hasGit(tools, path) ? null : ((await above(tools, path)) ?? (await below(tools, path)))
    if (advice === null) throw error
    throw new ConfineError('subject', `${quoted(path)} is no git checkout, ${advice}`, { cause: error })
  }
}

async function above(tools: GitTools, path: string): Promise<string | null> {
  const workspace = realWorkspace(tools)
  for (let folder = posix.dirname(path); isWithin(folder, workspace); folder = posix.dirname(folder)) {
    if (await isCheckout(tools, folder)) {
      const place = posix.relative(workspace, folder)
      const input = place === '' ? 'leave out the input path' : `set the input path to ${quoted(place, SHOWN)}`
      const within = quoted(posix.relative(folder, path), SHOWN)
      return `but a folder of the one at ${quoted(folder, SHOWN)}: ${input}, and give the steps working-directory: ${within}`
    }
    if (folder === '/') break
  }
  return null
}

async function below(tools: GitTools, path: string): Promise<string | null> {
  const folders: string[] = []
  for (const name of await candidates(tools, path)) {
    if (await isCheckout(tools, posix.join(path, name))) folders.push(posix.join(path, name))
  }
  if (folders.length === 0) return null
  const workspace = realWorkspace(tools)
  const places = folders.map((folder) => quoted(posix.relative(workspace, folder), SHOWN))
  return `but there is one below it: set the input path to ${firstFew(places)}${places.length > 1 ? ', whichever is meant' : ''}`
}

/** Folders with a `.git`, among the first entries. */
async function candidates(tools: GitTools, path: string): Promise<readonly string[]> {
  const names: string[] = []
  let looked = 0
  for await (const entry of await opendir(path)) {
    looked += 1
    if (looked > MOST_ENTRIES || names.length === MOST_FOLDERS) break
    if (entry.isDirectory() && hasGit(tools, posix.join(path, entry.name))) names.push(entry.name)
  }
  return names.toSorted()
}

async function isCheckout(tools: GitTools, folder: string): Promise<boolean> {
  if (!hasGit(tools, folder)) return false
  return withGit(tools, folder, openRepository).then(
    () => true,
    () => false,
  )
}

function hasGit({ facts }: GitTools, folder: string): boolean {
  return facts.look(posix.join(folder, '.git')).kind !== 'absent'
}

function realWorkspace({ env, facts }: GitTools): string {
  const workspace = workspaceOf(env, facts)
  const sight = facts.look(workspace)
  return sight.kind === 'directory' ? sight.real : workspace
}
