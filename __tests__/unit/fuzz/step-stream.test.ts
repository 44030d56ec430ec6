import { createHash } from 'node:crypto'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { StepStream } from '../../../src/sandbox/step-stream.ts'
import {
  almostFrames,
  anyBytes,
  BEGIN,
  END,
  framesOf,
  gateText,
  inPieces,
  NONCE,
  type SentFrame,
} from '../../support/byte-streams.ts'
import { FakeConnection } from '../../support/engine-fake-connection.ts'
import { fuzzAsync } from '../../support/fuzz.ts'
import { cut, frame } from '../sandbox/frames.ts'

const LIMIT = 50
const GOOD = Buffer.from(`${BEGIN}shell sh\n${END}`)
const bytesOf = (frames: readonly SentFrame[]): Buffer =>
  Buffer.concat(frames.map(({ stream, payload }) => frame(stream, payload)))
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

function open() {
  const connection = new FakeConnection()
  const shown: Buffer[] = []
  const write = (_: string, bytes: Buffer): void => void shown.push(Buffer.from(bytes))
  return { connection, shown, stream: new StepStream(connection, NONCE, LIMIT, { write }) }
}

/** Copies, for a stream frees the chunks that it is given. */
const give = (connection: FakeConnection, chunks: readonly Buffer[]): void => {
  connection.give(...chunks.map((chunk) => Buffer.from(chunk)))
}

test('before the release, whatever comes ends in lines or in a reason, and nothing of it is kept as output', async () => {
  const sent = fc.oneof(
    gateText.map((text) => frame('stdout', text)),
    almostFrames,
    anyBytes,
    framesOf(gateText).map(bytesOf),
  )
  await fuzzAsync(
    fc.asyncProperty(inPieces(sent), async (chunks) => {
      const { connection, shown, stream } = open()
      const probe = stream.probe.then(
        (lines) => lines.length,
        (error: unknown) => error,
      )
      give(connection, chunks)
      connection.finish()
      const end = await stream.end
      const told = await probe
      if (typeof told !== 'number') expect(told).toBeInstanceOf(Error)
      if (end.kind === 'broke') expect(end.reason).toMatch(/^the output stream (broke|ended)/)
      expect(stream.complaint.length).toBeLessThanOrEqual(2000)
      expect(connection.written).toBe('')
      expect([shown.length, stream.finish()]).toMatchObject([0, { stdout: { bytes: 0 }, stderr: { bytes: 0 } }])
    }),
    300,
  )
})

test('after the release, all is counted and hashed, and no more is kept than the limit', async () => {
  await fuzzAsync(
    fc.asyncProperty(
      framesOf(fc.oneof(anyBytes, gateText)),
      fc.array(fc.nat(4000), { maxLength: 20 }),
      async (frames, places) => {
        const { connection, shown, stream } = open()
        give(connection, [frame('stdout', GOOD)])
        expect(await stream.probe).toEqual(['shell sh'])
        stream.release('word', null)
        give(connection, cut(bytesOf(frames), places))
        connection.finish()
        expect(await stream.end).toEqual({ kind: 'ended' })
        const kept = stream.finish()
        for (const name of ['stdout', 'stderr'] as const) {
          const own = Buffer.concat(frames.filter(({ stream: of }) => of === name).map(({ payload }) => payload))
          expect(kept[name]).toEqual({ bytes: own.length, sha256: sha256(own) })
        }
        const total = kept.stdout.bytes + kept.stderr.bytes
        expect(kept.head.length + kept.tail.length).toBe(Math.min(total, LIMIT))
        expect(kept.droppedBytes).toBe(Math.max(0, total - LIMIT))
        expect(Buffer.concat(shown)).toEqual(kept.head)
      },
    ),
    200,
  )
})

test('a stream that breaks after the release says so, and what came before is kept', async () => {
  await fuzzAsync(
    fc.asyncProperty(inPieces(almostFrames), async (chunks) => {
      const { connection, stream } = open()
      give(connection, [frame('stdout', GOOD)])
      await stream.probe
      stream.release('word', null)
      give(connection, chunks)
      connection.finish()
      await stream.end
      const kept = stream.finish()
      expect(kept.head.length + kept.tail.length).toBeLessThanOrEqual(LIMIT)
      expect(kept.stdout.bytes + kept.stderr.bytes).toBeLessThanOrEqual(Buffer.concat(chunks).length)
    }),
    200,
  )
})
