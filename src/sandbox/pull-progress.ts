import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { asRecord, asString } from '../domain/decode.ts'
import { EngineError } from './engine.ts'

/** Longest silence of a pull before it is given up. */
const SILENCE_MS = 300_000

/**
 * Follows the JSON lines of a pull. An error inside the stream comes with HTTP status 200, so that only the lines tell
 * whether the pull worked (moby api/types/jsonmessage). One line per layer and phase is passed on, not each tick.
 */
export async function readPullProgress(stream: Readable, onProgress: (line: string) => void): Promise<void> {
  let timer = setTimeout(giveUp, SILENCE_MS)
  function giveUp(): void {
    stream.destroy(new EngineError('pull image', null, 'no progress for 5 minutes'))
  }
  let last = ''
  const lines = createInterface({ input: stream, crlfDelay: Infinity })
  // readline does not pass its input's errors on to a pending iteration (nodejs/node#42454): race it.
  const broke = new Promise<never>((_, reject) => {
    stream.once('error', reject)
    stream.once('close', () => {
      if (!stream.readableEnded) reject(new EngineError('pull image', null, 'the engine broke the connection'))
    })
  })
  const read = async (): Promise<void> => {
    for await (const line of lines) {
      clearTimeout(timer)
      timer = setTimeout(giveUp, SILENCE_MS)
      last = handle(line, last, onProgress)
    }
  }
  try {
    await Promise.race([read(), broke])
  } finally {
    clearTimeout(timer)
    stream.destroy()
  }
}

function handle(line: string, last: string, onProgress: (line: string) => void): string {
  if (line.trim() === '') return last
  const message = asRecord(parseLine(line))
  const error = asString(asRecord(message['errorDetail'])['message']) ?? asString(message['error'])
  if (error !== null) throw new EngineError('pull image', 200, error)
  const layer = asString(message['id'])
  const text = `${layer === null ? '' : `${layer}: `}${asString(message['status']) ?? ''}`
  if (text !== last && text !== '') onProgress(text)
  return text
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw new EngineError('pull image', 200, 'the progress is not JSON', { cause: error })
  }
}
