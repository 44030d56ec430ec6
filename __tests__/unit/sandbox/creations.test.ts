import { describe, expect, test } from '@jest/globals'
import { Creations } from '../../../src/sandbox/creations.ts'
import { EngineError } from '../../../src/sandbox/engine.ts'

const fails = (status: number | null) => () => Promise.reject(new EngineError('create container', status, 'x'))
const makes = (id: string) => () => Promise.resolve(id)
const name = (id: string) => id

describe('what the engine may still make', () => {
  test('is nothing of what it said that it made', async () => {
    const creations = new Creations()
    expect(await creations.during('volume', makes('v'), name)).toBe('v')
    expect(creations.unheard).toEqual([])
  })

  test.each([400, 404, 409, 500])('is nothing that it refused (%d)', async (status) => {
    const creations = new Creations()
    await expect(creations.during('container', fails(status), name)).rejects.toMatchObject({ status })
    expect(creations.unheard).toEqual([])
  })

  test.each([null, 201, 502, 503, 504])('is what it never spoke of, or a gateway spoke for it (%p)', async (status) => {
    const creations = new Creations()
    await expect(creations.during('container', fails(status), name)).rejects.toMatchObject({ status })
    expect(creations.unheard).toEqual(['container'])
  })

  test('is what is still being asked for', async () => {
    const creations = new Creations()
    let made: (id: string) => void = () => undefined
    const asking = creations.during('network', () => new Promise<string>((resolve) => (made = resolve)), name)
    expect(creations.unheard).toEqual(['network'])
    made('n')
    await asking
    expect(creations.unheard).toEqual([])
  })

  test('is less by each thing of its kind that is found and that no answer named', async () => {
    const creations = new Creations(['container', 'container', 'volume'])
    await creations.during('container', makes('known'), name)
    creations.found('container', 'known')
    expect(creations.unheard).toEqual(['container', 'container', 'volume'])
    creations.found('container', 'stray')
    creations.found('container', 'stray')
    expect(creations.unheard).toEqual(['container', 'volume'])
    creations.found('volume', 'v')
    creations.found('network', 'n')
    expect(creations.unheard).toEqual(['container'])
  })

  test('does not count twice what is found first and answered then', async () => {
    const creations = new Creations(['container'])
    const late = (): Promise<string> => {
      creations.found('container', 'late')
      return Promise.resolve('late')
    }
    await creations.during('container', late, name)
    expect(creations.unheard).toEqual(['container'])
  })
})

test('once it is closed nothing is made', async () => {
  const creations = new Creations()
  creations.close()
  let asked = 0
  const create = (): Promise<string> => Promise.resolve(String((asked += 1)))
  await expect(creations.during('container', create, name)).rejects.toThrow('create container: the run is over')
  expect([asked, creations.unheard]).toEqual([0, []])
})
