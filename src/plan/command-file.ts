/** A file that a command names, and what starts it. */
export interface CommandFile {
  /** As the command writes it, without its quotes. */
  readonly path: string
  /** `null` where the file itself is started. */
  readonly by: string | null
  /** A name without a slash, which shells look up in PATH. */
  readonly bare: boolean
}

const LONGEST_PATH = 1024
/** Options of a shell that have no value of their own: a value would be taken for the file. */
const SHELL_OPTIONS = /^-[efhmnuvx]+$/
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'ash', 'ksh', 'zsh', '/bin/sh', '/bin/bash'])
const INTERPRETERS: ReadonlySet<string> = new Set(['python', 'python3', 'node', 'perl', 'ruby', 'php', '.', 'source'])
const ASSIGNMENT = /^[A-Za-z_]\w*=/

/** A word of shell text: quoted pieces, escaped characters, or none that means something to a shell. */
const WORD = /^(?:'[^']*'|"[^"$`\\\n]*"|\\[^\n]|[^\s'"\\$`*?[\]{}~;&|<>()#!])+(?=$|[\s;&|<>)])/
const PIECE = /'([^']*)'|"([^"]*)"|\\(.)|([^'"\\]+)/gs

/**
 * The file that a command starts with, as far as that can be told without a shell: `ci/x.sh --all`, `sh -e ci/x.sh`,
 * `A=1 exec './my script'`. `null` for whatever only a shell could tell.
 */
export function commandFile(run: string): CommandFile | null {
  const words = firstWords(run)
  while (words[0] !== undefined && (words[0] === 'exec' || ASSIGNMENT.test(words[0]))) words.shift()
  const [program, ...rest] = words
  if (program === undefined) return null
  if (SHELLS.has(program) || INTERPRETERS.has(program)) {
    while (SHELLS.has(program) && rest[0] !== undefined && SHELL_OPTIONS.test(rest[0])) rest.shift()
    const [file] = rest
    return file === undefined || file.startsWith('-') || !isPath(file) ? null : { path: file, by: program, bare: false }
  }
  return isPath(program) ? { path: program, by: null, bare: !program.includes('/') } : null
}

function isPath(word: string): boolean {
  return word !== '' && word.length <= LONGEST_PATH && !word.includes('\0')
}

/** Enough for assignments, options and a file. */
const MOST_WORDS = 12

function firstWords(run: string): string[] {
  const words: string[] = []
  let text = run.replace(/^(?:\s+|#.*\n)+/, '')
  while (words.length < MOST_WORDS) {
    const [word] = WORD.exec(text) ?? []
    if (word === undefined) break
    words.push(unquoted(word))
    text = text.slice(word.length).replace(/^[ \t]+/, '')
  }
  return words
}

function unquoted(word: string): string {
  return word.replace(PIECE, (_, single?: string, double?: string, escaped?: string, plain?: string) => {
    return single ?? double ?? escaped ?? plain ?? ''
  })
}
