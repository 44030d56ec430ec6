/** One line of `git ls-files`. */
export interface ListedFile {
  /** As in a tree: `100644`, `120000` for a link, `160000` for a submodule; `null` for a file that is not tracked. */
  readonly mode: string | null
  /** Bytes as Latin-1. */
  readonly path: string
  /** The checkout is sparse, and leaves this file out. */
  readonly leftOut: boolean
}

/** Tracked files with their modes, and those that are neither tracked nor ignored. */
export const LIST_FILES = ['ls-files', '-t', '--stage', '--cached', '--others', '--exclude-standard'] as const

/** Tracked files alone. */
export const LIST_TRACKED = ['ls-files', '-t', '--stage'] as const

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
}

/** What `LIST_FILES` prints, tracked files first. A line that was cut, or is none, is left out. */
export function parseListing(bytes: Buffer): readonly ListedFile[] {
  const lines = bytes.toString('latin1').split('\n')
  const files = lines.slice(0, -1).flatMap((line) => parseLine(line) ?? [])
  return [...files.filter(({ mode }) => mode !== null), ...files.filter(({ mode }) => mode === null)]
}

function parseLine(line: string): ListedFile | null {
  const [, tag = '', mode = null, name = ''] = /^(\S) (?:(\d{6}) [0-9a-f]+ \d\t)?(.+)$/.exec(line) ?? []
  if (name === '') return null
  return { mode, path: unquoted(name), leftOut: tag === 'S' }
}

/** Names with unusual bytes come in quotes, with C's escapes and octal numbers (git-config, `core.quotePath`). */
export function unquoted(name: string): string {
  if (!name.startsWith('"')) return name
  return name
    .slice(1, -1)
    .replace(/\\(?:([0-7]{3})|(.))/g, (_, octal: string | undefined, letter: string) =>
      octal === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(parseInt(octal, 8)),
    )
}
