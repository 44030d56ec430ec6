import { describe, expect, test } from '@jest/globals'
import type { OwnedKind } from '../../../src/sandbox/engine.ts'
import { sweep } from '../../../src/sandbox/sweep.ts'
import { FakeEngine, json, text } from '../../support/engine-fake.ts'

/** What an engine has of each kind; it answers a list only when it is asked for the label. */
async function engineWith(owned: Readonly<Record<OwnedKind, readonly string[]>>): Promise<FakeEngine> {
  const fake = await FakeEngine.start()
  const rows = (kind: OwnedKind, name: string) => owned[kind].map((id) => ({ [name]: id }))
  fake.on('GET /containers/json', json(200, rows('container', 'Id')))
  fake.on('GET /volumes', json(200, { Volumes: rows('volume', 'Name') }))
  fake.on('GET /networks', json(200, rows('network', 'Id')))
  for (const id of owned.container) fake.on(`DELETE /containers/${id}`, text(204, ''))
  for (const id of owned.volume) fake.on(`DELETE /volumes/${id}`, text(204, ''))
  for (const id of owned.network) fake.on(`DELETE /networks/${id}`, text(204, ''))
  return fake
}

describe('the sweep', () => {
  test('removes what carries the run’s label: containers before what they hold', async () => {
    await using fake = await engineWith({ container: ['c1', 'c2'], volume: ['v'], network: ['n'] })
    expect(await sweep(fake.engine, '17-1-abc')).toEqual([])
    const done = fake.asked.map(({ method, path }) => `${method} ${path}`)
    expect(
      done
        .filter((each) => each.startsWith('DELETE'))
        .slice(0, 2)
        .sort(),
    ).toEqual(['DELETE /containers/c1', 'DELETE /containers/c2'])
    expect(done.indexOf('GET /volumes')).toBeGreaterThan(done.indexOf('DELETE /containers/c2'))
    expect(done.slice(-4).sort()).toEqual(['DELETE /networks/n', 'DELETE /volumes/v', 'GET /networks', 'GET /volumes'])
  })

  test('asks for nothing but the label, with its value', async () => {
    await using fake = await engineWith({ container: [], volume: [], network: [] })
    await sweep(fake.engine, '17-1-abc')
    const lists = fake.asked.filter(({ method }) => method === 'GET')
    expect(lists.map(({ query }) => query['filters'])).toEqual(Array(3).fill('{"label":["confine.run=17-1-abc"]}'))
    expect(fake.asked.length).toBe(3)
  })

  test('says what is left, and goes on', async () => {
    await using fake = await engineWith({ container: ['c1', 'c2'], volume: ['v'], network: [] })
    fake.on('DELETE /containers/c1', json(500, { message: 'device is busy' }))
    expect(await sweep(fake.engine, 'r')).toEqual(['container c1: remove container: "device is busy"'])
    expect(fake.calls('DELETE /containers/c2').length).toBe(1)
    expect(fake.calls('DELETE /volumes/v').length).toBe(1)
  })

  test.each([
    ['containers', '/containers/json', ['DELETE /networks/n', 'DELETE /volumes/v']],
    ['volumes', '/volumes', ['DELETE /containers/c', 'DELETE /networks/n']],
    ['networks', '/networks', ['DELETE /containers/c', 'DELETE /volumes/v']],
  ])('that can not list %s is no clean one, and removes the others', async (kind, path, removed) => {
    await using fake = await engineWith({ container: ['c'], volume: ['v'], network: ['n'] })
    fake.on(`GET ${path}`, json(500, { message: 'busy' }))
    await expect(sweep(fake.engine, 'r')).rejects.toThrow(`list ${kind}: "busy"`)
    const done = fake.asked.map(({ method, path: at }) => `${method} ${at}`)
    expect(done.filter((each) => each.startsWith('DELETE')).sort()).toEqual(removed)
  })
})
