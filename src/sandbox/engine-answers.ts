import type { Readable } from 'node:stream'
import { asNumber, asRecord, asString } from '../domain/decode.ts'
import { messageOf } from '../domain/errors.ts'
import { asBytes, collect } from './collect.ts'
import { unreadableWords } from './engine-words.ts'
import { EngineError, type PathKind, type PathStat } from './engine.ts'
import { within } from './within.ts'

/** No JSON answer that is read here comes near this size. */
const ANSWER_BYTES = 32 * 1024 * 1024
/** The rest of longer words of refusal is not waited for. */
const REFUSAL_BYTES = 64 * 1024
export const LATE = 'the engine did not answer in time'

/** Ends the call's connection with its time: what a hung engine was asked for, it shall not do later. */
export function bounded<T>(call: string, ms: number, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  return within(act(stop.signal), ms, () => {
    stop.abort()
    return new EngineError(call, null, LATE)
  })
}

/** Breaks off an answer that is not whole in time, with an EngineError for whoever reads it. */
export function endLate(call: string, answer: Readable, ms: number): void {
  const timer = setTimeout(() => answer.destroy(new EngineError(call, null, LATE)), ms)
  answer.once('close', () => {
    clearTimeout(timer)
  })
  answer.on('error', () => undefined) // nobody may read it any more
}

/**
 * As much as is needed of the words of a refusal, or of what broke off in the middle of them. Ends with its call's time.
 *
 * @param source the answer itself, where `answer` is what the transport made of it
 */
export function refusalBody(answer: Readable, source: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  return new Promise((resolve) => {
    const done = (): void => {
      resolve(Buffer.concat(chunks).toString('utf8'))
      answer.destroy()
    }
    answer.on('data', (chunk: unknown) => {
      chunks.push(asBytes(chunk))
      bytes += asBytes(chunk).length
      if (bytes > REFUSAL_BYTES) done()
    })
    answer.once('end', done)
    source.once('error', done)
    source.once('close', () => setImmediate(done))
  })
}

/** Bits of Go's `fs.FileMode` (pkg.go.dev/io/fs#FileMode); a link's come first, for nothing else is told of it. */
const KINDS: readonly (readonly [bit: number, kind: PathKind])[] = [
  [27, 'link'],
  [31, 'folder'],
  [25, 'pipe'],
  [24, 'socket'],
  [26, 'device'],
  [21, 'device'],
  [19, 'other'],
]

function kindOf(mode: number | null): PathKind {
  if (mode === null || !Number.isInteger(mode) || mode < 0) return 'other'
  return KINDS.find(([bit]) => Math.floor(mode / 2 ** bit) % 2 === 1)?.[1] ?? 'file'
}

/** The header of an answer about a path, as the archive endpoint gives it (base64 of JSON). */
export function decodePathStat(call: string, header: string): PathStat | null {
  const stat = asRecord(parseText(call, Buffer.from(header, 'base64').toString('utf8')))
  const size = asNumber(stat['size'])
  const mtime = asString(stat['mtime'])
  const linkTarget = asString(stat['linkTarget'])
  if (size === null || mtime === null) return null
  return { kind: kindOf(asNumber(stat['mode'])), size, mtime, linkTarget: linkTarget === '' ? null : linkTarget }
}

/** The JSON value of an answer; `null` for an empty one. */
export async function parse(call: string, answer: Readable): Promise<unknown> {
  return parseText(call, (await readAll(call, answer)).toString('utf8'))
}

/** @throws EngineError for what is neither JSON nor empty */
export function parseText(call: string, text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new EngineError(call, null, unreadableWords(text), { cause: error })
  }
}

export async function readAll(call: string, answer: Readable): Promise<Buffer> {
  try {
    return await collect(answer, ANSWER_BYTES)
  } catch (error) {
    throw new EngineError(call, null, `the answer broke off: ${messageOf(error)}`, { cause: error })
  }
}

/** What is not there is no error: `null`. */
export async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof EngineError && error.status === 404) return null
    throw error
  }
}
