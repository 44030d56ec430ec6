/** Stream types of the attach protocol (Docker API, "Attach to a container", stream format). */
export type StreamName = 'stdout' | 'stderr'

/** The engine never sends more than 32 KiB in a frame; a larger length is a torn or foreign stream. */
const MAX_FRAME_BYTES = 16 * 1024 * 1024
const HEADER_BYTES = 8

export class DemuxError extends Error {
  override readonly name = 'DemuxError'
}

/**
 * Takes the multiplexed stream apart: an 8-byte head (type, three zeros, length as big-endian uint32), then the payload.
 * Iterative, holds at most one head, passes payload on piece by piece as it comes. docker-modem's own demuxer recurses
 * once per frame and turns raw for good at an unknown type.
 */
export class Demuxer {
  readonly #onPayload: (stream: StreamName, bytes: Buffer) => void
  #head = Buffer.alloc(0)
  #stream: StreamName = 'stdout'
  #left = 0

  constructor(onPayload: (stream: StreamName, bytes: Buffer) => void) {
    this.#onPayload = onPayload
  }

  /** Throws a DemuxError when the bytes are not of this protocol. */
  push(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#left > 0) {
        const piece = chunk.subarray(at, at + this.#left)
        at += piece.length
        this.#left -= piece.length
        this.#onPayload(this.#stream, piece)
      } else {
        const wanted = HEADER_BYTES - this.#head.length
        const piece = chunk.subarray(at, at + wanted)
        at += piece.length
        this.#head = Buffer.concat([this.#head, piece])
        if (this.#head.length === HEADER_BYTES) this.#openFrame()
      }
    }
  }

  /** True when the stream may end here: between two frames. */
  get whole(): boolean {
    return this.#left === 0 && this.#head.length === 0
  }

  #openFrame(): void {
    const head = this.#head
    const type = head[0]
    const length = head.readUInt32BE(4)
    if ((type !== 1 && type !== 2) || head[1] !== 0 || head[2] !== 0 || head[3] !== 0) {
      throw new DemuxError(`the output stream holds a frame of unknown type (${head.toString('hex')})`)
    }
    if (length > MAX_FRAME_BYTES) throw new DemuxError(`the output stream holds a frame of ${String(length)} bytes`)
    this.#stream = type === 1 ? 'stdout' : 'stderr'
    this.#left = length
    this.#head = Buffer.alloc(0)
  }
}
