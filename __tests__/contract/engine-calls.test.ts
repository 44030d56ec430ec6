import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { DockerEngine } from '../../src/sandbox/docker-engine.ts'
import { EngineError } from '../../src/sandbox/engine.ts'
import { cut, FakeEngine, hang, ID, json, text, torn } from '../support/engine-fake.ts'

let fake: FakeEngine
let engine: DockerEngine
beforeEach(async () => {
  fake = await FakeEngine.start(500)
  ;({ engine } = fake)
})
afterEach(() => fake[Symbol.asyncDispose]())

const never = new AbortController().signal
const tar = () => Readable.from([Buffer.from('tar')])

/** Every call, with the route that it must use. */
const CALLS: readonly (readonly [name: string, route: string, call: (engine: DockerEngine) => Promise<unknown>])[] = [
  ['facts', 'GET /info', (e) => e.facts()],
  ['inspectImage', 'GET /images/busybox:latest/json', (e) => e.inspectImage('busybox:latest')],
  ['pullImage', 'POST /images/create', (e) => e.pullImage('busybox:latest', null, () => undefined)],
  ['createVolume', 'POST /volumes/create', (e) => e.createVolume({ Name: 'v' })],
  ['createContainer', 'POST /containers/create', (e) => e.createContainer({ Image: 'i' })],
  ['start', `POST /containers/${ID}/start`, (e) => e.start(ID)],
  ['wait', `POST /containers/${ID}/wait`, (e) => e.wait(ID, never)],
  ['inspectContainer', `GET /containers/${ID}/json`, (e) => e.inspectContainer(ID)],
  ['kill', `POST /containers/${ID}/kill`, (e) => e.kill(ID)],
  ['putArchive', `PUT /containers/${ID}/archive`, (e) => e.putArchive(ID, '/l', tar())],
  ['getArchive', `GET /containers/${ID}/archive`, (e) => e.getArchive(ID, '/l')],
  ['statPath', `HEAD /containers/${ID}/archive`, (e) => e.statPath(ID, '/l')],
  ['listOwned', 'GET /containers/json', (e) => e.listOwned('container', 'confine.run=x')],
  ['remove', `DELETE /containers/${ID}`, (e) => e.remove('container', ID)],
]
/** Bounded by those who call them: a step may take long, and so may an archive or a pull. */
const UNBOUNDED = ['wait', 'putArchive']
const bounded = CALLS.filter(([name]) => !UNBOUNDED.includes(name))

describe('whatever happens, a call ends with an error of the engine', () => {
  test.each(CALLS)('%s: the engine’s words', async (name, route, call) => {
    fake.on(route, json(500, { message: 'disk on fire - really' })).on('GET /version', json(200, {}))
    const error: unknown = await call(engine).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(EngineError)
    expect(error).toMatchObject({ status: 500, code: 'engine' })
    // The answer to HEAD has no body.
    if (name !== 'statPath') expect((error as EngineError).message).toMatch(/: "disk on fire - really"$/)
  })

  test.each(CALLS)('%s: the connection is cut', async (_, route, call) => {
    fake.on(route, cut).on('GET /version', json(200, {}))
    await expect(call(engine)).rejects.toMatchObject({ name: 'ConfineError', code: 'engine', status: null })
  })

  test.each(CALLS)('%s: nobody listens', async (_, __, call) => {
    fake.die()
    await expect(call(engine)).rejects.toMatchObject({
      code: 'engine',
      status: null,
      message: expect.stringMatching(/ENOENT|ECONNREFUSED/),
    })
  })

  test.each(bounded)('%s: the engine hangs', async (_, route, call) => {
    fake.on(route, hang).on('GET /version', json(200, {}))
    await expect(call(engine)).rejects.toThrow(/: the engine did not answer in time$/)
  })

  test.each([
    ['plain words', text(500, 'plain words\n'), 'kill: "plain words"'],
    ['nothing', text(500, ''), /^kill: HTTP 500 without a word$/],
    [
      'HTML',
      text(502, '<html><style>b { color: red }</style><b>bad\n gateway</b></html>'),
      /^kill: HTTP 502 and a web page in place of the engine's answer \("bad gateway"\)/,
    ],
    ['another JSON', json(500, { error: 'of another kind' }), 'kill: "of another kind"'],
  ])('kill: %s', async (_, answer, message) => {
    fake.on(`POST /containers/${ID}/kill`, answer)
    const error = (await engine.kill(ID).catch((thrown: unknown) => thrown)) as EngineError
    expect(error.message).toMatch(message)
  })
})

describe('answers that are none', () => {
  const read = ['inspectImage', 'createVolume', 'createContainer', 'wait', 'inspectContainer', 'listOwned']
  test.each(CALLS.filter(([name]) => read.includes(name)))('%s: torn, or no JSON', async (_, route, call) => {
    const created = /create$/.test(route) ? 201 : 200
    fake.on(route, torn(created, '{"Id":'))
    await expect(call(engine)).rejects.toThrow(/the answer broke off/)
    fake.on(route, text(created, '{"Id": nonsense'))
    await expect(call(engine)).rejects.toThrow(/the answer is not JSON/)
  })

  test.each([
    ['create container', (e: DockerEngine) => e.createContainer({}), 'POST /containers/create', {}],
    ['create container', (e: DockerEngine) => e.createContainer({}), 'POST /containers/create', { Id: 'abc' }],
    [
      'create container',
      (e: DockerEngine) => e.createContainer({}),
      'POST /containers/create',
      { Id: '../x'.repeat(16) },
    ],
    ['create volume', (e: DockerEngine) => e.createVolume({}), 'POST /volumes/create', { Name: 'v' }],
  ])('%s: no name in it (%#)', async (call, act, route, body) => {
    fake.on(route, json(201, body))
    await expect(act(engine)).rejects.toMatchObject({ call, status: 201 })
  })

  test.each([{}, { message: 'x' }, 'x', null])('facts: not of a Docker engine (%j)', async (body) => {
    fake.on('GET /info', json(200, body)).on('GET /version', json(200, body))
    await expect(engine.facts()).rejects.toThrow('describe engine: the answer is not that of a Docker engine')
  })

  test.each([
    ['container', 'GET /containers/json', { message: 'x' }],
    ['network', 'GET /networks', 'x'],
    ['volume', 'GET /volumes', {}],
  ] as const)('a list of %ss that is none is no empty list', async (kind, route, body) => {
    fake.on(route, json(200, body))
    await expect(engine.listOwned(kind, 'l')).rejects.toThrow('the answer is no list')
  })
})

describe('what is not there', () => {
  test.each(['inspectImage', 'getArchive', 'statPath'])('%s: null', async (name) => {
    const [, route = '', call] = CALLS.find(([each]) => each === name) ?? []
    fake.on(route, json(404, { message: 'No such thing' }))
    expect(await call?.(engine)).toBeNull()
  })

  test('remove: it is gone, as was wanted', async () => {
    fake.on(`DELETE /containers/${ID}`, json(404, { message: 'No such container' }))
    await expect(engine.remove('container', ID)).resolves.toBeUndefined()
  })

  test.each(['start', 'kill', 'inspectContainer', 'wait', 'putArchive'])('%s: an error', async (name) => {
    const [, route = '', call] = CALLS.find(([each]) => each === name) ?? []
    fake.on(route, json(404, { message: 'No such container' }))
    await expect(call?.(engine)).rejects.toMatchObject({ status: 404, message: expect.stringMatching(/No such/) })
  })
})
