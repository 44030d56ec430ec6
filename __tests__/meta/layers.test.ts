import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from '@jest/globals'

/**
 * The lint says the same while one writes. This reads the import lines for itself, so that a slip in the lint's settings
 * shows.
 */
const ROOT = join(import.meta.dirname, '../../src')
const ORDER = [['domain'], ['plan'], ['sandbox', 'posture', 'hints'], ['report'], ['publish'], ['runtime'], ['run']]
/** `.` is the composition root. */
const OWNERS: Readonly<Record<string, string>> = {
  dockerode: 'sandbox',
  'docker-modem/lib/http.js': 'sandbox',
  'tar-stream': 'sandbox',
  yaml: 'plan',
  '@actions/core': 'runtime',
  '@actions/exec': 'runtime',
  '@actions/github': 'publish',
}

interface Import {
  readonly file: string
  readonly from: string
}

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
const imports: readonly Import[] = files.flatMap((file) => {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const found = text.matchAll(/(?:^(?:import|export)\s(?:[^'"=]*?\bfrom\s)?|\bimport\()\s*['"]([^'"]+)['"]/gm)
  return [...found].map(([, from = '']) => ({ file, from }))
})

const layerOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : '.')
const rankOf = (layer: string): number => ORDER.findIndex((layers) => layers.includes(layer))
const told = ({ file, from }: Import) => `${file} imports ${from}`

describe('layers', () => {
  test('are all known', () => {
    const known = ['.', ...ORDER.flat()]
    expect(files.filter((file) => !known.includes(layerOf(file)))).toEqual([])
    expect(imports.length).toBeGreaterThan(files.length)
  })

  test('are imported from the right to the left only', () => {
    const wrong = imports.filter(({ file, from }) => {
      if (!from.startsWith('.') || layerOf(file) === '.') return false
      const imported = relative(ROOT, join(ROOT, dirname(file), from))
      if (imported === 'version.ts') return false // A constant that stands beside the entries.
      const target = layerOf(imported)
      const sameFolder = target === layerOf(file)
      return !sameFolder && (target === '.' || rankOf(target) >= rankOf(layerOf(file)))
    })
    expect(wrong.map(told)).toEqual([])
  })

  test('each own their vendor libraries', () => {
    const wrong = imports.filter(({ file, from }) => from in OWNERS && OWNERS[from] !== layerOf(file))
    expect(wrong.map(told)).toEqual([])
  })

  test('name one file as the owner of a library', () => {
    const owners = Object.keys(OWNERS).map((library) => [
      library,
      new Set(imports.filter(({ from }) => from === library).map(({ file }) => file)).size,
    ])
    expect(owners.filter(([, count]) => Number(count) > 1)).toEqual([])
  })

  test('import files by their full name', () => {
    expect(imports.filter(({ from }) => from.startsWith('.') && !/\.(?:ts|json|mjs)$/.test(from)).map(told)).toEqual([])
  })
})
