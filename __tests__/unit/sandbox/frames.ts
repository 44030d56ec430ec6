import type { StreamName } from '../../../src/sandbox/demuxer.ts'

/** One frame of the attach protocol, as the engine sends it. */
export function frame(stream: StreamName, payload: Buffer | string): Buffer {
  const bytes = Buffer.from(payload)
  const head = Buffer.alloc(8)
  head[0] = stream === 'stdout' ? 1 : 2
  head.writeUInt32BE(bytes.length, 4)
  return Buffer.concat([head, bytes])
}

/** Bytes cut at these places, whatever their order; places beyond the end are left out. */
export function cut(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const inside = [...new Set(places)].filter((place) => place > 0 && place < bytes.length).sort((a, b) => a - b)
  return [0, ...inside].map((from, n) => bytes.subarray(from, inside[n] ?? bytes.length))
}
