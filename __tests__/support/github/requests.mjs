// @ts-check
import { operations } from './description.mjs'
import { inGitHubsWords, onlyLimits } from './wording.mjs'

/** @typedef {import('./description.mjs').Operation} Operation */
/** @typedef {import('./index.d.mts').Seen} Seen */

/** More than any real report; GitHub's own limit isn't documented. */
const LARGEST_BODY = 16 * 1024 * 1024

/** @param {import('node:http').IncomingMessage} request */
export async function readBody(request) {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > LARGEST_BODY) throw new Error(`request body exceeds ${LARGEST_BODY} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {string} raw body
 * @param {{ prefix: string, index: number }} place
 * @returns {{ seen: Seen, operation: Operation | null, params: Record<string, string> }}
 */
export function describeRequest(request, raw, { prefix, index }) {
  const url = new URL(request.url ?? '/', 'http://stand-in')
  const method = request.method ?? 'GET'
  const bare = url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : url.pathname
  const { operation, params } = findOperation(method, bare)
  const query = Object.fromEntries(url.searchParams)
  const token = /^(?:token|bearer) (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
  const basics = { index, method, path: decodeURIComponent(bare), query, operation: operation?.id ?? null }
  const seen = { ...basics, headers: request.headers, raw, body: parsed(raw), token, status: null }
  return { seen, operation, params }
}

/** @param {string} method @param {string} path still encoded: a ref may carry %2F */
function findOperation(method, path) {
  for (const operation of operations) {
    const found = operation.method === method ? operation.pattern.exec(path) : null
    if (found === null) continue
    const params = Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)])
    return { operation, params: /** @type {Record<string, string>} */ (Object.fromEntries(params)) }
  }
  return { operation: null, params: {} }
}

/** @param {string} raw */
function parsed(raw) {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined // the caller tells "no body" from "not JSON" by `raw`
  }
}

/**
 * @typedef {object} Breach
 * @property {'request' | 'limit'} kind
 * @property {string} message
 * @property {boolean} tolerated GitHub doesn't refuse it, but the caller will get something else than it asked for
 */

/**
 * @param {Operation} operation
 * @param {Pick<Seen, 'query' | 'raw' | 'body' | 'headers'>} seen
 * @param {Record<string, string>} params
 * @returns {Breach | null} what GitHub's description forbids
 */
export function findBreach(operation, seen, params) {
  const errors = []
  // Copies: the validator turns text into numbers in place.
  if (!operation.path({ ...params })) errors.push(...(operation.path.errors ?? []))
  if (!operation.query({ ...seen.query })) errors.push(...(operation.query.errors ?? []))
  if (operation.body !== null && (seen.raw !== '' || operation.bodyRequired)) {
    if (!operation.body(seen.body ?? null)) errors.push(...(operation.body.errors ?? []))
  }
  if (errors.length === 0) return findOddity(operation, seen)
  return {
    kind: onlyLimits(errors) ? 'limit' : 'request',
    message: inGitHubsWords(errors).join('\n'),
    tolerated: false,
  }
}

/** @param {Operation} operation @param {Pick<Seen, 'query' | 'raw' | 'headers'>} seen @returns {Breach | null} */
function findOddity(operation, { headers, query, raw }) {
  const type = headers['content-type']
  if (Number(query.per_page) > 100) {
    return { kind: 'limit', message: `per_page=${query.per_page} is taken for 100, the maximum.`, tolerated: true }
  }
  if (raw !== '' && operation.body === null) {
    return { kind: 'request', message: 'A body was supplied where none is taken.', tolerated: true }
  }
  if (raw !== '' && !String(type).startsWith('application/json')) {
    return { kind: 'request', message: `The body's content type is ${type}.`, tolerated: true }
  }
  return null
}
