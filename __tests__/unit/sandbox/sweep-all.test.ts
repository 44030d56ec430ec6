import { describe, expect, test } from '@jest/globals'
import { Creations } from '../../../src/sandbox/creations.ts'
import { EngineError, type OwnedKind } from '../../../src/sandbox/engine.ts'
import { sweepAll } from '../../../src/sandbox/sweep.ts'

/** An engine that has these at each look in turn, and what was removed from it. */
function engineWith(looks: readonly (readonly string[])[]) {
  const removed: string[] = []
  let look = 0
  return {
    removed,
    looks: () => look,
    listOwned: (kind: OwnedKind) => {
      if (kind !== 'container') return Promise.resolve([])
      look += 1
      return Promise.resolve(looks[look - 1] ?? [])
    },
    remove: (_: OwnedKind, id: string) => Promise.resolve(void removed.push(id)),
  }
}

describe('sweeping what may still appear', () => {
  test('looks once when every call was answered', async () => {
    const engine = engineWith([['c']])
    expect(await sweepAll(engine, 'r', new Creations(), [1, 1])).toEqual({ left: [], unheard: [] })
    expect([engine.looks(), engine.removed]).toEqual([1, ['c']])
  })

  test('looks again until it is there', async () => {
    const engine = engineWith([[], [], ['late']])
    expect(await sweepAll(engine, 'r', new Creations(['container']), [1, 1, 1, 1])).toEqual({ left: [], unheard: [] })
    expect([engine.looks(), engine.removed]).toEqual([3, ['late']])
  })

  test('tries again what could not be removed, and says so when it stays', async () => {
    const busy = () => Promise.reject(new EngineError('remove container', 409, 'already in progress'))
    const engine = { ...engineWith([['c'], [], []]), remove: busy }
    expect(await sweepAll(engine, 'r', new Creations(), [1, 1])).toEqual({ left: [], unheard: [] })
    const stuck = { ...engineWith([['c'], ['c']]), remove: busy }
    expect(await sweepAll(stuck, 'r', new Creations(), [1])).toMatchObject({
      left: [expect.stringContaining('container c: remove container: already in progress')],
    })
  })

  test('says so when it never comes', async () => {
    const engine = engineWith([])
    const swept = await sweepAll(engine, 'r', new Creations(['container']), [1, 1])
    expect([engine.looks(), swept]).toEqual([3, { left: [], unheard: ['container'] }])
  })

  test('lets nothing be made any more', async () => {
    const creations = new Creations()
    await sweepAll(engineWith([]), 'r', creations, [])
    await expect(creations.during('volume', () => Promise.resolve('v'), String)).rejects.toThrow(EngineError)
  })
})
