import { lstat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { asRecord, asString } from '../domain/decode.ts'
import { secretForms } from '../domain/secret-forms.ts'
import { bytesOf } from '../plan/byte-path.ts'
import { cleanFile, type Cleaning } from './git-clean.ts'
import type { ScrubPort } from './git-credentials.ts'
import { type GitFile, gitFiles } from './git-files.ts'
import { BeyondBounds, ScanBounds } from './scan-bounds.ts'

export interface MountedCredential {
  /** First file that holds a credential, relative to the source, as Latin-1. */
  readonly first: string | null
  /** Files of git folders that could not be read. */
  readonly unread: readonly string[]
  /** False when there was more than is looked at. */
  readonly complete: boolean
}

/**
 * Looks for credentials in the git folders of what a mount would bring. They can't be taken out: nothing is written there,
 * and the job's other steps need them. A folder that only looks like git's is looked through for the token alone.
 *
 * @param known the job's token
 */
export async function findMountedCredential(
  port: ScrubPort,
  source: string,
  known: readonly string[],
  bounds = new ScanBounds(),
): Promise<MountedCredential> {
  const unread: string[] = []
  const git: Cleaning['git'] = (args) => {
    bounds.spend('processes', 1)
    return port.git(args)
  }
  const secrets = secretForms(known).map((form) => Buffer.from(form).toString('latin1'))
  const cleaning: Cleaning = { git, tempDir: port.tempDir, bounds, secrets, includes: 'keep' }
  try {
    const { start, files } = await filesOf(source, bounds)
    for (const { path, kind, maybeTracked } of files) {
      const isOther = maybeTracked !== null && maybeTracked.folder !== ''
      const found = await cleanFile(cleaning, bytesOf(start, path), isOther ? 'other' : kind).catch(notOurs)
      if (found === null) unread.push(path)
      else if (found !== 'unchanged') return { first: path, unread, complete: true }
    }
    return { first: null, unread, complete: true }
  } catch (error) {
    if (error instanceof BeyondBounds) return { first: null, unread, complete: false }
    throw error
  }
}

/** A source can be a single file of a git folder, and one that is not there is left for the engine to refuse. */
async function filesOf(
  source: string,
  bounds: ScanBounds,
): Promise<{ readonly start: string; readonly files: readonly GitFile[] }> {
  const stats = await lstat(source).catch(() => null)
  if (stats?.isFile() === true) {
    const path = Buffer.from(basename(source)).toString('latin1')
    const kind = /^config(?:\.worktree)?$/.test(path) && /\/\.git\//.test(source) ? 'config' : 'other'
    return { start: dirname(source), files: [{ path, kind, maybeTracked: null }] }
  }
  return { start: source, files: stats?.isDirectory() === true ? await gitFiles(source, bounds) : [] }
}

/** What this process may not read is the file of another user, and no credential that the job's git uses. */
function notOurs(error: unknown): null {
  if (asString(asRecord(error)['code']) === 'EACCES') return null
  throw error
}
