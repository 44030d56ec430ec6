import { checkedVariables, type EnvironmentContext, type Variables } from './environment.ts'
import { isPrintable } from './printable.ts'
import type { Given } from './scalars.ts'
import { MIB } from './size.ts'
import { FOR_ITSELF, FOR_THE_NEXT, isSignificant, LONGEST_COMMAND } from './step-list.ts'
import type { Tree } from './step-yaml.ts'

export const LONGEST_NAME = 100
const LARGEST_STDIN = MIB

/** The last command is put into the background: the step would end, and pass, without it. */
const NOT_WAITED_FOR = /(?:^|[^&\\#])&\s*$/
/** May end so, too. What holds quotes may be a part of a text, and stays. */
const COMMENT = /(?:^|\s)#[^'"`]*$/
/** Only for what comes after it in the same shell: alone it passes, and has done nothing. */
const PREPARES = /^(?:(?:cd|export|set|unset|umask)(?:\s[^;&|]*)?|[A-Za-z_]\w*=[^\s;&|]*)$/

export function parseRun({ input, text, problems }: Given): string | null {
  const bytes = Buffer.byteLength(text)
  if (text.trim() === '') return problems.add(input, 'a command', 'nothing')
  if (text.includes('\0')) return problems.add(input, 'no NUL byte', 'one')
  if (bytes > LONGEST_COMMAND)
    return problems.add(input, `at most ${String(LONGEST_COMMAND)} bytes`, `${String(bytes)} bytes`)
  if (problems.mentionsSecret(text))
    return problems.add(input, "none of the job's own tokens", 'a command that holds one')
  const lines = text.split('\n').filter(isSignificant)
  const last = lines.at(-1) ?? ''
  if (NOT_WAITED_FOR.test(last.replace(COMMENT, '')))
    return problems.add(input, 'a command that is waited for', 'one that ends with &, in the background')
  if (lines.every((line) => PREPARES.test(line.replace(COMMENT, '').trim())))
    return problems.add(input, FOR_ITSELF, FOR_THE_NEXT)
  return text
}

export function parseStdin({ input, text, problems }: Given): string | null {
  const bytes = Buffer.byteLength(text)
  if (bytes > LARGEST_STDIN)
    return problems.add(input, `at most ${String(LARGEST_STDIN)} bytes`, `${String(bytes)} bytes`)
  return problems.mentionsSecret(text)
    ? problems.add(input, "none of the job's own tokens", 'a text that holds one')
    : text
}

/** Also the input `name`: it becomes a title, and part of a comment's marker. */
export function parseName({ input, text, problems }: Given): string | null {
  const name = text.trim()
  if (name !== '' && Array.from(name).length <= LONGEST_NAME && isPrintable(name)) return name
  return problems.addValue(input, `1 to ${String(LONGEST_NAME)} printable characters on one line`, text)
}

export function parseId({ input, text, problems }: Given): string | null {
  return /^[\w-]{1,64}$/.test(text) ? text : problems.addValue(input, '1 to 64 letters, digits, _ and -', text)
}

/** A step's own `env`: a mapping whose values may span lines. */
export function parseVariables(input: string, tree: Tree | undefined, context: EnvironmentContext): Variables | null {
  if (tree === undefined || (tree.kind === 'text' && tree.text === '')) return {}
  if (tree.kind !== 'map') return context.problems.add(input, 'a mapping of names to values', `a ${tree.kind}`)
  const entries = tree.entries.flatMap(([name, value]) => {
    if (value.kind === 'text') return [[name, value.text] as const]
    const got = value.kind === 'unquoted' ? `"${value.mark}" unquoted` : `a ${value.kind}`
    context.problems.add(input, 'a text for each name', got)
    return []
  })
  return checkedVariables(input, entries, context)
}
