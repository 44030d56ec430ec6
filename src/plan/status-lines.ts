import { unquoted } from './index-entries.ts'

/** One line of `git status --porcelain=v2`. */
export interface StatusLine {
  readonly kind: 'modified' | 'deleted' | 'untracked' | 'ignored'
  /** Bytes as Latin-1; a folder that git does not look into ends in `/`. */
  readonly path: string
  /** For `modified`: as the working tree has it, such as `100644`; the commit has the same. Else `null`. */
  readonly mode: string | null
  /** For `modified`: name of the object in the commit. */
  readonly object: string | null
}

/** git-status(1), "Porcelain Format Version 2": state, submodule, three modes, two objects, path. */
const CHANGED = /^1 \S(\S) \S{4} (\d{6}) \d{6} (\d{6}) ([0-9a-f]+) [0-9a-f]+ (.+)$/

/** Whole lines only. A changed mode gives `modified` without mode and object, and so does a line of no known kind. */
export function parseStatus(bytes: Buffer): readonly StatusLine[] {
  return bytes.toString('latin1').split('\n').slice(0, -1).map(parseLine)
}

function parseLine(line: string): StatusLine {
  if (line.startsWith('? ')) return { kind: 'untracked', path: unquoted(line.slice(2)), mode: null, object: null }
  if (line.startsWith('! ')) return { kind: 'ignored', path: unquoted(line.slice(2)), mode: null, object: null }
  const [, state = '', before = '', mode = '', object = '', path = ''] = CHANGED.exec(line) ?? []
  if (state === 'D') return { kind: 'deleted', path: unquoted(path), mode: null, object: null }
  const same = state === 'M' && before === mode
  return { kind: 'modified', path: unquoted(path), mode: same ? mode : null, object: same ? object : null }
}
