import { type FileHandle, open } from 'node:fs/promises'
import { READ_WARILY } from '../plan/file-head.ts'
import { type ScanBounds, tooLong } from './scan-bounds.ts'

const CHUNK = 1024 * 1024

function openWarily(place: Buffer): Promise<FileHandle> {
  return open(place, READ_WARILY).catch(tooLong)
}

/** The whole of a regular file, `null` when it is longer than `limit` bytes. */
export async function readBounded(place: Buffer, limit: number, bounds: ScanBounds): Promise<Buffer | null> {
  const file = await openWarily(place)
  try {
    const stats = await file.stat()
    if (!stats.isFile() || stats.size > limit) return null
    bounds.spend('bytes', stats.size)
    const buffer = Buffer.alloc(stats.size)
    let filled = 0
    while (filled < buffer.length) {
      const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return buffer.subarray(0, filled)
  } finally {
    await file.close()
  }
}

/** True when one of the secrets stands in the file. However long it is, a piece at a time is held. */
export async function holdsAny(place: Buffer, secrets: readonly Buffer[], bounds: ScanBounds): Promise<boolean> {
  if (secrets.length === 0) return false
  const overlap = Math.max(...secrets.map((secret) => secret.length)) - 1
  const file = await openWarily(place)
  try {
    if (!(await file.stat()).isFile()) return false
    const buffer = Buffer.alloc(CHUNK + overlap)
    let kept = 0
    for (let position = 0; ;) {
      const { bytesRead } = await file.read(buffer, kept, CHUNK, position)
      if (bytesRead === 0) return false
      bounds.spend('bytes', bytesRead)
      position += bytesRead
      const piece = buffer.subarray(0, kept + bytesRead)
      if (secrets.some((secret) => piece.includes(secret))) return true
      kept = Math.min(overlap, piece.length)
      buffer.copyWithin(0, piece.length - kept, piece.length)
    }
  } finally {
    await file.close()
  }
}
