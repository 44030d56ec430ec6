import { describe, expect, test } from '@jest/globals'
import { diffDemand } from '../../../src/posture/diff-demand.ts'
import { evidence, set } from '../../support/evidence.ts'

const { sent, inspected } = evidence()

/** A field by its names. */
type Path = readonly string[]

/** Every field of the request: a list is one field, as the comparison names it. */
function leaves(value: unknown, path: Path): readonly { readonly path: Path; readonly value: unknown }[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ path, value }]
  return Object.entries(value).flatMap(([name, field]) => leaves(field, [...path, name]))
}

/** Another value of the same kind. */
function other(value: unknown): unknown {
  if (Array.isArray(value)) return [...(value as unknown[]).slice(1), 'other']
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  return `${String(value)} other`
}

/** Where inspect shows each field of the request. */
const FIELDS = leaves(sent, []).map(({ path, value }) => {
  const shown = path[0] === 'HostConfig' ? path : ['Config', ...path]
  return { name: shown.join('.'), path: ['inspected', ...shown], value }
})
/** Go leaves out what is false or empty. */
const isLeftOut = ({ value }: { readonly value: unknown }): boolean =>
  value === false || (Array.isArray(value) && value.length === 0)

test('a real engine gives back what it was sent', () => {
  expect(diffDemand(sent, inspected)).toEqual([])
  expect(FIELDS.length).toBeGreaterThan(35)
})

describe('a field that came back otherwise is named', () => {
  const compare = (path: Path, value: unknown) => diffDemand(sent, evidence(set(path, value)).inspected)

  test.each(FIELDS)('$name', ({ name, path, value }) => {
    expect(compare(path, other(value))).toEqual([name])
  })

  test.each(FIELDS.filter((field) => !isLeftOut(field)))('$name, not there', ({ name, path }) => {
    expect(compare(path, undefined)).toEqual([name])
  })

  test.each(FIELDS.filter(isLeftOut))('$name may be left out, for it is false or empty', ({ path }) => {
    expect(compare(path, undefined)).toEqual([])
  })
})

const IMAGE = { Image: 'i' }
const hostConfig = (was: unknown, is: unknown) =>
  diffDemand({ ...IMAGE, HostConfig: was }, { Config: IMAGE, HostConfig: is })

describe('lists', () => {
  const compare = (was: unknown, is: unknown) => hostConfig({ L: was }, { L: is })
  test.each<[name: string, was: unknown, is: unknown, same: boolean]>([
    ['alike', ['a', 'b'], ['a', 'b'], true],
    ['in another order', ['a', 'b'], ['b', 'a'], false],
    ['longer', ['a'], ['a', 'b'], false],
    ['shorter', ['a', 'b'], ['a'], false],
    ['empty and null', [], null, true],
    ['empty and absent', [], undefined, true],
    ['empty and not', [], ['a'], false],
    ['null where one was sent', ['a'], null, false],
    ['of objects, with more fields', [{ N: 1 }], [{ N: 1, More: 2 }], true],
    ['of objects, without a false field', [{ N: 1, R: false }], [{ N: 1 }], true],
    ['of objects, with another value', [{ N: 1 }], [{ N: 2 }], false],
    ['of lists', [['a']], [['a']], true],
    ['a string', ['a'], 'a', false],
  ])('%s', (_, was, is, same) => {
    expect(compare(was, is)).toEqual(same ? [] : ['HostConfig.L'])
  })

  test('the environment may grow by what the image sets, and may not shrink', () => {
    const env = (was: readonly string[], is: unknown) =>
      diffDemand({ ...IMAGE, Env: was }, { Config: { ...IMAGE, Env: is } })
    expect(env(['A=1'], ['PATH=/bin', 'A=1'])).toEqual([])
    expect(env(['A=1'], ['PATH=/bin', 'A=2'])).toEqual(['Config.Env'])
    expect(env(['A=1'], null)).toEqual(['Config.Env'])
  })
})

describe('plain values', () => {
  const compare = (was: unknown, is: unknown) => hostConfig({ F: was }, { F: is })
  test.each<[was: unknown, is: unknown, same: boolean]>([
    [0, 0, true],
    [0, undefined, false],
    [0, null, false],
    [1, '1', false],
    ['', '', true],
    ['', undefined, false],
    [true, true, true],
    [true, undefined, false],
    [false, false, true],
    [false, undefined, true],
    [false, null, false],
    [null, null, true],
    [{ a: 1 }, { a: 1, b: 2 }, true],
    [{ a: { b: 1 } }, { a: { b: 1 } }, true],
  ])('%j and %j', (was, is, same) => {
    expect(compare(was, is)).toEqual(same ? [] : ['HostConfig.F'])
  })

  test('an inner field is named by its path', () => {
    expect(compare({ a: { b: 1 } }, { a: { b: 2 } })).toEqual(['HostConfig.F.a.b'])
    expect(compare({ a: { b: 1 } }, null)).toEqual(['HostConfig.F.a.b'])
  })
})

test.each([null, undefined, 'x', [], { HostConfig: null }])('an answer of another shape differs: %j', (answer) => {
  expect(diffDemand(sent, answer)).toContain('Config.Image')
  expect(diffDemand(sent, answer)).toContain('HostConfig.NetworkMode')
})

test('a request without an image differs from every answer', () => {
  expect(diffDemand({}, { Config: {} })).toEqual(['Config.Image'])
})
