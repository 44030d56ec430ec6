import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

const REGULAR = /^100/

/**
 * The file's bytes are what the commit means, though git calls them modified: exactly the stored ones, where attributes
 * would store others (such as `eol=crlf` for a file that was committed with CR LF), or the data that a stored Git LFS
 * pointer names by its hash.
 *
 * @param place absolute path as bytes
 * @param object name of the stored object; SHA-1 or SHA-256 by its length
 */
export async function isCommittedContent(place: Buffer, mode: string, object: string): Promise<boolean> {
  if (!REGULAR.test(mode)) return false
  try {
    return await matches(place, object)
  } catch {
    return false // Gone or not ours to read: git's word stands.
  }
}

async function matches(place: Buffer, object: string): Promise<boolean> {
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stats = await file.stat()
    if (!stats.isFile()) return false
    const raw = blobHash(object, stats.size)
    const data = createHash('sha256')
    let size = 0
    for await (const chunk of file.createReadStream({ autoClose: false, end: stats.size })) {
      if (!Buffer.isBuffer(chunk)) return false
      size += chunk.length
      raw.update(chunk)
      data.update(chunk)
    }
    return raw.digest('hex') === object || pointerName(object, data.digest('hex'), size) === object
  } finally {
    await file.close()
  }
}

/** Specification of Git LFS, "The Pointer": keys in this order, nothing else, for a file without extensions. */
function pointerName(object: string, sha256: string, size: number): string {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${String(size)}\n`
  return blobHash(object, pointer.length).update(pointer).digest('hex')
}

function blobHash(object: string, size: number) {
  return createHash(object.length === 64 ? 'sha256' : 'sha1').update(`blob ${String(size)}\0`)
}
