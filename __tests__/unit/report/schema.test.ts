import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { OUTCOME_KINDS } from '../../../src/domain/outcome.ts'
import { ConfineError } from '../../../src/domain/errors.ts'
import { parseReport, reportJsonSchema, serializeReport } from '../../../src/report/codec-schema.ts'
import { outcomeSchema } from '../../../src/report/outcome-schema.ts'
import { expectGolden } from '../../support/golden.ts'
import { HOSTILE } from '../../support/hostile-text.ts'
import { report, step } from '../../support/report-fixtures.ts'
import { SAMPLES } from '../../support/report-samples.ts'

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** All `properties` of a JSON Schema, at any depth: their path and their schema. */
function properties(node: Node, path = ''): (readonly [string, Node])[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (!isNode(value)) return []
    if (key !== 'properties') return properties(value, path)
    return Object.entries(value).flatMap(([name, schema]) => {
      const at = `${path}.${name}`
      return isNode(schema) ? [[at, schema] as const, ...properties(schema, at)] : []
    })
  })
}

describe('docs/report.schema.json', () => {
  test('is what the code says (UPDATE=1 rewrites it)', () => {
    expectGolden('docs/report.schema.json', `${JSON.stringify(reportJsonSchema(), null, 2)}\n`)
  })

  const all = properties(reportJsonSchema())

  test('knows every field', () => {
    expect(all.length).toBeGreaterThan(100)
  })

  test.each(all)('%s is described', (_, schema) => {
    expect(schema.description).toEqual(expect.stringMatching(/\S/))
  })

  const ajv = new Ajv2020({ strict: true })
  addFormats.default(ajv)
  const valid = ajv.compile(reportJsonSchema())

  test.each(Object.keys(SAMPLES))('accepts the sample %s as it is written', (name) => {
    const written: unknown = JSON.parse(serializeReport(SAMPLES[name]!()))
    expect([valid(written), valid.errors]).toEqual([true, null])
  })

  test('refuses a report with a field more', () => {
    expect(valid({ ...SAMPLES.verified!(), extra: 1 })).toBe(false)
  })
})

describe('parseReport and serializeReport', () => {
  test('what is written can be read again, also hostile text', () => {
    const original = report([step('x', { run: HOSTILE.replaceAll(/\p{Cs}/gu, '') })], 'y')
    expect(parseReport(JSON.parse(serializeReport(original)))).toEqual(original)
  })

  test('the order of keys is that of the schema, whatever it was', () => {
    const original = report([step('x')], 'y')
    const shuffled = Object.fromEntries(Object.entries(original).reverse())
    expect(serializeReport(parseReport(shuffled))).toBe(serializeReport(original))
    expect(serializeReport(original)).toMatch(/^\{\n {2}"version": 1,\n {2}"tool"/)
  })

  test.each([
    ['another version', { version: 2 }, /version/],
    ['a field more', { extra: 1 }, /extra/],
    ['a short hash', { subject: { ...report([], '').subject, headSha: 'abc' } }, /headSha/],
    ['an unknown outcome', { steps: [{ ...step('x'), outcome: { kind: 'passed' } }] }, /outcome/],
    ['a verdict of another kind', { verdict: { value: 'green', reason: '', cancelled: false } }, /verdict/],
  ])('refuses %s and names it', (_, change, named) => {
    const parse = () => parseReport({ ...report([step('x')], 'y'), ...change })
    expect(parse).toThrow(ConfineError)
    expect(parse).toThrow(named)
  })

  test.each([null, 'text', 7, []])('refuses %j', (json) => {
    expect(() => parseReport(json)).toThrow(ConfineError)
  })

  test('there is a schema for each kind of outcome', () => {
    const kinds = outcomeSchema.options.map((option) => [...option.shape.kind.values][0])
    expect(kinds).toEqual([...OUTCOME_KINDS])
  })
})

test('only schema files of this folder know zod', () => {
  const folder = new URL('../../../src/report/', import.meta.url)
  const users = readdirSync(folder).filter((file) => /from 'zod'/.test(readFileSync(new URL(file, folder), 'utf8')))
  expect(users.length).toBeGreaterThan(0)
  expect(users.filter((file) => !file.includes('schema'))).toEqual([])
})
