import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'

/** To read a file that someone else may put there: a link in its place is not followed, and a pipe not waited for. */
export const READ_WARILY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

export interface FileHead {
  /** Of the file that was read. */
  readonly stats: Stats
  readonly bytes: Buffer
}

/**
 * The first bytes of a file of the checkout, `most` of them. Throws Node's error where it can't be opened or read.
 */
export function readHead(path: string | Buffer, most: number): FileHead {
  const file = openSync(path, READ_WARILY)
  try {
    const buffer = Buffer.alloc(most)
    return { stats: fstatSync(file), bytes: buffer.subarray(0, readSync(file, buffer, 0, most, 0)) }
  } finally {
    closeSync(file)
  }
}
