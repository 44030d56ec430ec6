/** Far more than the probe's text in an image with a huge environment. */
const MAX_PROBE_BYTES = 1024 * 1024

export class ProbeTextError extends Error {
  override readonly name = 'ProbeTextError'
}

/**
 * Takes the probe's lines out of a container's standard output: from the begin marker, which must be the very first
 * line, to the end marker. What comes after the end marker is not the probe's, whatever it looks like.
 */
export class GateReader {
  readonly #begin: string
  readonly #end: string
  #text = Buffer.alloc(0)
  #lines: readonly string[] | null = null

  constructor(nonce: string) {
    this.#begin = `confine-begin ${nonce}`
    this.#end = `confine-end ${nonce}`
  }

  /** The lines between the markers once the end marker has come, else `null`. */
  get lines(): readonly string[] | null {
    return this.#lines
  }

  /** Gives back the bytes that come after the end marker. Throws a ProbeTextError when this can't become a probe's text. */
  push(bytes: Buffer): Buffer {
    if (this.#lines !== null) return bytes
    const from = Math.max(0, this.#text.length - this.#end.length - 2)
    this.#text = Buffer.concat([this.#text, bytes])
    this.#refuseForeign()
    const at = this.#text.indexOf(`\n${this.#end}\n`, from)
    if (at < 0) {
      if (this.#text.length > MAX_PROBE_BYTES) throw new ProbeTextError('the probe wrote too much')
      return Buffer.alloc(0)
    }
    this.#lines = this.#text.subarray(0, at).toString('utf8').split('\n').slice(1)
    const rest = this.#text.subarray(at + this.#end.length + 2)
    this.#text = Buffer.alloc(0)
    return rest
  }

  #refuseForeign(): void {
    const wanted = Buffer.from(`${this.#begin}\n`)
    const seen = this.#text.subarray(0, wanted.length)
    if (!wanted.subarray(0, seen.length).equals(seen)) throw new ProbeTextError('the first line is not the probe’s')
  }
}
