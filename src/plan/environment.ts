import { ENVIRONMENT_NAME, isSafePath, refusalOf } from './environment-names.ts'
import { shown } from './printable.ts'
import type { Problems } from './problems.ts'
import { KIB } from './size.ts'

/** Linux takes 128 KiB for one string of an environment (execve(2), MAX_ARG_STRLEN). */
const LONGEST_VALUE = 64 * KIB
const LARGEST_TOTAL = 256 * KIB

export interface EnvironmentContext {
  readonly problems: Problems
  /** Absolute path of the checkout, where it is known. */
  readonly checkout: string | null
}

export type Variables = Readonly<Record<string, string>>
type JobEnvironment = Readonly<Record<string, string | undefined>>

/** The input `env`: `NAME=value` lines, the value as it stands; `NAME` alone passes one variable of the job on. */
export function parseEnvironmentLines(text: string, job: JobEnvironment, context: EnvironmentContext): Variables {
  const entries: (readonly [string, string])[] = []
  text.split('\n').forEach((raw, index) => {
    const line = raw.trimStart().replace(/\r$/, '')
    if (line.trim() === '' || line.startsWith('#')) return
    const place = `env line ${String(index + 1)}`
    const entry = line.includes('=') ? splitEntry(line) : passedOn(line.trim(), job, place, context)
    if (entry !== null) entries.push(entry)
  })
  return checkedVariables('env', entries, context)
}

function splitEntry(line: string): readonly [string, string] {
  const equals = line.indexOf('=')
  return [line.slice(0, equals).trimEnd(), line.slice(equals + 1)]
}

function passedOn(
  name: string,
  job: JobEnvironment,
  place: string,
  { problems }: EnvironmentContext,
): readonly [string, string] | null {
  if (!ENVIRONMENT_NAME.test(name)) return problems.add(place, 'NAME=value or NAME', 'a line that is neither')
  if (refusalOf(name) !== null) return [name, '']
  const value = job[name]
  return value === undefined
    ? problems.add(place, `a variable ${name} in the job's environment to pass on`, 'none of that name')
    : [name, value]
}

/** The checks that the input and the steps' own `env` share. Values are never quoted in a problem. */
export function checkedVariables(
  input: string,
  entries: readonly (readonly [string, string])[],
  context: EnvironmentContext,
): Variables {
  const kept = new Map<string, string>()
  for (const [name, value] of entries) {
    if (kept.has(name)) context.problems.add(input, 'each name once', `${name} twice`)
    else if (isNameAllowed(input, name, context) && isValueAllowed(input, name, value, context)) kept.set(name, value)
  }
  const bytes = [...kept].reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0)
  if (bytes > LARGEST_TOTAL) {
    context.problems.add(input, `at most ${String(LARGEST_TOTAL)} bytes altogether`, `${String(bytes)} bytes`)
  }
  return Object.fromEntries(kept)
}

function isNameAllowed(input: string, name: string, { problems }: EnvironmentContext): boolean {
  if (!ENVIRONMENT_NAME.test(name)) {
    // A line without a name is often the rest of a value that was spread over lines: not to be quoted.
    const got = name.length <= 40 && /^[\w.-]*$/.test(name) ? shown(name) : 'something else'
    problems.add(input, 'names of letters, digits and _, not beginning with a digit', got)
    return false
  }
  const because = refusalOf(name)
  if (because === null) return true
  problems.add(input, `no variable ${name}: ${because}`, name)
  return false
}

function isValueAllowed(input: string, name: string, value: string, context: EnvironmentContext): boolean {
  const { problems, checkout } = context
  const wrong = (expected: string, got: string): false => {
    problems.add(`${input}.${name}`, expected, got)
    return false
  }
  const bytes = Buffer.byteLength(value)
  if (value.includes('\0')) return wrong('no NUL byte', 'one')
  if (bytes > LONGEST_VALUE) return wrong(`at most ${String(LONGEST_VALUE)} bytes`, `${String(bytes)} bytes`)
  if (problems.mentionsSecret(value)) return wrong("none of the job's own tokens", 'a value that holds one')
  if (name === 'PATH' && !isSafePath(value, checkout)) {
    return wrong('absolute folders outside of the checkout', 'another kind')
  }
  return true
}
