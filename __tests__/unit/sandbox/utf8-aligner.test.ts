import { isUtf8 } from 'node:buffer'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Utf8Aligner } from '../../../src/sandbox/utf8-aligner.ts'

describe('cutting between characters', () => {
  test.each<[name: string, pieces: readonly number[][], given: readonly number[][], rest: readonly number[]]>([
    ['plain text goes through', [[0x61, 0x62]], [[0x61, 0x62]], []],
    ['a character in two pieces comes whole', [[0x61, 0xc3], [0xa9]], [[0x61], [0xc3, 0xa9]], []],
    [
      'one of four bytes, a byte at a time',
      [[0xf0], [0x9f], [0x98], [0x80]],
      [[], [], [], [0xf0, 0x9f, 0x98, 0x80]],
      [],
    ],
    ['what stays unfinished is given at the end', [[0x61, 0xe2, 0x82]], [[0x61]], [0xe2, 0x82]],
    ['bytes that can begin nothing are not held', [[0xff], [0xc0 ^ 0x40]], [[0xff], [0x80]], []],
    ['the byte above the last lead byte is not held', [[0xf8]], [[0xf8]], []],
    ['the first lead byte is held', [[0xc0], [0x80]], [[], [0xc0, 0x80]], []],
    ['a lead byte that something else follows is not held', [[0xe2, 0x61]], [[0xe2, 0x61]], []],
  ])('%s', (_, pieces, given, rest) => {
    const aligner = new Utf8Aligner()
    expect(pieces.map((piece) => [...aligner.push(Buffer.from(piece))])).toEqual(given)
    expect([...aligner.flush()]).toEqual(rest)
    expect([...aligner.flush()]).toEqual([])
  })

  test('no byte is lost or moved, and whole text is never torn, however it comes', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text)),
          fc.uint8Array(),
        ),
        sizes,
        (all, cuts) => {
          const bytes = Buffer.from(all)
          const aligner = new Utf8Aligner()
          const pieces: Buffer[] = []
          for (let at = 0, n = 0; at < bytes.length; n += 1) {
            const size = cuts[n % cuts.length] ?? 1
            pieces.push(Buffer.from(aligner.push(bytes.subarray(at, at + size))))
            at += size
          }
          pieces.push(aligner.flush())
          expect(Buffer.concat(pieces)).toEqual(bytes)
          if (isUtf8(bytes)) expect(pieces.map((piece) => piece.toString('utf8')).join('')).toBe(bytes.toString('utf8'))
        },
      ),
    )
  })
})
