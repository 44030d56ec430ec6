import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Demuxer, DemuxError } from '../../../src/sandbox/demuxer.ts'
import { allocatedBytes } from '../../support/allocations.ts'
import { almostFrames, anyBytes, inPieces } from '../../support/byte-streams.ts'
import { fuzz } from '../../support/fuzz.ts'
import { frame } from '../sandbox/frames.ts'

interface Taken {
  /** One letter and the byte for each byte of payload. */
  readonly bytes: readonly string[]
  readonly end: 'whole' | 'torn' | 'refused'
}

/** What the attach protocol says of these bytes (Docker API, "Stream format"), read at one go. */
function model(all: Buffer, bytes: readonly string[] = []): Taken {
  if (all.length === 0) return { bytes, end: 'whole' }
  if (all.length < 8) return { bytes, end: 'torn' }
  const [type, ...zeros] = all.subarray(0, 4)
  const length = Number(`0x${all.toString('hex', 4, 8)}`)
  if ((type !== 1 && type !== 2) || zeros.some((zero) => zero !== 0) || length > 16 * 1024 * 1024) {
    return { bytes, end: 'refused' }
  }
  const payload = [...all.subarray(8, 8 + length)].map((byte) => `${String(type)}:${String(byte)}`)
  const taken = [...bytes, ...payload]
  return payload.length < length ? { bytes: taken, end: 'torn' } : model(all.subarray(8 + length), taken)
}

function demux(chunks: readonly Buffer[]): Taken & { readonly calls: number; readonly kept: readonly Buffer[] } {
  const kept: Buffer[] = []
  const bytes: string[] = []
  const demuxer = new Demuxer((stream, piece) => {
    kept.push(piece)
    bytes.push(...[...piece].map((byte) => `${stream === 'stdout' ? '1' : '2'}:${String(byte)}`))
  })
  try {
    for (const chunk of chunks) demuxer.push(chunk)
  } catch (error) {
    if (!(error instanceof DemuxError)) throw error
    return { bytes, end: 'refused', calls: kept.length, kept }
  }
  return { bytes, end: demuxer.whole ? 'whole' : 'torn', calls: kept.length, kept }
}

describe('any bytes, however cut', () => {
  test.each([
    ['almost frames', almostFrames],
    ['bytes', anyBytes],
  ])('are what the protocol says, or refused: %s', (_, bytes) => {
    fuzz(
      fc.property(inPieces(bytes), (chunks) => {
        const { bytes: seen, end } = demux(chunks)
        expect({ bytes: seen, end }).toEqual(model(Buffer.concat(chunks)))
      }),
      1000,
    )
  })

  test('are passed on without a copy, in no more pieces than chunks and frames', () => {
    fuzz(
      fc.property(inPieces(almostFrames), (chunks) => {
        const { kept, calls } = demux(chunks)
        const all = Buffer.concat(chunks)
        expect(calls).toBeLessThanOrEqual(chunks.length + all.length / 8)
        expect(kept.filter((piece) => !chunks.some((chunk) => chunk.buffer === piece.buffer))).toEqual([])
      }),
    )
  })

  test('are taken with no more memory than their heads', () => {
    const heads = (count: number): number => {
      const all = Buffer.concat(Array<Buffer>(count).fill(frame('stdout', 'x')))
      return allocatedBytes(() => demux(Array.from(all, (_, at) => all.subarray(at, at + 1))))
    }
    expect(heads(500)).toBeGreaterThan(0)
    expect(heads(1000)).toBeLessThanOrEqual(2 * heads(500))
  })
})
