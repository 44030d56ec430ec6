import { Duplex } from 'node:stream'

/** An attached connection without an engine: a test gives what the container writes, and sees what it is sent. */
export class FakeConnection extends Duplex {
  #waiting: (Buffer | null)[] = []
  #wanted = false
  readonly #sent: Buffer[] = []
  readonly inputEnded: Promise<void>

  constructor() {
    super({ readableHighWaterMark: 1 })
    this.inputEnded = new Promise((resolve) => this.once('finish', resolve))
  }

  /** Text that was sent to the container's standard input. */
  get written(): string {
    return Buffer.concat(this.#sent).toString()
  }

  /** Chunks that nobody has read yet. */
  get untaken(): number {
    return this.#waiting.length
  }

  give(...chunks: readonly Buffer[]): void {
    this.#waiting.push(...chunks)
    this.#pass()
  }

  /** The container's output ends. */
  finish(): void {
    this.#waiting.push(null)
    this.#pass()
  }

  override _read(): void {
    this.#wanted = true
    this.#pass()
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#sent.push(chunk)
    done()
  }

  #pass(): void {
    if (!this.#wanted || this.#waiting.length === 0) return
    this.#wanted = false
    const [next = null, ...rest] = this.#waiting
    this.#waiting = rest
    this.push(next)
  }
}
