/** Record separator (ASCII): text that a person reads has none, so that hardly a byte of it is ever held back. */
const BEGIN = '\u001e'
const CODE = /^(\d{3})\n$/
const CODE_BYTES = 4

/**
 * Takes the probe's last word out of a container's standard output: a record separator, `confine-over`, the nonce and the step's exit code as
 * three digits, on one line, wherever it begins, for the step's last line may lack its end. Where it is missing, the rest
 * of the stream was lost. No secret from the step, which can read PID 1's arguments: it is held against what the engine
 * says of the exit, and a step that says it too can only contradict that.
 */
export class LastWordReader {
  readonly #word: Buffer
  #held: Buffer = Buffer.alloc(0)
  #code: number | null = null

  constructor(nonce: string) {
    this.#word = Buffer.from(`${BEGIN}confine-over ${nonce} `)
  }

  /** The exit code that was said last; `null` when none was said. */
  get code(): number | null {
    return this.#code
  }

  /** Gives back the bytes that are the step's. What may yet become a last word is held back. */
  push(bytes: Buffer): Buffer {
    let rest = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    const own: Buffer[] = []
    let at = rest.indexOf(this.#word)
    while (at >= 0 && at + this.#word.length + CODE_BYTES <= rest.length) {
      const behind = at + this.#word.length
      const code = CODE.exec(rest.toString('latin1', behind, behind + CODE_BYTES))?.[1] ?? null
      if (code !== null) this.#code = Number(code)
      own.push(rest.subarray(0, code === null ? behind : at))
      rest = rest.subarray(code === null ? behind : behind + CODE_BYTES)
      at = rest.indexOf(this.#word)
    }
    const open = at >= 0 ? at : rest.length - this.#begun(rest)
    // A copy: a view would keep the whole chunk alive.
    this.#held = Buffer.from(rest.subarray(open))
    rest = rest.subarray(0, open)
    return own.length === 0 ? rest : Buffer.concat([...own, rest])
  }

  /** What never became a last word. */
  flush(): Buffer {
    const rest = this.#held
    this.#held = Buffer.alloc(0)
    return rest
  }

  /** Bytes at the end that begin a last word. */
  #begun(bytes: Buffer): number {
    const first = this.#word[0] ?? 0
    // Only from its first byte on: a view for each length would be thousands a second of a step that prints much.
    for (let at = bytes.indexOf(first, -(this.#word.length - 1)); at >= 0; at = bytes.indexOf(first, at + 1)) {
      const rest = bytes.length - at
      if (rest < this.#word.length && bytes.subarray(at).equals(this.#word.subarray(0, rest))) return rest
    }
    return 0
  }
}
