import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { GateReader, ProbeTextError } from '../../../src/sandbox/gate-reader.ts'
import { allocatedBytes } from '../../support/allocations.ts'
import { anyBytes, BEGIN, END, gateText, inPieces, NONCE } from '../../support/byte-streams.ts'
import { fuzz } from '../../support/fuzz.ts'

const MEBIBYTE = 1024 * 1024

interface Read {
  readonly lines: readonly string[] | null
  readonly rest: string
  readonly refused: boolean
}

/** What of a whole text is the probe's. Latin-1, so that a character is a byte. */
function model(all: Buffer): Read {
  const text = all.toString('latin1')
  const seen = text.slice(0, BEGIN.length)
  if (!BEGIN.startsWith(seen)) return { lines: null, rest: '', refused: true }
  const [before = '', ...others] = text.split(`\n${END}`)
  if (others.length === 0) return { lines: null, rest: '', refused: false }
  const [, ...lines] = before.split('\n').map((line) => Buffer.from(line, 'latin1').toString('utf8'))
  return { lines, rest: others.join(`\n${END}`), refused: false }
}

function read(chunks: readonly Buffer[]): Read {
  const reader = new GateReader(NONCE)
  let rest = ''
  try {
    for (const chunk of chunks) rest += reader.push(chunk).toString('latin1')
  } catch (error) {
    if (!(error instanceof ProbeTextError)) throw error
    return { lines: reader.lines, rest, refused: true }
  }
  return { lines: reader.lines, rest, refused: false }
}

describe('any text of a container, however cut', () => {
  test.each([
    ['markers and lines', gateText],
    ['bytes', anyBytes],
  ])('has its lines between the markers and nowhere else: %s', (_, bytes) => {
    fuzz(
      fc.property(inPieces(bytes), (chunks) => {
        expect(read(chunks)).toEqual(model(Buffer.concat(chunks)))
      }),
      700,
    )
  })

  test('has the lines of the first end marker only', () => {
    fuzz(
      fc.property(gateText, gateText, (first, second) => {
        const seen = read([first])
        fc.pre(seen.lines !== null)
        expect(read([first, second]).lines).toEqual(seen.lines)
      }),
    )
  })

  test('is held up to a mebibyte and the piece at hand, and then refused', () => {
    fuzz(
      fc.property(fc.array(fc.integer({ min: 1000, max: 200_000 }), { minLength: 1, maxLength: 6 }), (sizes) => {
        const reader = new GateReader(NONCE)
        reader.push(Buffer.from(BEGIN))
        let held = BEGIN.length
        const push = (): void => {
          for (let n = 0; held <= MEBIBYTE; n += 1) {
            const size = sizes[n % sizes.length] ?? 1
            reader.push(Buffer.alloc(size, 'x'))
            held += size
          }
        }
        expect(push).toThrow(ProbeTextError)
        expect(held).toBeLessThanOrEqual(MEBIBYTE)
        expect(held).toBeGreaterThan(MEBIBYTE - Math.max(...sizes))
      }),
      20,
    )
  })
})

describe('a shell that writes a byte at a time', () => {
  const work = (bytes: number): number => {
    const reader = new GateReader(NONCE)
    reader.push(Buffer.from(BEGIN))
    const one = Buffer.from('x')
    return allocatedBytes(() => {
      for (let n = 0; n < bytes; n += 1) reader.push(one)
    })
  }

  test.each([100_000, 200_000, 400_000])('has each byte copied a few times at most: %d bytes', (bytes) => {
    expect(work(bytes)).toBeLessThanOrEqual(4 * bytes)
  })
})
