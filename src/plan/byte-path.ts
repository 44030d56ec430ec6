import { quoted } from './printable.ts'

/** Absolute path of what lies at `path` below `root`, as the bytes that it is. Names need not be UTF-8: `path` is Latin-1. */
export function bytesOf(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')])
}

/** The same path for a person: printable, in quotes, which no name can end. */
export function shownPath(path: string): string {
  return quoted(Buffer.from(path, 'latin1').toString())
}
