import { beforeEach, describe, expect, test } from '@jest/globals'
import { runTests } from '../../../scripts/mutation/run-tests.mjs'

type Body = () => unknown
interface Block {
  name: string
  parent: Block | null
  beforeAll: Body[]
  beforeEach: Body[]
  afterEach: Body[]
  afterAll: Body[]
}

let done: string[] = []
beforeEach(() => {
  done = []
})

const does = (word: string) => () => void done.push(word)
const fails = () => {
  throw new Error('wrong')
}

function block(name: string, parent: Block | null = null): Block {
  return {
    name,
    parent,
    beforeAll: [does(`(${name}`)],
    beforeEach: [does(`[${name}`)],
    afterEach: [does(`${name}]`)],
    afterAll: [does(`${name})`)],
  }
}

const one = (id: string, of: Block, body: Body = does(id)) => ({ id, file: 'f', block: of, body })
const run = async (tests: ReturnType<typeof one>[], bail = false) => {
  const results = await runTests(tests, { bail, onStart: ({ id }) => void done.push(`:${id}`) })
  return results.map(({ test: { id }, failure }) => [id, failure])
}

describe('tests that are run again and again', () => {
  test('run in order, each between what stands around it', async () => {
    const outer = block('o')
    const inner = block('i', outer)
    expect(await run([one('a', outer), one('b', inner), one('c', inner), one('d', block('p'))])).toEqual([
      ['a', null],
      ['b', null],
      ['c', null],
      ['d', null],
    ])
    expect(done.join(' ')).toBe(':a (o [o a o] :b (i [o [i b i] o] :c [o [i c i] o] :d i) o) (p [p d p] p)')
  })

  test('one that fails is told, and the rest run', async () => {
    expect(await run([one('a', block('o'), fails), one('b', block('p'))])).toEqual([
      ['a', 'wrong'],
      ['b', null],
    ])
  })

  test('a promise that is rejected fails like what throws', async () => {
    expect(await run([one('a', block('o'), () => Promise.reject(new Error('late')))])).toEqual([['a', 'late']])
  })

  test('with bail the first that fails is the last that runs', async () => {
    const tests = [one('a', block('o')), one('b', block('o'), fails), one('c', block('o'))]
    expect(await run(tests, true)).toEqual([
      ['a', null],
      ['b', 'wrong'],
    ])
  })
})
