import { describe, expect, test } from '@jest/globals'
import { ANSWERS } from '../support/github/index.mjs'
import { HEAD, OTHER } from '../unit/publish/memory-github.ts'
import { body, FAILED } from '../unit/publish/samples.ts'
import { causes, PULL, useBench } from './publish-bench.ts'

const bench = useBench()
const ACTIONS = { login: 'github-actions[bot]', id: 41_898_282, type: 'Bot' } as const
const NO_CHECK = { check: false } as const

function addOwn(text: string) {
  return bench.github.state.addComment({ issue: PULL, body: text, author: ACTIONS })
}

const pagesRead = (): (string | undefined)[] =>
  bench.github.requests.filter((seen) => seen.operation === 'issues/list-comments').map((seen) => seen.query['page'])

describe('our comment among many', () => {
  function crowd(place: number | null): void {
    for (let nth = 1; nth <= 130; nth++) {
      if (nth === place) addOwn(body(99))
      else bench.github.state.addComment({ issue: PULL, body: `comment ${nth}` })
    }
  }

  test('no. 110 of 130: one update, no new one', async () => {
    crowd(110)
    await bench.run()
    expect(bench.writes().slice(2)).toEqual(['issues/update-comment'])
    expect(pagesRead()).toEqual(['1', '2'])
    expect(bench.bodies()[109]).toBe(body(100))
  })

  test('on the first page: no further page is read', async () => {
    crowd(3)
    await bench.run()
    expect(pagesRead()).toEqual(['1'])
  })

  test('not there: one new comment after all pages', async () => {
    crowd(null)
    await bench.run()
    expect(bench.writes().slice(2)).toEqual(['issues/create-comment'])
    expect(bench.github.state.comments).toHaveLength(131)
  })

  test('a stranger’s with our marker is not ours', async () => {
    bench.github.state.addComment({ issue: PULL, body: body(99) })
    await bench.run()
    expect(bench.bodies()).toEqual([body(99), body(100)])
  })
})

describe('a conversation that is locked', () => {
  test('for a new comment: said in one sentence, check run complete', async () => {
    bench.github.state.pulls[0]!.locked = true
    const published = await bench.run()
    expect(causes(published)).toEqual(['comment: locked'])
    expect(published.problems[0]?.permission).toBeNull()
    expect(bench.github.state.checkRuns).toMatchObject([{ conclusion: 'success' }])
    expect(bench.writes().slice(2)).toEqual(['issues/create-comment'])
  })

  test('for a new comment only: ours that is there is updated', async () => {
    addOwn(body(99))
    bench.github.state.pulls[0]!.locked = true
    expect((await bench.run()).problems).toEqual([])
    expect(bench.bodies()).toEqual([body(100)])
  })

  test('for updates too: one attempt', async () => {
    addOwn(body(99))
    bench.github.fault({ operation: ['issues/update-comment', 'issues/create-comment'], ...ANSWERS.locked })
    expect(causes(await bench.run())).toEqual(['comment: locked'])
    expect(bench.writes().slice(2)).toEqual(['issues/update-comment'])
  })
})

describe('the comment and the world move', () => {
  test('deleted between list and update: one new comment', async () => {
    const { id } = addOwn(body(99))
    bench.github.fault({
      operation: 'issues/update-comment',
      nth: 1,
      effect: (repository) => repository.removeComment(id),
    })
    expect((await bench.run()).problems).toEqual([])
    expect(bench.bodies()).toEqual([body(100)])
    expect(bench.writes().slice(2)).toEqual(['issues/update-comment', 'issues/create-comment'])
  })

  test('an older run that ends later leaves the newer commit’s result', async () => {
    bench.github.state.pulls[0]!.headSha = OTHER
    addOwn(body(101, { head: OTHER }))
    const published = await bench.run()
    expect(published).toMatchObject({ problems: [], notes: ['a newer run has written the comment'] })
    expect(bench.bodies()).toEqual([body(101, { head: OTHER })])
    expect(bench.writes()).toEqual(['checks/create', 'checks/update'])
  })

  test('the newer run replaces the older commit’s result', async () => {
    addOwn(body(99, { head: OTHER }))
    await bench.run()
    expect(bench.bodies()).toEqual([body(100, { head: HEAD })])
  })
})

describe('two jobs of a matrix at the same moment', () => {
  const held = { operation: 'issues/create-comment', hold: true } as const

  test('of two instances: one comment each', async () => {
    const fault = bench.github.fault(held)
    const lint = body(100, { key: 'Lint' })
    const both = [bench.run({ over: NO_CHECK }), bench.run({ over: NO_CHECK, comment: lint })]
    await fault.struck
    fault.release()
    await Promise.all(both)
    expect(bench.bodies().sort()).toEqual([body(100), lint].sort())
  })

  test('of one instance: one comment is left, with a whole result of one of them', async () => {
    const fault = bench.github.fault(held)
    const sibling = body(100, { text: 'Sibling' })
    const both = [bench.run({ over: NO_CHECK }), bench.run({ over: NO_CHECK, comment: sibling, verdict: FAILED })]
    // Both have seen an empty list when both wait for their creation.
    while (fault.calls < 2) await new Promise((resolve) => setImmediate(resolve))
    fault.release()
    const ends = await Promise.all(both)
    expect(bench.writes().filter((operation) => operation === 'issues/create-comment')).toHaveLength(2)
    expect(bench.bodies()).toHaveLength(1)
    expect([body(100), sibling]).toContain(bench.bodies()[0])
    expect(ends.flatMap((end) => end.problems)).toEqual([])
  })

  test('and a third run finds two of ours: reduced to one', async () => {
    const first = addOwn(body(100))
    addOwn(body(100, { text: 'Sibling' }))
    await bench.run({ comment: body(101) })
    expect(bench.github.state.comments).toMatchObject([{ id: first.id, body: body(101) }])
  })
})
