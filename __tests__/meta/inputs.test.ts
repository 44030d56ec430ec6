import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { INPUTS, OUTPUTS } from '../../src/plan/input-table.ts'

const REFRESH = 'after a change of src/plan/input-table.ts: node scripts/generate-docs.mjs'

function page(name: string): string {
  return readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
}

const manifest = parse(page('action.yml'))

/** Cells of the table between two markers of README.md, without head and rule. */
function readmeTable(name: string): string[][] {
  const [, section = ''] = new RegExp(`<!-- ${name}:start.*?-->([^]*?)<!-- ${name}:end`).exec(page('README.md')) ?? []
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

const code = (text: string) => (text === '' ? '' : `\`${text}\``)

describe(`action.yml, README.md and the parser have the same inputs (${REFRESH})`, () => {
  test('action.yml', () => {
    const expected = INPUTS.map((input) => {
      const fallback = input.default === '' ? {} : { default: input.default }
      return [input.name, { description: input.description, required: input.required, ...fallback }]
    })
    expect(Object.entries(manifest.inputs)).toEqual(expected)
  })

  test('README.md', () => {
    expect(readmeTable('inputs')).toEqual(
      INPUTS.map((input) => [code(input.name), input.required ? 'required' : code(input.default), input.description]),
    )
  })

  test('every input is read by the parser', () => {
    const plan = ['build-plan.ts', 'limits.ts'].map((name) => page(`src/plan/${name}`)).join('')
    const unread = INPUTS.filter(({ name }) => !plan.includes(`'${name}'`)).map(({ name }) => name)
    expect(unread).toEqual([])
  })

  test('descriptions fit a table and a YAML scalar', () => {
    for (const { description } of [...INPUTS, ...OUTPUTS]) expect(description).toMatch(/^[^|\n\\"]{10,}\.$/)
  })
})

describe(`action.yml and README.md have the same outputs (${REFRESH})`, () => {
  test('action.yml', () => {
    expect(Object.entries(manifest.outputs)).toEqual(OUTPUTS.map(({ name, description }) => [name, { description }]))
  })

  test('README.md', () => {
    expect(readmeTable('outputs')).toEqual(OUTPUTS.map(({ name, description }) => [code(name), description]))
  })
})

test('action.yml runs the bundles that the build writes, on Node 24', () => {
  expect(manifest.runs).toEqual({ using: 'node24', main: 'dist/index.js', post: 'dist/post/index.js' })
  expect(page('scripts/build.mjs')).toContain("{ 'src/index.ts': '.', 'src/post.ts': 'post' }")
})
