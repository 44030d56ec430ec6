import type { CommandFacts, StepFacts } from '../domain/step-facts.ts'
import { lastLines, named, ofExit, ofFailure } from './evidence.ts'
import type { Hint } from './hints.ts'

/** POSIX, "Exit Status for Commands": what a shell gives for a command that it can't start or can't find. */
const REFUSED = [126, 127]

/** Right behind the file's name: the words of dash, busybox ash and bash for a file that they can't start. */
const NOT_THERE = /^: (?:applet )?(?:not found|no such file)/i
const DENIED = /^: permission denied/i
const NOT_LOADED = /^: (?:not found|no such file|cannot execute: required file|[^:]+: bad interpreter: no such file)/i
/** In front of it: what interpreters say that can't open it. */
const NOT_OPENED = /can(?:'t|not) (?:open|find)(?: file| module)? ['"]?\S*$/i
const BOM = '\xef\xbb\xbf'

/** Hints about a command that starts a file of the checkout itself. */
function ofFile(hint: (command: CommandFacts, facts: StepFacts) => string | null): Hint {
  return (facts) => (facts.command?.by === null && facts.command.found === 'file' ? hint(facts.command, facts) : null)
}

/** Some line at the end names the file, as it was written or by its last part, and goes on so. */
function said({ tail }: StepFacts, { path }: CommandFacts, words: RegExp): boolean {
  const names = [path, path.slice(path.lastIndexOf('/') + 1)]
  return lastLines(tail).some((line) => names.some((name) => words.test(afterName(line, name))))
}

function afterName(line: string, name: string): string {
  const at = line.indexOf(name)
  return at === -1 ? '' : line.slice(at + name.length)
}

function notOpened({ tail }: StepFacts, { path, by }: CommandFacts): boolean {
  return (
    by !== null &&
    lastLines(tail).some((line) => line.includes(path) && NOT_OPENED.test(line.slice(0, line.indexOf(path))))
  )
}

const absent: Hint = ofFailure((facts) => {
  const { command } = facts
  if (command?.found !== 'absent' || !(said(facts, command, NOT_THERE) || notOpened(facts, command))) return null
  return `There is no ${named(command.path)} in the checkout, or a link that leads nowhere. Mend the path, which starts at the step's working directory and is sensitive to case, or commit the file.`
})

const outside: Hint = ofFailure((facts) => {
  const { command } = facts
  if (command?.found !== 'outside') return null
  if (![NOT_THERE, DENIED].some((words) => said(facts, command, words)) && !notOpened(facts, command)) return null
  if (command.path.startsWith('/'))
    return `The image has no ${named(command.path)}, or none that the step may start. Take an image that has it, or bring it by "mounts": a path outside of the checkout is never one of the runner's.`
  return `${named(command.path)} leads outside the checkout. A step finds the image's files there and what "mounts" brings, not the runner's.`
})

const folder: Hint = ofExit([126], ({ command }) =>
  command?.by === null && command.found === 'folder'
    ? `${named(command.path)} is a folder, so it can't be started: name a file in it.`
    : null,
)

const notExecutable: Hint = ofExit(
  [126],
  ofFile((command, facts) => {
    if (command.executable || !said(facts, command, DENIED)) return null
    return `${named(command.path)} is not executable in the checkout. Commit its mode, by "git update-index --chmod=+x" and its name, or start it with its interpreter, as in "sh FILE".`
  }),
)

interface FirstLine {
  readonly interpreter: string
  /** All that follows; the kernel hands it over as one word (execve(2)). */
  readonly rest: string
}

function parse(firstLine: string): FirstLine | null {
  const [, interpreter = '', rest = ''] = /^#![ \t]*([^\s]+)[ \t]*([^\r\n]*)/.exec(firstLine) ?? []
  return interpreter === '' ? null : { interpreter, rest: rest.trim() }
}

const windowsFirstLine: Hint = ofFailure(
  ofFile(({ path, firstLine }, { outcome, tail }) => {
    if (!/^#!.*\r\n?$/.test(firstLine)) return null
    // An earlier step may have mended the file since it was looked at.
    const refused = outcome.kind === 'failed' && REFUSED.includes(outcome.exitCode)
    if (!refused && !lastLines(tail).some((line) => CR_WORDS.test(line))) return null
    return `The first line of ${named(path)} ends in CR LF (Windows line ends): the CR counts as part of the name of the interpreter, or of its option. Save the file with LF, and keep it so by "*.sh text eol=lf" in .gitattributes.`
  }),
)

const SHELL_FILE = /^#!.*\b(?:ba|da|a|k|z)?sh\b/
/** What shells say of a CR at the end of a word: bash shows it, others print it, which shows as a line begun anew. */
const CR_WORDS =
  /\\r'|\[CR×\d+\]|[Ii]llegal option -|invalid option|syntax error|unexpected|not found|cannot open|can't open/

const windowsLines: Hint = ofFailure((facts) => {
  const { command, tail } = facts
  if (command?.found !== 'file' || windowsFirstLine(facts) !== null) return null
  const { firstLine, by, carriageReturns, path } = command
  const byShell = by === null ? !firstLine.startsWith('#!') || SHELL_FILE.test(firstLine) : /sh$|^\.$|^source$/.test(by)
  if (!byShell || !(carriageReturns || firstLine.endsWith('\r\n')) || !CR_WORDS.test(tail)) return null
  return `${named(path)} has Windows line ends (CR LF): a shell takes the CR for the last character of each line. Save the file with LF, and keep it so by "*.sh text eol=lf" in .gitattributes.`
})

const byteOrderMark: Hint = ofFailure(
  ofFile(({ path, firstLine }) => {
    if (!firstLine.startsWith(`${BOM}#!`)) return null
    return `${named(path)} begins with a byte order mark, so that its first line names no interpreter and the step's shell ran it. Save the file as UTF-8 without one.`
  }),
)

const noInterpreter: Hint = ofExit(
  REFUSED,
  ofFile((command, facts) => {
    const first = parse(command.firstLine)
    if (first === null || !command.executable || command.firstLine.includes('\r')) return null
    if (!said(facts, command, NOT_LOADED)) return null
    return `${named(command.path)} could not be started: its first line names ${named(first.interpreter)}, and the image has none that can be started. Take an image that has it, or name an interpreter that this one has.`
  }),
)

const envWords: Hint = ofExit(
  REFUSED,
  ofFile((command, { tail }) => {
    const first = parse(command.firstLine)
    if (
      first === null ||
      !first.interpreter.endsWith('/env') ||
      !first.rest.includes(' ') ||
      first.rest.startsWith('-')
    )
      return null
    if (!/\benv: /.test(tail)) return null
    return `The first line of ${named(command.path)} gives env several words, and Linux hands them over as one: ${named(first.rest)}. Write "env -S" there, or leave the options out.`
  }),
)

const otherProgram: Hint = ofExit(
  [2, ...REFUSED],
  ofFile((command, facts) => {
    if (command.cpu === null) return null
    const { path, cpu } = command
    if (/exec format error/i.test(facts.tail) || facts.tail.includes('ELF'))
      return `${named(path)} is a program for ${cpu}, which does not run here. Build it for the platform of the image, or in the step.`
    if (!said(facts, command, NOT_LOADED)) return null
    return `${named(path)} is a program whose loader the image does not have: it was built for another C library (glibc or musl), or another CPU. Build it in the image, or link it statically.`
  }),
)

/** Which say more than that a program is missing. */
export const commandHints: readonly Hint[] = [
  absent,
  outside,
  folder,
  notExecutable,
  windowsFirstLine,
  windowsLines,
  byteOrderMark,
  noInterpreter,
  envWords,
  otherProgram,
]
