/**
 * The rows of a source as they came, by the probe's words. Oracles read them with nothing that the product reads them
 * with: a second, small opinion about what the facts carry.
 */
export interface Raw {
  rows(word: string): readonly string[]
}

export function rawOf(lines: readonly string[]): Raw {
  const byWord = new Map<string, string[]>()
  for (const line of lines.filter((each) => each.includes(' '))) {
    const [word = ''] = line.split(' ', 1)
    byWord.set(word, [...(byWord.get(word) ?? []), line.slice(word.length + 1)])
  }
  return { rows: (word) => byWord.get(word) ?? [] }
}

/** Words between blanks of any kind. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/\s/).filter((word) => word !== '')
}

/** There is one, and all of them are right. */
export function all<T>(values: readonly T[], isRight: (value: T) => boolean): boolean {
  return values.length > 0 && values.every(isRight)
}

/** Values of a field of /proc/self/status. */
export function fields(raw: Raw, name: string): readonly string[] {
  const rows = raw.rows('status').filter((row) => row.startsWith(`${name}:`))
  return rows.map((row) => wordsOf(row.slice(name.length + 1)).join(' '))
}

/** Members of a list below its headings, none of which may come twice. `null`: no headings. */
export function listed(rows: readonly string[], headings: readonly string[]): readonly string[] | null {
  if (!headings.every((heading, n) => rows[n]?.startsWith(heading) === true)) return null
  return rows.slice(headings.length).filter((row) => wordsOf(row).length > 0)
}

export interface RawMount {
  readonly root: string
  readonly target: string
  readonly option: string
  readonly options: readonly string[]
  readonly isShared: boolean
  readonly fsType: string
  readonly superOptions: readonly string[]
}

/** Columns of mountinfo; `null` for a row that is none. */
export function mountOf(row: string): RawMount | null {
  const columns = row.split(' ')
  const dash = columns.indexOf('-')
  const [id = '', parent = '', device = '', root = '', target = '', options = ''] = columns
  if (dash < 6 || columns.length < dash + 2) return null
  if (![id, parent, ...device.split(':')].every(isWhole)) return null
  const isShared = columns.slice(6, dash).some((tag) => tag.startsWith('shared:'))
  const superOptions = (columns[dash + 3] ?? '').split(',')
  const all = options.split(',')
  const [option = ''] = all
  const fsType = columns[dash + 1] ?? ''
  return { root: plain(root), target: plain(target), option, options: all, isShared, fsType, superOptions }
}

/** Digits and nothing else. */
export function isWhole(text: string): boolean {
  return text !== '' && Array.from(text).every((character) => character >= '0' && character <= '9')
}

/** Octal escapes, piece by piece. */
function plain(path: string): string {
  const [first = '', ...pieces] = path.split('\\')
  return pieces.reduce((text, piece) => {
    const digits = piece.slice(0, 3)
    const isOctal = digits.length === 3 && Array.from(digits).every((digit) => digit >= '0' && digit <= '7')
    return text + (isOctal ? String.fromCharCode(parseInt(digits, 8)) + piece.slice(3) : `\\${piece}`)
  }, first)
}
