/** Far more than the probe's text in an image with a huge environment. */
const MAX_PROBE_BYTES = 1024 * 1024
const FIRST_ALLOCATION = 64 * 1024

export class ProbeTextError extends Error {
  override readonly name = 'ProbeTextError'
}

/**
 * Takes the probe's lines out of a container's standard output: from the begin marker, which must be the very first
 * line, to the end marker. What comes after the end marker is not the probe's, whatever it looks like.
 */
export class GateReader {
  readonly #begin: Buffer
  readonly #end: Buffer
  #text = Buffer.alloc(0)
  #bytes = 0
  #lines: readonly string[] | null = null

  constructor(nonce: string) {
    this.#begin = Buffer.from(`confine-begin ${nonce}\n`)
    this.#end = Buffer.from(`\nconfine-end ${nonce}\n`)
  }

  /** The lines between the markers once the end marker has come, else `null`. */
  get lines(): readonly string[] | null {
    return this.#lines
  }

  /** Gives back the bytes that come after the end marker. Throws a ProbeTextError when this can't become a probe's text. */
  push(bytes: Buffer): Buffer {
    if (this.#lines !== null) return bytes
    const from = Math.max(0, this.#bytes - this.#end.length)
    this.#append(bytes)
    const text = this.#text.subarray(0, this.#bytes)
    this.#refuseForeign(text)
    const at = text.indexOf(this.#end, from)
    if (at < 0) {
      if (text.length > MAX_PROBE_BYTES) throw new ProbeTextError('the probe wrote too much')
      return Buffer.alloc(0)
    }
    this.#lines = text.subarray(0, at).toString('utf8').split('\n').slice(1)
    this.#text = Buffer.alloc(0)
    return text.subarray(at + this.#end.length)
  }

  /** Into room that doubles: a shell that writes a byte at a time must not have all of it copied each time. */
  #append(bytes: Buffer): void {
    const needed = this.#bytes + bytes.length
    if (needed > this.#text.length) {
      const roomy = Buffer.alloc(Math.max(needed, this.#text.length * 2, FIRST_ALLOCATION))
      this.#text.copy(roomy, 0, 0, this.#bytes)
      this.#text = roomy
    }
    bytes.copy(this.#text, this.#bytes)
    this.#bytes = needed
  }

  #refuseForeign(text: Buffer): void {
    const seen = text.subarray(0, this.#begin.length)
    if (!this.#begin.subarray(0, seen.length).equals(seen)) {
      throw new ProbeTextError('the first line is not the probe’s')
    }
  }
}
