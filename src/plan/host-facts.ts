import { lstatSync, realpathSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import type { HostFacts, Sight } from './places.ts'

const ABSENT = { kind: 'absent' } as const
const HIDDEN = { kind: 'hidden' } as const

/** The machine that this process runs on. */
export function hostFacts(): HostFacts {
  return { look, tempDir: tmpdir(), cwd: process.cwd(), cpus: availableParallelism() }
}

function look(path: string): Sight {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return lstatSync(path, { throwIfNoEntry: false }) === undefined ? ABSENT : HIDDEN
    const kind = stats.isDirectory() ? 'directory' : stats.isFile() ? 'file' : 'other'
    return { kind, real: realpathSync(path) }
  } catch {
    return HIDDEN // No permission, links in a circle, a way through a file.
  }
}
