import { asRecord, asString } from '../domain/decode.ts'
import { messageOf } from '../domain/errors.ts'

/** Longer words would hide what else a person has to read. */
const MOST_WORDS = 1000
const MOST_PAGE_WORDS = 120

/** What an answer that refuses says, as one text: the engine's own message, or what came in its place. */
export function refusalWords(status: number | null, body: string): string {
  const text = body.trim()
  if (status !== null && status < 400 && !isPage(text)) return `HTTP ${String(status)}, which is no answer to this call`
  if (text === '') return `HTTP ${String(status)} without a word`
  if (isPage(text)) return `HTTP ${String(status)} and ${pageWords(text)}`
  const message = asRecord(jsonOrNull(text))
  return (
    clipped((asString(message['message']) ?? asString(message['error']) ?? text).trim()) || `HTTP ${String(status)}`
  )
}

/** Why an answer of success could not be read. */
export function unreadableWords(body: string): string {
  return isPage(body.trim()) ? pageWords(body) : 'the answer is not JSON'
}

/** Node's words for a connection that failed, in words that say what happened. Its code stays in them. */
export function faultWords(error: unknown): string {
  const code = asString(asRecord(error)['code']) ?? ''
  const said = clipped(messageOf(error))
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return `the engine is not there (${said})`
  if (code === 'ECONNRESET' || code === 'EPIPE') return `the engine broke the connection off (${said})`
  if (code.startsWith('HPE_')) return `what answers does not speak HTTP as an engine does (${said})`
  return said
}

/** A proxy or a portal between here and the engine answers with a page of its own. */
function isPage(text: string): boolean {
  return /^<(?:!doctype|html|head|body|\?xml)\b/i.test(text)
}

function pageWords(page: string): string {
  const shown = page
    .slice(0, 4 * MOST_WORDS)
    .replace(/<(style|script)\b.*?<\/\1>/gis, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_PAGE_WORDS)
  return `a web page in place of the engine's answer ("${shown}"): something else answers for the engine`
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // plain text, as some answer
  }
}

function clipped(text: string): string {
  return text.length <= MOST_WORDS ? text : `${text.slice(0, MOST_WORDS)}…`
}
