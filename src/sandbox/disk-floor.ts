import { statfs } from 'node:fs/promises'
import { formatBytes, formatCount } from '../domain/units.ts'
import { pause } from './pause.ts'

/** What stays free of the engine's disk: this, or a twentieth of a smaller one. */
const FLOOR_BYTES = 1024 ** 3
const FLOOR_FILES = 50_000
const SHARE = 20

/** Fast disks take some 2 GB in a second: half of the floor at most is gone before it is noticed. */
const EVERY_MS = 250

/** Of statfs(2): `bavail` leaves out what is kept for root; a file system without a table of files says 0 of them. */
type Space = Readonly<Record<'bsize' | 'blocks' | 'bavail' | 'files' | 'ffree', number>>
export type ReadSpace = (path: string) => Promise<Space>

/** The free space of the disk on which the engine keeps what steps write. Nothing that a step wrote is read. */
export interface DiskFloor {
  /** What is wrong, as a part of a sentence; `null` while enough is free. Never rejects. */
  shortage(): Promise<string | null>
}

/**
 * @param paths folders of the engine on this machine, the best first: the first that can be looked at is watched
 * @returns `null` where none can, as without rights on the folders above it
 */
export async function diskFloor(paths: readonly string[], read: ReadSpace = statfs): Promise<DiskFloor | null> {
  for (const path of paths) {
    const whole = await read(path).catch(() => null)
    if (whole !== null) return { shortage: () => shortageOf(path, whole, read) }
  }
  return null
}

async function shortageOf(path: string, whole: Space, read: ReadSpace): Promise<string | null> {
  const now = await read(path).catch(() => null)
  if (now === null) return 'the free space of the engine’s disk can no longer be read'
  const bytes = now.bavail * now.bsize
  const leastBytes = Math.min(FLOOR_BYTES, (whole.blocks * whole.bsize) / SHARE)
  if (bytes < leastBytes)
    return `only ${formatBytes(bytes)} are free on the engine’s disk, below its floor of ${formatBytes(leastBytes)}`
  const leastFiles = Math.min(FLOOR_FILES, Math.floor(whole.files / SHARE))
  if (now.ffree < leastFiles)
    return `only ${formatCount(now.ffree)} more files fit on the engine’s disk, below its floor of ${formatCount(leastFiles)}`
  return null
}

/** Calls `onShort` once, when too little is free. Gives what ends the watch. */
export function watchDisk(floor: DiskFloor | null, onShort: (shortage: string) => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const watch = async (from: DiskFloor): Promise<void> => {
    for (;;) {
      const shortage = await from.shortage()
      if (signal.aborted) return
      if (shortage !== null) {
        onShort(shortage)
        return
      }
      await pause(EVERY_MS, signal)
    }
  }
  if (floor !== null) void watch(floor)
  return () => {
    stop.abort()
  }
}
