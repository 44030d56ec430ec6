import { StringDecoder } from 'node:string_decoder'
import type { Readable } from 'node:stream'
import { asRecord, asString } from '../domain/decode.ts'
import { messageOf } from '../domain/errors.ts'
import { sentenceOf } from '../plan/printable.ts'
import { asBytes } from './collect.ts'
import { EngineError } from './engine.ts'
import { unreadableWords } from './engine-words.ts'

/** What a pull may take. */
export interface PullLimits {
  /** Longest silence, in milliseconds. */
  readonly silenceMs: number
  /** All of it, in milliseconds. */
  readonly totalMs: number
  /** A line of progress has some hundred bytes. */
  readonly lineBytes: number
  /** Lines that are passed on; more say nothing to a person. */
  readonly shownLines: number
}

const LIMITS: PullLimits = { silenceMs: 300_000, totalMs: 3_600_000, lineBytes: 1024 * 1024, shownLines: 2000 }

const broken = (why: string, error?: unknown): EngineError => new EngineError('pull image', null, why, { cause: error })

/**
 * Follows the JSON lines of a pull. An error inside the stream comes with HTTP status 200, so that only the lines tell
 * whether the pull worked (moby api/types/jsonmessage). One line per layer and phase is passed on, not each tick.
 */
export async function readPullProgress(
  stream: Readable,
  onProgress: (line: string) => void,
  limits = LIMITS,
): Promise<void> {
  const stop = (why: string): void => void stream.destroy(broken(why))
  const silence = setTimeout(stop, limits.silenceMs, 'no progress for 5 minutes')
  const total = setTimeout(stop, limits.totalMs, 'it takes more than an hour')
  let last = ''
  let shown = 0
  const show = (line: string): void => {
    shown += 1
    if (shown <= limits.shownLines) onProgress(line)
  }
  try {
    for await (const line of linesOf(stream, limits.lineBytes)) {
      silence.refresh()
      last = handle(line, last, show)
    }
  } catch (error) {
    if (error instanceof EngineError) throw error
    throw broken(`the engine broke the connection off (${messageOf(error)})`, error)
  } finally {
    clearTimeout(silence)
    clearTimeout(total)
    stream.destroy()
  }
}

async function* linesOf(stream: Readable, longest: number): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of stream) {
    const [first = '', ...more] = decoder.write(asBytes(chunk)).split('\n')
    rest += first
    for (const next of more) {
      yield rest
      rest = next
    }
    if (rest.length > longest) throw broken('the answer has no end of line')
  }
  yield rest + decoder.end()
}

function handle(line: string, last: string, onProgress: (line: string) => void): string {
  if (line.trim() === '') return last
  const message = asRecord(parseLine(line))
  const error = asString(asRecord(message['errorDetail'])['message']) ?? asString(message['error'])
  if (error !== null) throw new EngineError('pull image', 200, sentenceOf(error))
  const layer = asString(message['id'])
  const text = `${layer === null ? '' : `${layer}: `}${asString(message['status']) ?? ''}`
  if (text !== last && text !== '') onProgress(text)
  return text
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    const why = unreadableWords(line).replace('the answer', 'the progress')
    throw new EngineError('pull image', 200, why, { cause: error })
  }
}
