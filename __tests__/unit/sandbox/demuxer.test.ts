import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Demuxer, DemuxError, type StreamName } from '../../../src/sandbox/demuxer.ts'
import { cut, frame } from './frames.ts'

interface Seen {
  readonly bytes: Record<StreamName, Buffer>
  readonly order: string
  readonly whole: boolean
}

/** What comes out; `order` has one letter a byte: o for stdout, e for stderr. */
function demux(chunks: readonly Buffer[]): Seen {
  const pieces: Record<StreamName, Buffer[]> = { stdout: [], stderr: [] }
  let order = ''
  const demuxer = new Demuxer((stream, bytes) => {
    pieces[stream].push(Buffer.from(bytes))
    order += (stream === 'stdout' ? 'o' : 'e').repeat(bytes.length)
  })
  for (const chunk of chunks) demuxer.push(chunk)
  const bytes = { stdout: Buffer.concat(pieces.stdout), stderr: Buffer.concat(pieces.stderr) }
  return { bytes, order, whole: demuxer.whole }
}

describe('frames', () => {
  const anyFrame = fc.record({
    stream: fc.constantFrom('stdout' as const, 'stderr' as const),
    payload: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  })

  test('come out the same wherever the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 12 }), fc.array(fc.nat(700), { maxLength: 30 }), (frames, places) => {
        const seen = demux(cut(Buffer.concat(frames.map(({ stream, payload }) => frame(stream, payload))), places))
        for (const name of ['stdout', 'stderr'] as const) {
          const sent = frames.filter(({ stream }) => stream === name).map(({ payload }) => payload)
          expect(seen.bytes[name]).toEqual(Buffer.concat(sent))
        }
        const order = frames.map(({ stream, payload }) => (stream === 'stdout' ? 'o' : 'e').repeat(payload.length))
        expect(seen.order).toBe(order.join(''))
        expect(seen.whole).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('by the hundred thousand in one chunk, a byte each, need no stack', () => {
    const seen = demux([Buffer.concat(Array<Buffer>(100_000).fill(frame('stderr', 'x')))])
    expect(seen.bytes.stderr.length).toBe(100_000)
    expect(seen.whole).toBe(true)
  })

  test('that are empty carry nothing and end nothing', () => {
    const seen = demux([Buffer.concat([frame('stdout', ''), frame('stdout', 'a'), frame('stderr', '')])])
    expect(seen).toMatchObject({ order: 'o', whole: true })
  })

  test('are passed on piece by piece, before they are complete', () => {
    expect(demux([frame('stdout', 'abcdef').subarray(0, 10)])).toMatchObject({ order: 'oo', whole: false })
  })
})

describe('a stream that ends', () => {
  const sent = Buffer.concat([frame('stdout', 'abc'), frame('stderr', 'de')])
  const between = [0, 11, 21]
  test.each(Array.from({ length: sent.length + 1 }, (_, at) => at))('after %d bytes', (at) => {
    expect(demux([sent.subarray(0, at)]).whole).toBe(between.includes(at))
  })
})

describe('what is no frame', () => {
  const head = (...bytes: number[]): Buffer => Buffer.from(bytes)
  test.each([
    ['standard input', head(0, 0, 0, 0, 0, 0, 0, 1)],
    ['the engine’s own errors', head(3, 0, 0, 0, 0, 0, 0, 1)],
    ['plain text', Buffer.from('confine-begin')],
    ['a second byte', head(1, 1, 0, 0, 0, 0, 0, 1)],
    ['a third byte', head(1, 0, 1, 0, 0, 0, 0, 1)],
    ['a fourth byte', head(2, 0, 0, 1, 0, 0, 0, 1)],
    ['a length of 16 MiB and one', head(1, 0, 0, 0, 1, 0, 0, 1)],
    ['a length of 4 GiB', head(1, 0, 0, 0, 255, 255, 255, 255)],
  ])('is refused: %s', (_, bytes) => {
    expect(() => demux([bytes])).toThrow(DemuxError)
    expect(() => demux([frame('stdout', 'ok'), bytes])).toThrow(DemuxError)
    expect(() => demux(cut(bytes, [1, 3, 5, 7]))).toThrow(DemuxError)
  })

  test('the reason tells what came', () => {
    expect(() => demux([head(3, 0, 0, 0, 0, 0, 0, 1)])).toThrow(
      'the output stream holds a frame of unknown type (0300000000000001)',
    )
    expect(() => demux([head(1, 0, 0, 0, 1, 0, 0, 1)])).toThrow('the output stream holds a frame of 16777217 bytes')
  })

  test('the largest length is taken', () => {
    expect(demux([head(1, 0, 0, 0, 1, 0, 0, 0), Buffer.from('x')])).toMatchObject({ order: 'o', whole: false })
  })
})
