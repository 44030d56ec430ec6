import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { collect } from '../../src/sandbox/collect.ts'
import type { DockerEngine } from '../../src/sandbox/docker-engine.ts'
import { EngineError } from '../../src/sandbox/engine.ts'
import { FakeEngine, hang, ID, json, text, type Answer } from '../support/engine-fake.ts'

let fake: FakeEngine
let engine: DockerEngine
beforeEach(async () => {
  fake = await FakeEngine.start(500)
  ;({ engine } = fake)
})
afterEach(() => fake[Symbol.asyncDispose]())

const never = new AbortController().signal

describe('what is sent and read', () => {
  test('a create request as it is, and every warning to it', async () => {
    const request = { Image: 'i', Env: ['A=ü'], HostConfig: { ReadonlyRootfs: true, Binds: [] } }
    fake.on('POST /containers/create', json(201, { Id: ID, Warnings: ['no swap limit', 'no pids limit'] }))
    expect(await engine.createContainer(request)).toEqual({ id: ID, warnings: ['no swap limit', 'no pids limit'] })
    expect(JSON.parse(fake.asked[0]?.body ?? '')).toEqual(request)
    expect(fake.asked[0]?.headers['content-type']).toBe('application/json')
  })

  test.each([null, undefined, []])('a create answer with %j for warnings has none', async (Warnings) => {
    fake.on('POST /containers/create', json(201, { Id: ID, Warnings }))
    expect((await engine.createContainer({})).warnings).toEqual([])
  })

  test.each([
    [{ StatusCode: 0 }, 0],
    [{ StatusCode: 137, Error: null }, 137],
    [{ StatusCode: '0' }, null],
    [{ StatusCode: null }, null],
    [{}, null],
    [null, null],
    [[], null],
  ])('wait: %j is %j, and nothing else is zero', async (body, code) => {
    fake.on(`POST /containers/${ID}/wait`, json(200, body))
    expect(await engine.wait(ID, never)).toBe(code)
    expect(fake.asked[0]?.query).toEqual({ condition: 'next-exit' })
  })

  test('wait: an empty body is no exit code', async () => {
    fake.on(`POST /containers/${ID}/wait`, text(200, ''))
    expect(await engine.wait(ID, never)).toBeNull()
  })

  const halfOpen: Answer = (_, response) => {
    response.writeHead(200).flushHeaders()
  }
  test.each([
    ['before the answer', hang],
    ['inside the answer', halfOpen],
  ])('wait: may be given up, %s', async (_, answer) => {
    fake.on(`POST /containers/${ID}/wait`, answer)
    const stop = new AbortController()
    const waiting = engine.wait(ID, stop.signal)
    setTimeout(() => {
      stop.abort()
    }, 50)
    await expect(waiting).rejects.toBeInstanceOf(EngineError)
  })

  test('kill and removal say how', async () => {
    fake.on(`POST /containers/${ID}/kill`, text(204, '')).on(`DELETE /containers/${ID}`, text(204, ''))
    fake.on('DELETE /volumes/a b', text(204, '')).on('DELETE /networks/n', text(204, ''))
    await engine.kill(ID)
    await engine.remove('container', ID)
    await engine.remove('volume', 'a b')
    await engine.remove('network', 'n')
    expect(fake.asked.map(({ query }) => query)).toEqual([{ signal: 'KILL' }, { v: '1', force: '1' }, {}, {}])
  })

  test('lists ask for one label, and name what carries it', async () => {
    fake.on('GET /containers/json', json(200, [{ Id: 'a' }, { Id: 'b' }, {}]))
    fake.on('GET /networks', json(200, [{ Id: 'n', Name: 'x' }]))
    fake.on('GET /volumes', json(200, { Volumes: [{ Name: 'v' }], Warnings: null }))
    expect(await engine.listOwned('container', 'confine.run=1')).toEqual(['a', 'b'])
    expect(await engine.listOwned('network', 'confine.run=1')).toEqual(['n'])
    expect(await engine.listOwned('volume', 'confine.run=1')).toEqual(['v'])
    for (const { query } of fake.asked) expect(query).toEqual({ all: '1', filters: '{"label":["confine.run=1"]}' })
    fake.on('GET /volumes', json(200, { Volumes: null }))
    expect(await engine.listOwned('volume', 'confine.run=1')).toEqual([])
  })

  test('archives go and come whole, with the path in the query', async () => {
    fake.on(`PUT /containers/${ID}/archive`, text(200, '')).on(`GET /containers/${ID}/archive`, text(200, 'tar&more'))
    await engine.putArchive(ID, '/a b&c', Readable.from([Buffer.from('one'), Buffer.from('two')]))
    expect(fake.asked[0]).toMatchObject({ body: 'onetwo', query: { path: '/a b&c' } })
    const archive = await engine.getArchive(ID, '/x?y')
    expect(archive === null ? null : String(await collect(archive, 100))).toBe('tar&more')
    expect(fake.asked[1]?.query).toEqual({ path: '/x?y' })
  })

  test('a source of an archive that fails is an error', async () => {
    fake.on(`PUT /containers/${ID}/archive`, text(200, ''))
    const source = new Readable({
      read() {
        this.destroy(new Error('tar died'))
      },
    })
    await expect(engine.putArchive(ID, '/', source)).rejects.toThrow('put archive: tar died')
  })

  const stat = (value: unknown) => ({
    'X-Docker-Container-Path-Stat': Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString(
      'base64',
    ),
  })
  test('the state of a path is in a header', async () => {
    const mtime = '2026-01-02T03:04:05.123456789Z'
    fake.on(`HEAD /containers/${ID}/archive`, text(200, '', stat({ name: 'x', size: 5, mode: 420, mtime })))
    expect(await engine.statPath(ID, '/x')).toEqual({ kind: 'file', size: 5, mtime, linkTarget: null })
  })

  // As engines answered about one of each.
  test.each([
    [0o644, 'file'],
    [134218239, 'link'],
    [2147484141, 'folder'],
    [2 ** 25 + 0o644, 'pipe'],
    [2 ** 24 + 0o755, 'socket'],
    [2 ** 26 + 0o660, 'device'],
    [2 ** 26 + 2 ** 21 + 0o666, 'device'],
    [2 ** 19, 'other'],
    [0o4755 + 2 ** 23, 'file'],
    [-1, 'other'],
    [1.5, 'other'],
    ['file', 'other'],
    [undefined, 'other'],
  ])('mode %p is that of a %s', async (mode, kind) => {
    fake.on(`HEAD /containers/${ID}/archive`, text(200, '', stat({ size: 5, mode, mtime: 'x' })))
    expect(await engine.statPath(ID, '/x')).toMatchObject({ kind })
  })

  test.each([
    ['no header', {}],
    ['no size', stat({ mtime: 'x' })],
    ['no time', stat({ size: 1 })],
    ['no object', stat([])],
  ])('the state of a path: null for %s', async (_, headers) => {
    fake.on(`HEAD /containers/${ID}/archive`, text(200, '', headers))
    expect(await engine.statPath(ID, '/x')).toBeNull()
  })

  test('the state of a path: no JSON is an error', async () => {
    fake.on(`HEAD /containers/${ID}/archive`, text(200, '', stat('nonsense')))
    await expect(engine.statPath(ID, '/x')).rejects.toMatchObject({ code: 'engine' })
  })
})
