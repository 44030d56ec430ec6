import type { Readable } from 'node:stream'
import { extract, pack } from 'tar-stream'
import { collect } from './collect.ts'

export interface TarEntry {
  readonly name: string
  readonly type: 'file' | 'directory'
  /** Permission bits. */
  readonly mode: number
  readonly uid: number
  readonly gid: number
  readonly mtime: Date
  /** Empty for a directory. */
  readonly content: Buffer
}

/** An uncompressed tar: the engine's decompressors run inside the container's files (CVE-2026-41567). */
export function packTar(entries: readonly TarEntry[]): Readable {
  const tar = pack()
  for (const { content, ...header } of entries) tar.entry(header, content)
  tar.finalize()
  return tar as unknown as Readable
}

/**
 * The first entry of an archive answer when it is a regular file of at most `limit` bytes, else `null`. A link comes as
 * a link, and is not followed. Rejects for an archive without an entry: of what is not there the engine gives none.
 */
export async function readSingleFile(archive: Readable, limit: number): Promise<Buffer | null> {
  const tar = extract()
  const found = new Promise<Buffer | null>((resolve, reject) => {
    tar.on('entry', (header, stream, next) => {
      const usable = header.type === 'file' && header.size <= limit
      if (!usable) {
        resolve(null)
        stream.resume()
        next()
        return
      }
      collect(stream, limit).then((bytes) => {
        resolve(bytes)
        next()
      }, reject)
    })
    tar.on('finish', () => {
      reject(new Error('the archive is empty'))
    })
    tar.on('error', reject)
    archive.on('error', reject)
    archive.once('close', () => {
      if (!archive.readableEnded) reject(new Error('the archive broke off'))
    })
  })
  archive.pipe(tar)
  try {
    return await found
  } finally {
    archive.destroy()
    tar.destroy()
  }
}
