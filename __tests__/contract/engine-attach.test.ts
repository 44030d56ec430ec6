import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { Demuxer } from '../../src/sandbox/demuxer.ts'
import { StepStream } from '../../src/sandbox/step-stream.ts'
import { type Asked, FakeEngine, ID, type Hijack } from '../support/engine-fake.ts'
import { frame } from '../unit/sandbox/frames.ts'

let fake: FakeEngine
beforeEach(async () => {
  fake = await FakeEngine.start(1000)
})
afterEach(() => fake[Symbol.asyncDispose]())

const RAW = 'Content-Type: application/vnd.docker.raw-stream\r\n'
const UPGRADED = `HTTP/1.1 101 UPGRADED\r\n${RAW}Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n`
const PLAIN = `HTTP/1.1 200 OK\r\n${RAW}\r\n`

describe('attached', () => {
  const NONCE = 'n'
  const PROBE = `confine-begin ${NONCE}\nfact\nconfine-end ${NONCE}\n`

  test('bytes go both ways, and the end of the input is told', async () => {
    let came = ''
    const ended = new Promise<void>((resolve) => {
      fake.onAttach((asked, socket) => {
        expect(asked).toMatchObject({ path: `/containers/${ID}/attach`, method: 'POST' })
        expect(asked.query).toEqual({ stream: '1', stdin: '1', stdout: '1', stderr: '1' })
        socket.on('data', (chunk: Buffer) => (came += chunk.toString()))
        socket.once('end', resolve)
        socket.write(UPGRADED)
        socket.write(frame('stdout', PROBE))
        socket.once('end', () => {
          socket.write(frame('stdout', 'out'))
          socket.end(frame('stderr', 'err'))
        })
      })
    })
    const seen: string[] = []
    const sink = { write: (name: string, bytes: Buffer) => void seen.push(`${name} ${String(bytes)}`) }
    const stream = new StepStream(await fake.engine.attach(ID), NONCE, 100, sink)
    expect(await stream.probe).toEqual(['fact'])
    stream.release('word', 'input')
    await ended
    expect(await stream.end).toEqual({ kind: 'ended' })
    expect(came).toBe('word\ninput')
    expect(seen).toEqual(['stdout out', 'stderr err'])
  })

  test('IN-01: the request to attach has no body that could arrive as input', async () => {
    const asked = new Promise<Asked>((resolve) => {
      fake.onAttach((request, socket) => {
        socket.end(UPGRADED)
        resolve(request)
      })
    })
    const connection = await fake.engine.attach(ID)
    const { headers } = await asked
    expect(headers['content-length'] ?? '0').toBe('0')
    expect(headers).not.toHaveProperty('transfer-encoding')
    connection.destroy()
  })

  const scripts: readonly (readonly [name: string, script: (socket: Duplex) => void, reason: RegExp])[] = [
    ['inside a head', (s) => s.end(frame('stdout', 'x').subarray(0, 5)), /inside a frame|ended before/],
    ['inside a frame', (s) => s.end(frame('stdout', PROBE).subarray(0, 12)), /inside a frame/],
    ['by a reset', (s) => s.destroy(new Error('x')), /broke|ended before|inside a frame|aborted/],
    ['with words of the engine', (s) => s.end('{"message":"no such container"}'), /unknown type/],
  ]
  test.each(scripts)('a stream that ends %s gives no proof', async (__, script, reason) => {
    fake.onAttach((___, socket) => {
      socket.write(UPGRADED, () => {
        setTimeout(script, 20, socket)
      })
    })
    const stream = new StepStream(await fake.engine.attach(ID), NONCE, 100, { write: () => undefined })
    await expect(stream.probe).rejects.toThrow(reason)
    stream.close()
  })

  test('frames in the same packet as the answer’s head are not lost', async () => {
    fake.onAttach((__, socket) => {
      socket.end(Buffer.concat([Buffer.from(UPGRADED), frame('stdout', 'first'), frame('stderr', 'second')]))
    })
    let all = ''
    const demuxer = new Demuxer((name, bytes) => (all += `${name} ${String(bytes)};`))
    for await (const chunk of await fake.engine.attach(ID)) demuxer.push(chunk as Buffer)
    expect(all).toBe('stdout first;stderr second;')
  })
})

describe('no attachment', () => {
  test.each<[name: string, hijack: Hijack, wanted: object]>([
    [
      'refused',
      (_, socket) => {
        const body = JSON.stringify({ message: 'No such container: x' })
        socket.end(`HTTP/1.1 404 Not Found\r\nContent-Length: ${String(body.length)}\r\n\r\n${body}`)
      },
      { call: 'attach', status: 404, message: 'attach: "No such container: x"' },
    ],
    [
      'a plain answer, which the transport can not write to',
      (_, socket) => socket.write(PLAIN + 'x'),
      { call: 'attach', status: 200, message: 'attach: the engine does not hand the connection over (no 101)' },
    ],
    ['cut', (_, socket) => socket.destroy(), { call: 'attach', status: null }],
    ['never answered', () => undefined, { message: 'attach: the engine did not answer in time' }],
  ])('%s', async (_, hijack, wanted) => {
    fake.onAttach(hijack)
    await expect(fake.engine.attach(ID)).rejects.toMatchObject(wanted)
  })
})

test('closing it closes the connection', async () => {
  const closed = new Promise<void>((resolve) => {
    fake.onAttach((_, socket) => {
      socket.on('error', () => undefined)
      socket.once('end', () => {
        resolve()
      })
      socket.resume()
      socket.write(UPGRADED)
    })
  })
  const connection = await fake.engine.attach(ID)
  connection.destroy()
  await Promise.all([closed, once(connection, 'close')])
  expect(connection.destroyed).toBe(true)
})
