import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { openTransport } from '../../src/sandbox/engine-transport.ts'
import { DockerEngine } from '../../src/sandbox/docker-engine.ts'
import { findEndpoint } from '../../src/sandbox/endpoint.ts'
import { FakeEngine, json, text } from '../support/engine-fake.ts'

describe('an answer that sends elsewhere', () => {
  let fake: FakeEngine
  let elsewhere: Server
  let asked = 0
  beforeEach(async () => {
    asked = 0
    fake = await FakeEngine.start(2000)
    elsewhere = createServer((_, response) => {
      asked += 1
      response.end('{"Id":"elsewhere"}')
    }).listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
  })
  afterEach(async () => {
    elsewhere.closeAllConnections()
    await new Promise((resolve) => elsewhere.close(resolve))
    await fake[Symbol.asyncDispose]()
  })

  test.each<[name: string, location: (port: number) => string]>([
    ['to a server', (port) => `http://127.0.0.1:${String(port)}/elsewhere`],
    ['to where nobody listens', () => 'http://127.0.0.1:1/'],
    ['to a scheme that nobody knows', () => 'ftp://127.0.0.1/'],
    ['to nowhere', () => ''],
  ])('%s is an answer like any other, and nobody is asked there', async (_, location) => {
    const { port } = elsewhere.address() as AddressInfo
    const sent = text(307, '', { Location: location(port) })
    fake.on('GET /images/i/json', sent).on('POST /containers/create', sent)
    const said = /: HTTP 307, which is no answer to this call$/
    await expect(fake.engine.inspectImage('i')).rejects.toThrow(said)
    await expect(fake.engine.createContainer({})).rejects.toThrow(said)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(asked).toBe(0)
  })
})

describe('the variables of the job', () => {
  const before = { ...process.env }
  afterEach(() => {
    process.env = { ...before }
  })

  test.each([
    { DOCKER_HOST: 'tcp://127.0.0.1:1', DOCKER_CERT_PATH: '/nonexistent', DOCKER_TLS_VERIFY: '1' },
    { DOCKER_HOST: 'no address' },
  ])('are not read a second time by the transport: %j', async (variables) => {
    Object.assign(process.env, variables)
    await using fake = await FakeEngine.start(2000)
    fake.on('GET /images/i/json', json(200, { Id: 'here' }))
    const engine = new DockerEngine(findEndpoint({ DOCKER_HOST: fake.path }))
    expect(await engine.inspectImage('i')).toEqual({ Id: 'here' })
    expect(process.env).toMatchObject(variables)
  })

  test('are as they were when the client can not be made', () => {
    process.env['DOCKER_HOST'] = 'tcp://127.0.0.1:1'
    const make = (): never => {
      throw new Error('no client')
    }
    expect(() => openTransport(make)).toThrow('no client')
    expect(process.env['DOCKER_HOST']).toBe('tcp://127.0.0.1:1')
    delete process.env['DOCKER_HOST']
    openTransport(() => null)
    expect(Object.keys(process.env)).not.toContain('DOCKER_HOST')
  })
})
