import { lstatSync, realpathSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import type { HostFacts, Sight } from './places.ts'

/** The machine that this process runs on. */
export function hostFacts(): HostFacts {
  return { look, tempDir: tmpdir(), cwd: process.cwd(), cpus: availableParallelism() }
}

function look(path: string): Sight {
  try {
    const stats = statSync(path)
    const kind = stats.isDirectory() ? 'directory' : stats.isFile() ? 'file' : 'other'
    return { kind, real: realpathSync(path) }
  } catch (error) {
    return isAbsent(error) && !isLink(path) ? { kind: 'absent' } : { kind: 'hidden' }
  }
}

/** Nothing there, or a part of the way is a file. */
function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

/** A link that leads nowhere also answers ENOENT. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}
