import type { Duplex } from 'node:stream'
import { messageOf } from '../domain/errors.ts'
import { asBytes } from './collect.ts'
import { BoundedOutput, type KeptOutput } from './bounded-output.ts'
import { Demuxer } from './demuxer.ts'
import type { StreamName } from './demuxer.ts'
import { GateReader } from './gate-reader.ts'
import { LastWordReader } from './last-word.ts'
import { Utf8Aligner } from './utf8-aligner.ts'

/**
 * Where a step's output is shown as it comes. May return a promise, which holds the stream back until it settles; after
 * that, or else after the call, the bytes are gone.
 */
export interface OutputSink {
  write(stream: StreamName, bytes: Buffer): void | Promise<void>
}

/** How the connection ended. */
export type StreamEnd = { readonly kind: 'ended' } | { readonly kind: 'broke'; readonly reason: string }

/** Shown when the probe failed: what the image's shell said to that. */
const MAX_COMPLAINT_BYTES = 2000

/**
 * One container's attached connection: up to the probe's end marker its standard output is the probe's, from then on
 * everything but the probe's last word is the step's. Read with backpressure: nothing is queued here beyond the chunk at hand.
 */
export class StepStream {
  readonly output: BoundedOutput
  /** Settles with the probe's lines; rejects when they can't come any more. */
  readonly probe: Promise<readonly string[]>
  /** Never rejects. */
  readonly end: Promise<StreamEnd>
  readonly #connection: Duplex
  readonly #reader: GateReader
  readonly #over: LastWordReader
  readonly #sink: OutputSink
  readonly #demuxer: Demuxer
  readonly #aligners = { stdout: new Utf8Aligner(), stderr: new Utf8Aligner() }
  #complaint = Buffer.alloc(0)
  #released = false
  #echo: Promise<void> | null = null
  #earlyBytes = 0

  constructor(connection: Duplex, nonce: string, outputLimit: number, sink: OutputSink) {
    this.#connection = connection
    this.#reader = new GateReader(nonce)
    this.#over = new LastWordReader(nonce)
    this.#sink = sink
    this.output = new BoundedOutput(outputLimit)
    this.#demuxer = new Demuxer((stream, bytes) => {
      this.#route(stream, bytes)
    })
    let found: (lines: readonly string[]) => void = () => undefined
    let lost: (error: Error) => void = () => undefined
    this.probe = new Promise((resolve, reject) => {
      found = resolve
      lost = reject
    })
    this.probe.catch(() => undefined) // whoever asks gets it; nobody may ask any more
    this.end = this.#pump(found).then((end) => {
      lost(new Error(end.kind === 'broke' ? end.reason : 'the container’s output ended before the probe did'))
      return end
    })
  }

  /** What the image's shell wrote to standard error before the release. */
  get complaint(): string {
    return this.#complaint.toString('utf8').trim()
  }

  /** Bytes that came after the end marker and before the release: a gate that does not hold. */
  get earlyBytes(): number {
    return this.#earlyBytes
  }

  get released(): boolean {
    return this.#released
  }

  /** The step's exit code, as the probe's shell said it last; `null` when it did not. */
  get saidCode(): number | null {
    return this.#over.code
  }

  /** Opens the gate, hands over the step's input, and closes the input. */
  release(word: string, input: string | null): void {
    this.#released = true
    this.#connection.on('error', () => undefined) // a step that does not read its input closes it under us
    this.#connection.end(`${word}\n${input ?? ''}`)
  }

  /** What was kept, once no more comes. */
  finish(): KeptOutput {
    this.#keep('stdout', this.#aligners.stdout.push(this.#over.flush()))
    for (const stream of ['stdout', 'stderr'] as const) this.#keep(stream, this.#aligners[stream].flush())
    return this.output.finish()
  }

  close(): void {
    this.#connection.destroy()
  }

  async #pump(found: (lines: readonly string[]) => void): Promise<StreamEnd> {
    try {
      for await (const chunk of this.#connection) {
        this.#demuxer.push(asBytes(chunk))
        if (this.#reader.lines !== null) found(this.#reader.lines)
        if (this.#echo !== null) {
          await this.#echo
          this.#echo = null
        }
        giveBack(asBytes(chunk))
      }
      if (this.#demuxer.whole) return { kind: 'ended' }
      return { kind: 'broke', reason: 'the output stream ended inside a frame' }
    } catch (error) {
      return { kind: 'broke', reason: `the output stream broke: ${messageOf(error)}` }
    }
  }

  #route(stream: StreamName, bytes: Buffer): void {
    if (this.#released) {
      const own = stream === 'stdout' ? this.#over.push(bytes) : bytes
      this.#keep(stream, this.#aligners[stream].push(own))
      return
    }
    if (stream === 'stderr') {
      const room = MAX_COMPLAINT_BYTES - this.#complaint.length
      if (room > 0) this.#complaint = Buffer.concat([this.#complaint, bytes.subarray(0, room)])
      return
    }
    this.#earlyBytes += this.#reader.push(bytes).length
  }

  #keep(stream: StreamName, bytes: Buffer): void {
    if (bytes.length === 0) return
    const head = this.output.push(stream, bytes)
    if (head.length === 0) return
    const pending = this.#echo
    const written =
      pending === null ? this.#sink.write(stream, head) : pending.then(() => this.#sink.write(stream, head))
    if (written instanceof Promise) this.#echo = written
  }
}

/** ES2024, which Node 20 lacks. */
interface Transferable {
  transfer(newLength: number): unknown
}

/**
 * Frees the memory of a chunk that nobody looks at any more. V8 is late to collect what lies outside of its heap: a step
 * that prints fast would have this process grow by some 80 MB. Small chunks may share their memory, and stay.
 */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer.byteLength === byteLength && isTransferable(buffer)) buffer.transfer(0)
}

function isTransferable(memory: object): memory is Transferable {
  return 'transfer' in memory
}
