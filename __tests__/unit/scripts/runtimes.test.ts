import { once } from 'node:events'
import http from 'node:http'
import { type AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from '@jest/globals'
import { findEngine } from '../../../scripts/lib/engine.mjs'
import { adviceFor, RUNTIMES, withRuntimes } from '../../../scripts/lib/runtimes.mjs'

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** An engine that only describes itself, on loopback. */
async function describing(info: object): Promise<{ host: string; port: number }> {
  const server = http.createServer((request, response) => {
    response.writeHead(['/info', '/_ping'].includes(request.url ?? '') ? 200 : 404)
    response.end(request.url === '/info' ? JSON.stringify(info) : 'OK')
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}

describe('an engine that runs already', () => {
  test('needs nothing when it has the runtime', async () => {
    const engine = await describing({ Runtimes: { runc: { path: 'runc' }, runsc: { path: '/usr/bin/runsc' } } })
    expect(await adviceFor(engine, ['runsc'])).toBeNull()
  })

  test.each([{ Runtimes: { runc: { path: 'runc' } } }, { Runtimes: null }, {}])(
    'without it, is said to lack it, and what helps: %j',
    async (info) => {
      const advice = await adviceFor(await describing(info), ['runsc'])
      expect(advice).toContain('has no runtime runsc')
      expect(advice).toContain('node scripts/add-runtimes.mjs')
    },
  )

  test('is used as it is, and not ended', async () => {
    const engine = await describing({ Runtimes: {} })
    const found = await findEngine({
      dockerHost: `tcp://${engine.host}:${String(engine.port)}`,
      runtimes: ['runsc'],
    })
    await found.stop()
    expect(found).toMatchObject({ address: engine, started: false })
    expect(await adviceFor(engine, ['runsc'])).toContain('no runtime runsc')
  })
})

describe('settings of a docker service', () => {
  test('keep what is there', () => {
    const settings = { 'cgroup-parent': '/actions_job', runtimes: { kata: { path: 'kata-runtime' } } }
    expect(withRuntimes(settings, { runsc: RUNTIMES.runsc })).toEqual({
      'cgroup-parent': '/actions_job',
      runtimes: { kata: { path: 'kata-runtime' }, runsc: RUNTIMES.runsc },
    })
  })

  test('may name no runtime yet', () => {
    expect(withRuntimes({}, { runsc: RUNTIMES.runsc })).toEqual({ runtimes: { runsc: RUNTIMES.runsc } })
  })
})
