import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { StepStream, type OutputSink } from '../../../src/sandbox/step-stream.ts'
import { FakeConnection } from '../../support/engine-fake-connection.ts'
import { frame } from './frames.ts'

const NONCE = 'n0nce'
const PROBE = `confine-begin ${NONCE}\nshell /bin/sh -e\nconfine-end ${NONCE}\n`
const NO_SINK: OutputSink = { write: () => undefined }

function open(sink: OutputSink = NO_SINK, limit = 1000): { stream: StepStream; connection: FakeConnection } {
  const connection = new FakeConnection()
  return { stream: new StepStream(connection, NONCE, limit, sink), connection }
}

/** A stream whose probe has come and whose gate is open. */
async function released(sink: OutputSink = NO_SINK, input: string | null = null) {
  const opened = open(sink)
  opened.connection.give(frame('stdout', PROBE))
  await opened.stream.probe
  opened.stream.release('word', input)
  return opened
}

describe('before the release', () => {
  test('standard output is the probe’s', async () => {
    const { stream, connection } = open()
    connection.give(frame('stdout', PROBE.slice(0, 30)), frame('stdout', PROBE.slice(30)))
    expect(await stream.probe).toEqual(['shell /bin/sh -e'])
    expect(stream.earlyBytes).toBe(0)
    expect(stream.output.finish().stdout.bytes).toBe(0)
    expect(connection.written).toBe('')
    stream.close()
  })

  test('standard error is a complaint, kept within bounds', async () => {
    const { stream, connection } = open()
    connection.give(frame('stderr', ' sh: bad\n'), frame('stderr', 'x'.repeat(5000)), frame('stdout', PROBE))
    await stream.probe
    expect(stream.complaint.startsWith('sh: bad\nxxx')).toBe(true)
    expect(stream.complaint.length).toBe(1999)
    expect(stream.output.finish().stderr.bytes).toBe(0)
    stream.close()
  })

  test('bytes after the end marker are counted: the gate does not hold', async () => {
    const { stream, connection } = open()
    connection.give(frame('stdout', `${PROBE}early`))
    await stream.probe
    expect(stream.earlyBytes).toBe(5)
    stream.close()
  })

  test.each<[name: string, act: (connection: FakeConnection) => void, reason: RegExp]>([
    ['the stream ends', (c) => c.finish(), /output ended before the probe did/],
    [
      'the stream ends inside a frame',
      (c) => {
        c.give(frame('stdout', PROBE).subarray(0, 20))
        c.finish()
      },
      /inside a/,
    ],
    ['the connection is reset', (c) => c.destroy(new Error('ECONNRESET')), /broke: ECONNRESET/],
    ['it is no multiplexed stream', (c) => c.give(Buffer.from('confine-begin')), /unknown type/],
    ['the first line is not the probe’s', (c) => c.give(frame('stdout', 'hello\n')), /first line is not the probe/],
  ])('no proof comes when %s', async (_, act, reason) => {
    const { stream, connection } = open()
    act(connection)
    await expect(stream.probe).rejects.toThrow(reason)
    stream.close()
  })
})

describe('the release', () => {
  test.each<[name: string, input: string | null, written: string]>([
    ['without input', null, 'word\n'],
    ['with empty input', '', 'word\n'],
    ['with input', 'one\ntwo', 'word\none\ntwo'],
  ])('sends the word, the step’s input and the end of it: %s', async (_, input, written) => {
    const { stream, connection } = await released(NO_SINK, input)
    await connection.inputEnded
    expect(connection.written).toBe(written)
    expect(stream.released).toBe(true)
    stream.close()
  })

  test('survives a step that closes its input', async () => {
    const { stream, connection } = await released()
    connection.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
    expect(await stream.end).toEqual({ kind: 'broke', reason: 'the output stream broke: write EPIPE' })
  })
})

describe('after the release', () => {
  test('all that comes is the step’s, in its order', async () => {
    const shown: string[] = []
    const sink: OutputSink = { write: (name, bytes) => void shown.push(`${name} ${String(bytes)}`) }
    const { stream, connection } = await released(sink)
    connection.give(frame('stdout', PROBE), frame('stderr', 'oh'), frame('stdout', 'ok'))
    connection.finish()
    expect(await stream.end).toEqual({ kind: 'ended' })
    expect(shown).toEqual([`stdout ${PROBE}`, 'stderr oh', 'stdout ok'])
    expect(String(stream.output.finish().head)).toBe(`${PROBE}ohok`)
    expect(stream.complaint).toBe('')
  })

  test('a stream that ends inside a frame broke', async () => {
    const { stream, connection } = await released()
    connection.give(frame('stdout', 'abcdef').subarray(0, 11))
    connection.finish()
    expect(await stream.end).toEqual({ kind: 'broke', reason: 'the output stream ended inside a frame' })
  })

  test('only what is kept at the head is shown as it comes', async () => {
    const shown: Buffer[] = []
    const { stream, connection } = open({ write: (_, bytes) => void shown.push(Buffer.from(bytes)) }, 10)
    connection.give(frame('stdout', PROBE))
    await stream.probe
    stream.release('word', null)
    connection.give(frame('stdout', 'abc'), frame('stderr', 'defghijklmn'), frame('stdout', 'op'))
    connection.finish()
    await stream.end
    expect(Buffer.concat(shown).toString()).toBe('abcde')
    expect(String(stream.output.finish().tail)).toBe('lmnop')
  })

  test('a sink that fails breaks the stream, and says so', async () => {
    const { stream, connection } = await released({ write: () => Promise.reject(new Error('log is full')) })
    connection.give(frame('stdout', 'x'))
    expect(await stream.end).toEqual({ kind: 'broke', reason: 'the output stream broke: log is full' })
  })
})

describe('backpressure', () => {
  /** A sink that takes one write at a time, each when it is let. */
  class SlowSink implements OutputSink {
    readonly seen: string[] = []
    #go: (() => void)[] = []
    write(_: string, bytes: Buffer): Promise<void> {
      this.seen.push(String(bytes))
      return new Promise((resolve) => this.#go.push(resolve))
    }
    let(): void {
      const all = this.#go
      this.#go = []
      for (const resolve of all) resolve()
    }
  }

  test('a sink’s promise holds the reading back', async () => {
    const sink = new SlowSink()
    const { stream, connection } = await released(sink)
    for (let n = 0; n < 50; n += 1) connection.give(frame('stdout', `chunk ${n}`))
    for (let n = 0; n < 20; n += 1) await turn()
    expect(sink.seen).toEqual(['chunk 0'])
    expect(connection.untaken).toBeGreaterThan(0)
    connection.finish()
    for (let n = 0; n < 500; n += 1) {
      sink.let()
      await turn()
    }
    expect(await stream.end).toEqual({ kind: 'ended' })
    expect(sink.seen.length).toBe(50)
  })

  test('several frames of one chunk are written one after the other', async () => {
    const sink = new SlowSink()
    const { stream, connection } = await released(sink)
    connection.give(Buffer.concat([frame('stdout', 'a'), frame('stderr', 'b'), frame('stdout', 'c')]))
    for (const seen of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
      for (let n = 0; n < 10; n += 1) await turn()
      expect(sink.seen).toEqual(seen)
      sink.let()
    }
    connection.finish()
    expect(await stream.end).toEqual({ kind: 'ended' })
  })
})
