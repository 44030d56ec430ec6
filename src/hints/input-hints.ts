import { lastLines, ofFailure, ofWords } from './evidence.ts'
import type { Hint } from './hints.ts'

/** Programs that say themselves that they found no more input, or no terminal, to ask at. */
const SAID = new RegExp(
  [
    'EOF when reading',
    'end of file on (?:standard input|stdin)',
    'Inappropriate ioctl for device',
    '(?:stdin|input device|input) is not a (?:tty|terminal)',
    '/dev/tty: No such device',
    'User force closed the prompt',
  ].join('|'),
  'i',
)

/** The last thing on the screen is a question. */
const QUESTION =
  /(?:\[[yY](?:es)?\/[nN]o?\]|\([yY](?:es)?\/[nN]o?\)|\b(?:password|passphrase|username)(?: for [^:]*)?:|\(y\)|Ok to proceed\?|^(?:rm|mv|cp): .*\?)\s*(?:Abort\.?)?\s*$/i

/** `read` as a command of its own, with nothing to read from but the step's input. */
const READ = /(?:^|[;\n])[ \t]*read(?=[ \t;\n]|$)[^<|;\n]*(?:$|[;\n])/

const prompt: Hint = ofFailure(({ tail, step, outcome }) => {
  const last = lastLines(tail).at(-1) ?? ''
  const asked = SAID.test(tail) || QUESTION.test(last)
  const empty = step.stdin === null
  if (asked)
    return `The step asked for input, and its standard input ${empty ? 'is empty: give it "stdin"' : 'had ended: give it more'}, or use the program's option to go on without asking.`
  if (empty && READ.test(step.run) && outcome.kind === 'failed' && outcome.exitCode === 1)
    return 'The command reads from standard input, which is empty, and "read" then fails: give the step "stdin".'
  return null
})

const editor = ofWords(
  /Terminal is dumb, but EDITOR unset|supply the message using either -m or -F|There was a problem with the editor/,
  'git wanted an editor for a message, and a step has no terminal: give the message by "-m" or "-F".',
)

export const inputHints: readonly Hint[] = [editor, prompt]
