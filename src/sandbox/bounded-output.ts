import { createHash } from 'node:crypto'
import type { StreamName } from './demuxer.ts'

export interface StreamTotals {
  readonly bytes: number
  /** Hex digest of all bytes. */
  readonly sha256: string
}

export interface KeptOutput {
  readonly stdout: StreamTotals
  readonly stderr: StreamTotals
  readonly head: Buffer
  readonly tail: Buffer
  readonly droppedBytes: number
}

const FIRST_ALLOCATION = 64 * 1024

/**
 * Keeps the first and the last bytes of a step's output, half of the limit each, and counts and hashes all of it. Two
 * flat buffers, so that memory stays near the limit even when a step writes a byte at a time. Both streams are kept
 * together, in the order they came.
 */
export class BoundedOutput {
  readonly limit: number
  readonly #headLimit: number
  readonly #tailLimit: number
  readonly #hash = { stdout: createHash('sha256'), stderr: createHash('sha256') }
  readonly #bytes = { stdout: 0, stderr: 0 }
  #head = Buffer.alloc(0)
  #headBytes = 0
  #ring: Buffer | null = null
  /** Bytes that ever went to the ring; the next one goes to this number modulo its size. */
  #ringBytes = 0

  /** @param limit bytes that are kept, of both streams together */
  constructor(limit: number) {
    this.limit = limit
    this.#headLimit = Math.ceil(limit / 2)
    this.#tailLimit = limit - this.#headLimit
  }

  /** Gives back the part of `bytes` that still belongs to the head: what may be echoed as it comes. */
  push(stream: StreamName, bytes: Buffer): Buffer {
    this.#hash[stream].update(bytes)
    this.#bytes[stream] += bytes.length
    const head = bytes.subarray(0, this.#headLimit - this.#headBytes)
    this.#pushHead(head)
    this.#pushTail(bytes.subarray(head.length))
    return head
  }

  finish(): KeptOutput {
    return {
      stdout: { bytes: this.#bytes.stdout, sha256: this.#hash.stdout.copy().digest('hex') },
      stderr: { bytes: this.#bytes.stderr, sha256: this.#hash.stderr.copy().digest('hex') },
      head: this.#head.subarray(0, this.#headBytes),
      tail: this.#lastBytes(),
      droppedBytes: Math.max(0, this.#ringBytes - this.#tailLimit),
    }
  }

  #pushHead(bytes: Buffer): void {
    const needed = this.#headBytes + bytes.length
    if (needed > this.#head.length) {
      const grown = Buffer.alloc(Math.min(this.#headLimit, Math.max(needed, this.#head.length * 2, FIRST_ALLOCATION)))
      this.#head.copy(grown, 0, 0, this.#headBytes)
      this.#head = grown
    }
    bytes.copy(this.#head, this.#headBytes)
    this.#headBytes = needed
  }

  #pushTail(bytes: Buffer): void {
    if (bytes.length === 0 || this.#tailLimit === 0) {
      this.#ringBytes += bytes.length
      return
    }
    this.#ring ??= Buffer.alloc(this.#tailLimit)
    const skipped = Math.max(0, bytes.length - this.#tailLimit)
    let at = (this.#ringBytes + skipped) % this.#tailLimit
    let from = skipped
    while (from < bytes.length) {
      const copied = bytes.copy(this.#ring, at, from)
      from += copied
      at = (at + copied) % this.#tailLimit
    }
    this.#ringBytes += bytes.length
  }

  #lastBytes(): Buffer {
    if (this.#ring === null) return Buffer.alloc(0)
    if (this.#ringBytes <= this.#tailLimit) return this.#ring.subarray(0, this.#ringBytes)
    const start = this.#ringBytes % this.#tailLimit
    return Buffer.concat([this.#ring.subarray(start), this.#ring.subarray(0, start)])
  }
}
