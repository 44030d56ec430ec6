import { asRecord, asString } from '../domain/decode.ts'
import { messageOf } from '../domain/errors.ts'
import { sentenceOf } from '../plan/printable.ts'

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
  const said = clipped((asString(message['message']) ?? asString(message['error']) ?? text).trim())
  return said === '' ? `HTTP ${String(status)}` : sentenceOf(said)
}

/** Codes of OpenSSL's verification, as Node names them (nodejs.org, "TLS", X509 certificate error codes). */
const UNTRUSTED = /^(?:UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE|INVALID_CA)/

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
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `the engine's certificate is for another host (${said})`
  if (UNTRUSTED.test(code))
    return `the engine's certificate is not trusted: the authority that signed it has to be in ca.pem (${said})`
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return `the engine's certificate is not valid now (${said})`
  // OpenSSL's message is a list, mostly of places in its sources: error:CODE:library:function:reason:file:line:more.
  const reason = /error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/.exec(said)?.[1] ?? said
  if (/alert/i.test(reason)) return `the engine refuses the TLS connection or this client's certificate (${reason})`
  if (code === 'EPROTO') return `no TLS is spoken at this address (${reason})`
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
  return `a web page in place of the engine's answer (${sentenceOf(shown)}): something else answers for the engine`
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
