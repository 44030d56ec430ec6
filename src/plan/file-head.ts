import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'

export interface FileHead {
  /** Of the file that was read. */
  readonly stats: Stats
  readonly bytes: Buffer
}

/**
 * The first bytes of a file of the checkout, `most` of them. A link in its place is not followed, and a pipe not waited
 * for. Throws Node's error where it can't be opened or read.
 */
export function readHead(path: string | Buffer, most: number): FileHead {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const buffer = Buffer.alloc(most)
    return { stats: fstatSync(file), bytes: buffer.subarray(0, readSync(file, buffer, 0, most, 0)) }
  } finally {
    closeSync(file)
  }
}
