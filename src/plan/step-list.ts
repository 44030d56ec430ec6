import type { Problems } from './problems.ts'
import { KIB, MIB } from './size.ts'
import { parseYaml, type Tree } from './step-yaml.ts'

const LARGEST_TEXT = 4 * MIB
const MOST_STEPS = 256
/** Linux takes 128 KiB for one argument of a program (execve(2)); half of it leaves room for what goes around. */
export const LONGEST_COMMAND = 64 * KIB

const STEP_KEYS =
  /^(?:uses|with|name|run|id|working-directory|timeout-minutes|env|shell|stdin|continue-on-error):(?:\s|$)/

/** Each step has a shell, and a container, of its own. */
export const FOR_ITSELF = 'a command that does something by itself'
export const FOR_THE_NEXT =
  'one that has no effect on the next, which is a step of its own (join them: cd folder && command)'
/** In a list it may be a step that is meant so; of lines it is mostly for those that follow. */
const SOURCED = /^(?:source|\.)(?:\s[^;&|]*)?$/
/** The begin or a rest of a compound command, or a fence of Markdown. */
const OPEN = /^(?:(?:for|while|until|if|case)\s(?!.*\b(?:done|fi|esac)\b)|(?:do|done|then|else|elif|fi|esac)\b|```)/
/** `<<WORD` (POSIX, "Here-Document"), and no shift in an arithmetic expression. */
const HERE_DOCUMENT = /^(?!.*\(\().*(?<!<)<<-?\s*(?:\w+|'\w+'|"\w+")(?=[\s|>;&]|$)/
const GOES_ON = /(?:\\|&&|\|)$/

/** Of the input `steps`, with the name under which a problem of it is told. */
export interface Item {
  readonly tree: Tree
  /** `steps[2]`, or `steps line 3` of one command a line. */
  readonly place: string
  /** The same of its command. */
  readonly runPlace: string
}

/**
 * The items of the input `steps`. It is a YAML list if its first line that isn't blank or a comment is `---` or begins
 * with a dash and a blank, which no command does, and a JSON array if it parses as one. Anything else is one command a
 * line, whatever YAML would make of it: `[ -f README ]` is a command.
 */
export function splitSteps(text: string, problems: Problems): readonly Item[] {
  if (Buffer.byteLength(text) > LARGEST_TEXT) {
    problems.add('steps', `at most ${String(LARGEST_TEXT)} bytes`, `${String(Buffer.byteLength(text))} bytes`)
    return []
  }
  const items = readsAsList(text) ? listItems(text, problems) : commandLines(text, problems)
  if (items === null) return []
  if (items.length === 0) problems.add('steps', 'at least one step', 'none')
  if (items.length > MOST_STEPS) problems.add('steps', `at most ${String(MOST_STEPS)} steps`, String(items.length))
  return items.slice(0, MOST_STEPS)
}

function readsAsList(text: string): boolean {
  const first = text.split('\n').find(isSignificant)?.trim() ?? ''
  return /^(?:-|---)(?:\s|$)/.test(first) || isJsonArray(text)
}

/** Neither blank nor a comment. */
export function isSignificant(line: string): boolean {
  return line.trim() !== '' && !line.trim().startsWith('#')
}

function isJsonArray(text: string): boolean {
  if (!text.trimStart().startsWith('[')) return false
  try {
    return Array.isArray(JSON.parse(text))
  } catch {
    return false // A command that begins with a bracket.
  }
}

function listItems(text: string, problems: Problems): readonly Item[] | null {
  const parsed = parseYaml(text)
  if (!parsed.ok) return problems.add(`steps line ${String(parsed.line)}`, 'a YAML list', parsed.reason)
  if (parsed.tree.kind !== 'list') return problems.add('steps', 'a YAML list', 'YAML of another kind')
  return parsed.tree.items.map((tree, index) => {
    const place = `steps[${String(index)}]`
    return { tree, place, runPlace: `${place}.run` }
  })
}

function commandLines(text: string, problems: Problems): readonly Item[] {
  const items: Item[] = []
  text.split('\n').forEach((line, index) => {
    if (!isSignificant(line)) return
    const command = line.trim()
    const place = `steps line ${String(index + 1)}`
    const asList = 'a command (for several lines or other keys, write a YAML list: "- run: …")'
    if (STEP_KEYS.test(command)) problems.add(place, asList, 'a key without a dash before it')
    else if (GOES_ON.test(command)) problems.add(place, asList, 'a line that goes on in the next')
    else if (SOURCED.test(command)) problems.add(place, FOR_ITSELF, FOR_THE_NEXT)
    else if (OPEN.test(command) || HERE_DOCUMENT.test(command))
      problems.add(place, asList, 'a part of a command that spans lines')
    items.push({ tree: { kind: 'text', text: command }, place, runPlace: place })
  })
  return items
}
