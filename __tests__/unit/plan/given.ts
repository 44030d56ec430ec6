import { InputError, type InputProblem } from '../../../src/domain/errors.ts'
import { type HostFacts, type Sight } from '../../../src/plan/places.ts'
import { Problems } from '../../../src/plan/problems.ts'
import { type Given } from '../../../src/plan/scalars.ts'

/** Reads one text, and gives what came of it or what was said against it. */
export function parsed<T>(text: string, parse: (given: Given) => T): T | string {
  const problems = new Problems()
  const value = parse({ input: 'x', text, problems })
  const [first] = problemsOf(problems)
  return first === undefined ? value : `${first.input}: expected ${first.expected}, got ${first.got}`
}

export function problemsOf(problems: Problems): readonly InputProblem[] {
  try {
    problems.throwIfAny()
    return []
  } catch (error) {
    if (error instanceof InputError) return error.problems
    throw error
  }
}

/** A machine with the named folders (and all above them), files and other things. */
export function machine(folders: readonly string[], others: Readonly<Record<string, Sight>> = {}): HostFacts {
  const known = new Set(
    folders.flatMap((path) => path.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/') || '/')),
  )
  return {
    look: (path) => others[path] ?? (known.has(path) ? { kind: 'directory', real: path } : { kind: 'absent' }),
    tempDir: '/tmp',
    cwd: '/w/repo',
    cpus: 8,
  }
}
