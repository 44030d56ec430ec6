import fc from 'fast-check'
import { cut, frame } from '../unit/sandbox/frames.ts'
import { anyLine } from './probe-lines.ts'

export const NONCE = 'a1b2c3'
export const BEGIN = `confine-begin ${NONCE}\n`
export const END = `confine-end ${NONCE}\n`

const places = fc.array(fc.nat(4000), { maxLength: 30 })

/** Bytes in pieces, as a connection may give them. */
export function inPieces(bytes: fc.Arbitrary<Buffer>): fc.Arbitrary<readonly Buffer[]> {
  return fc.tuple(bytes, places).map(([all, at]) => cut(all, at))
}

export const anyBytes: fc.Arbitrary<Buffer> = fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes))

/** Text of a container: markers whole, torn and forged, lines of a probe, bytes. */
export const gateText: fc.Arbitrary<Buffer> = fc
  .tuple(
    fc.constantFrom(BEGIN, BEGIN, BEGIN, '', '\n', BEGIN.slice(0, 9), END),
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: anyLine.map((line) => Buffer.from(`${line}\n`)) },
        fc
          .constantFrom(END, BEGIN, END.trimEnd(), `x${END}`, END.replace('\n', '\r\n'), END.slice(0, 12), '\n')
          .map((text) => Buffer.from(text)),
        anyBytes,
      ),
      { maxLength: 10 },
    ),
    fc.constantFrom(END, END, `\n${END}`, ''),
    anyBytes,
  )
  .map(([begin, pieces, end, after]) => Buffer.concat([Buffer.from(begin), ...pieces, Buffer.from(end), after]))

/** Eight bytes that look like the head of a frame to those who look at some of them. */
const head = fc
  .tuple(fc.constantFrom(0, 1, 1, 2, 2, 3, 255), fc.constantFrom(0, 0, 0, 0, 0, 1, 255), fc.nat(2), length())
  .map(([type, other, at, bytes]) => {
    const made = Buffer.alloc(8)
    made[0] = type
    made[at + 1] = other
    made.writeUInt32BE(bytes, 4)
    return made
  })

function length(): fc.Arbitrary<number> {
  return fc.oneof(fc.nat(20), fc.constantFrom(0, 16_777_216, 16_777_217, 0x7fffffff, 0x80000000, 0xffffffff))
}

export interface SentFrame {
  readonly stream: 'stdout' | 'stderr'
  readonly payload: Buffer
}

export function framesOf(payload: fc.Arbitrary<Buffer>): fc.Arbitrary<readonly SentFrame[]> {
  return fc.array(fc.record({ stream: fc.constantFrom('stdout' as const, 'stderr' as const), payload }), {
    maxLength: 8,
  })
}

/** Frames, heads without their payload, and bytes that are neither. */
export const almostFrames: fc.Arbitrary<Buffer> = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: framesOf(anyBytes).map((all) => Buffer.concat(all.map((one) => frame(one.stream, one.payload)))),
      },
      { weight: 2, arbitrary: head },
      anyBytes,
    ),
    { maxLength: 5 },
  )
  .map((pieces) => Buffer.concat(pieces))
