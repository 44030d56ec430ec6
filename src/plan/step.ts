import type { Step, StepShell } from '../domain/step.ts'
import type { EnvironmentContext } from './environment.ts'
import type { HostFacts } from './places.ts'
import { titleOf } from './printable.ts'
import { type Given, parseBoolean, parseChoice, parseTimeout } from './scalars.ts'
import { settled } from './settled.ts'
import { LONGEST_NAME, parseId, parseName, parseRun, parseStdin, parseVariables } from './step-fields.ts'
import type { Item } from './step-list.ts'
import type { Tree } from './step-yaml.ts'
import { parseWorkingDirectory } from './working-directory.ts'

const SHELLS: readonly StepShell[] = ['auto', 'bash', 'sh']
const KEYS = [
  'name',
  'run',
  'id',
  'working-directory',
  'timeout-minutes',
  'env',
  'shell',
  'stdin',
  'continue-on-error',
] as const
type Key = (typeof KEYS)[number]

export interface StepContext extends EnvironmentContext {
  readonly facts: HostFacts
  readonly timeoutMs: number | null
}

/** A step before it has got its id. */
export type Draft = Omit<Step, 'id'> & { readonly id: string | null }

interface Place extends Pick<Item, 'place' | 'runPlace'> {
  readonly index: number
}

/** One item of the list: a command, or a mapping. */
export function parseStep({ tree, place, runPlace }: Item, index: number, context: StepContext): Draft | null {
  const { problems } = context
  if (tree.kind === 'text') return draft({ place, runPlace, index }, new Map<Key, Tree>([['run', tree]]), context)
  if (tree.kind === 'map') {
    const keys = keysOf(place, tree.entries, context)
    return keys === null ? null : draft({ place, runPlace, index }, keys, context)
  }
  if (tree.kind === 'list') return problems.add(place, 'a command or a mapping', 'a list')
  return problems.add(
    place,
    `a command in quotes: "${tree.mark}" begins a special YAML value`,
    `"${tree.mark}" unquoted`,
  )
}

function keysOf(
  place: string,
  entries: readonly (readonly [string, Tree])[],
  context: StepContext,
): ReadonlyMap<Key, Tree> | null {
  const { problems } = context
  // A key that is no word is a command with ": " in it, of which nothing is quoted.
  if (!entries.every(([name]) => /^[A-Za-z][\w-]{0,39}$/.test(name))) {
    return problems.add(place, 'a command in quotes if it holds ": "', 'a mapping with a key that is no name')
  }
  const known = new Map<Key, Tree>()
  for (const [name, value] of entries) {
    const key = KEYS.find((candidate) => candidate === name)
    if (key === undefined) problems.addValue(place, `only the keys ${KEYS.join(', ')}`, name)
    else known.set(key, value)
  }
  return known
}

function draft(at: Place, keys: ReadonlyMap<Key, Tree>, context: StepContext): Draft | null {
  const { place, index } = at
  const read = <T>(key: Key, parse: (given: Given) => T | null): T | null => {
    const given = textOf(key === 'run' ? at.runPlace : `${place}.${key}`, keys.get(key), context)
    return given === null ? null : parse(given)
  }
  // A key without a value is as good as absent: an expression may have come out empty.
  const use = <T>(key: Key, fallback: T, parse: (given: Given) => T | null): T | null => {
    const tree = keys.get(key)
    return tree === undefined || (tree.kind === 'text' && tree.text.trim() === '') ? fallback : read(key, parse)
  }
  const run = keys.has('run') ? read('run', parseRun) : context.problems.add(place, 'a key run', 'none')
  const own = settled({
    run,
    name: use('name', titleOf(run ?? '', LONGEST_NAME), parseName),
    workingDirectory: use('working-directory', '.', (given) => parseWorkingDirectory(given, context)),
    timeoutMs: use('timeout-minutes', context.timeoutMs, parseTimeout),
    env: parseVariables(`${place}.env`, keys.get('env'), context),
    shell: use<StepShell>('shell', 'auto', (given) => parseChoice(given, SHELLS)),
    continueOnError: use('continue-on-error', false, parseBoolean),
  })
  const id = use('id', '', parseId)
  const stdin = keys.has('stdin') ? read('stdin', parseStdin) : null
  if (own === null || id === null) return null
  return { ...own, index, id: id === '' ? null : id, stdin }
}

function textOf(input: string, tree: Tree | undefined, { problems }: StepContext): Given | null {
  if (tree?.kind === 'text') return { input, text: tree.text, problems }
  return problems.add(input, 'text', tree?.kind === 'unquoted' ? `"${tree.mark}" unquoted` : `a ${tree?.kind ?? 'gap'}`)
}
