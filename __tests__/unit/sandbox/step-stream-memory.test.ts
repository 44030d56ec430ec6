import { describe, expect, test } from '@jest/globals'
import { StepStream, type OutputSink } from '../../../src/sandbox/step-stream.ts'
import { FakeConnection } from '../../support/engine-fake-connection.ts'
import { frame } from './frames.ts'

const PROBE = 'confine-begin n0nce\nshell /bin/sh -e\nconfine-end n0nce\n'
/** As large as a read from a socket, which owns its memory. */
const PAYLOAD = Buffer.alloc(60_000, 'x')
const FREED = 'transfer' in ArrayBuffer.prototype ? 0 : PAYLOAD.length + 8

async function streamInto(sink: OutputSink, chunk: Buffer): Promise<StepStream> {
  const connection = new FakeConnection()
  const stream = new StepStream(connection, 'n0nce', 200_000, sink)
  connection.give(frame('stdout', PROBE))
  await stream.probe
  stream.release('word', null)
  connection.give(chunk)
  connection.finish()
  expect(await stream.end).toEqual({ kind: 'ended' })
  return stream
}

describe('the memory of a chunk', () => {
  test('is freed once it was kept and shown, where Node can', async () => {
    const chunk = frame('stdout', PAYLOAD)
    const stream = await streamInto({ write: () => undefined }, chunk)
    expect(chunk.length).toBe(FREED)
    expect(stream.output.finish().head.equals(PAYLOAD)).toBe(true)
  })

  test('stays until the sink’s promise settles', async () => {
    let seen = 0
    const write = async (_: string, bytes: Buffer): Promise<void> => {
      await new Promise(setImmediate)
      seen += bytes.length
    }
    await streamInto({ write }, frame('stdout', PAYLOAD))
    expect(seen).toBe(PAYLOAD.length)
  })

  test('stays when others share it', async () => {
    const shared = Buffer.concat([frame('stdout', PAYLOAD), Buffer.from('another’s')])
    await streamInto({ write: () => undefined }, shared.subarray(0, PAYLOAD.length + 8))
    expect(shared.toString('utf8').endsWith('another’s')).toBe(true)
  })
})
