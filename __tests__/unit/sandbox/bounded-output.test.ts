import { createHash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { BoundedOutput, type KeptOutput } from '../../../src/sandbox/bounded-output.ts'
import type { StreamName } from '../../../src/sandbox/demuxer.ts'

interface Piece {
  readonly stream: StreamName
  readonly bytes: Buffer
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Pushes all pieces; `echoed` is what was given back to be shown at once. */
function keep(limit: number, pieces: readonly Piece[]): KeptOutput & { readonly echoed: Buffer } {
  const output = new BoundedOutput(limit)
  // Copies, for what is given back may be a view of what was pushed.
  const echoed = pieces.map(({ stream, bytes }) => Buffer.from(output.push(stream, bytes)))
  return { ...output.finish(), echoed: Buffer.concat(echoed) }
}

const out = (text: string): Piece => ({ stream: 'stdout', bytes: Buffer.from(text) })
const err = (text: string): Piece => ({ stream: 'stderr', bytes: Buffer.from(text) })

describe('kept output', () => {
  const anyPiece: fc.Arbitrary<Piece> = fc.record({
    stream: fc.constantFrom('stdout' as const, 'stderr' as const),
    bytes: fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
  })

  test('is the first and the last bytes, with all of them counted and hashed', () => {
    fc.assert(
      fc.property(fc.nat(120), fc.array(anyPiece, { maxLength: 20 }), (limit, pieces) => {
        const all = Buffer.concat(pieces.map(({ bytes }) => bytes))
        const kept = keep(limit, pieces)
        const headLimit = Math.ceil(limit / 2)
        const afterHead = all.subarray(headLimit)
        const dropped = Math.max(0, all.length - limit)
        expect(kept.head).toEqual(all.subarray(0, headLimit))
        expect(kept.tail).toEqual(afterHead.subarray(dropped))
        expect(kept.echoed).toEqual(kept.head)
        expect(kept.droppedBytes).toBe(dropped)
        for (const name of ['stdout', 'stderr'] as const) {
          const own = Buffer.concat(pieces.filter(({ stream }) => stream === name).map(({ bytes }) => bytes))
          expect(kept[name]).toEqual({ bytes: own.length, sha256: sha256(own) })
        }
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    [0, '', '', 6],
    [1, 'a', '', 5],
    [2, 'a', 'f', 4],
    [3, 'ab', 'f', 3],
    [5, 'abc', 'ef', 1],
    [6, 'abc', 'def', 0],
    [7, 'abcd', 'ef', 0],
    [100, 'abcdef', '', 0],
  ])('of six bytes under a limit of %d', (limit, head, tail, droppedBytes) => {
    for (const pieces of [[out('abcdef')], Array.from('abcdef', out), [out('ab'), err('cd'), out('ef')]]) {
      const kept = keep(limit, pieces)
      expect([String(kept.head), String(kept.tail), kept.droppedBytes]).toEqual([head, tail, droppedBytes])
    }
  })

  test('of a step that wrote nothing', () => {
    const nothing = { bytes: 0, sha256: sha256(Buffer.alloc(0)) }
    expect(keep(10, [])).toMatchObject({ stdout: nothing, stderr: nothing, droppedBytes: 0 })
  })

  test('does not change when the pushed buffer is used again', () => {
    const chunk = Buffer.from('abcdef')
    const output = new BoundedOutput(4)
    output.push('stdout', chunk)
    chunk.fill('X')
    const { head, tail } = output.finish()
    expect([String(head), String(tail)]).toEqual(['ab', 'ef'])
  })

  test('may be asked for in between', () => {
    const output = new BoundedOutput(4)
    output.push('stdout', Buffer.from('abc'))
    expect(output.finish().stdout).toEqual({ bytes: 3, sha256: sha256(Buffer.from('abc')) })
    output.push('stdout', Buffer.from('def'))
    expect(output.finish().stdout).toEqual({ bytes: 6, sha256: sha256(Buffer.from('abcdef')) })
  })
})

test('a head larger than its first allocation grows with what comes', () => {
  const bytes = Buffer.alloc(300_000, 'x')
  const kept = keep(1_000_000, [
    { stream: 'stdout', bytes },
    { stream: 'stdout', bytes: Buffer.alloc(250_000, 'y') },
  ])
  expect(kept.head.length).toBe(500_000)
  expect(kept.tail.length).toBe(50_000)
  expect(String(kept.head.subarray(299_999, 300_001))).toBe('xy')
})

describe('room is taken', () => {
  const roomOf = (kept: KeptOutput) => [kept.head.buffer.byteLength, kept.tail.buffer.byteLength]

  test('for the head no more than its half of the limit, however much comes', () => {
    for (const bytes of [1, 10, 100_000]) {
      const [head] = roomOf(keep(10, [out('x'.repeat(bytes))]))
      expect(head).toBeLessThanOrEqual(5)
    }
  })

  test('for the tail only once something comes after the head', () => {
    expect(roomOf(keep(2_000_000, [out('abc'), err('def')]))).toEqual([65_536, 0])
    expect(roomOf(keep(200_000, [out('x'.repeat(100_000)), out('')]))).toEqual([100_000, 0])
    expect(roomOf(keep(200_000, [out('x'.repeat(100_001))]))).toEqual([100_000, 100_000])
  })
})
