// @ts-check
import { createServer } from 'node:http'
import { describeRequest, readBody } from './requests.mjs'
import { answerOfFault, judge, respond } from './respond.mjs'
import { inGitHubsWords } from './wording.mjs'

/** @typedef {import('./index.d.mts').Seen} Seen */
/** @typedef {import('./respond.mjs').Service} Service */
/** @typedef {import('./respond.mjs').Request} Request */
/** @typedef {{ status: number, headers?: Record<string, string>, body?: unknown, garbage?: string }} Outgoing */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/**
 * @typedef {object} Wiring
 * @property {Service} service
 * @property {ReturnType<typeof import('./faults.mjs').createFaults>} faults
 * @property {Seen[]} requests
 * @property {string} prefix
 */

/** @param {Wiring} wiring */
export function createGitHubServer(wiring) {
  return createServer((incoming, outgoing) => {
    serve(wiring, incoming, outgoing).catch((error) => {
      // A caller that gives up in the middle is no fault of the stand-in.
      if (outgoing.destroyed) return
      wiring.service.violate(blank(incoming), 'answer', error.stack)
      send(outgoing, { status: 500, body: { message: `The stand-in failed: ${error.message}` } }, {})
    })
  })
}

/** @param {Wiring} wiring @param {import('node:http').IncomingMessage} incoming @param {ServerResponse} outgoing */
async function serve(wiring, incoming, outgoing) {
  const { service, faults, requests, prefix } = wiring
  const raw = await readBody(incoming)
  const request = describeRequest(incoming, raw, { prefix, index: requests.length + 1 })
  requests.push(request.seen)
  const judged = judge(service, request)
  const rule = faults.take(request.seen)
  const fault = rule?.fault ?? {}
  if (fault.hang === true) return
  if (fault.reset === 'before') return void incoming.socket.resetAndDestroy()
  if (fault.hold === true) await rule?.released
  if (fault.delay !== undefined) await pause(fault.delay)
  fault.effect?.(affected(service, request))
  const answer = answerOfFault(fault) ?? respond(service, request, judged)
  if (fault.reset === 'after') return void incoming.socket.resetAndDestroy()
  check(service, request, answer)
  request.seen.status = answer.status
  service.rate.used += 1
  send(outgoing, answer, rateHeaders(service.rate))
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  // Not keeping the process alive: a test that has ended waits for no slow answer.
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref())
}

/** @param {Service} service @param {Request} request */
function affected({ repositories }, { params }) {
  const found = repositories.get(`${params.owner}/${params.repo}`.toLowerCase()) ?? [...repositories.values()][0]
  if (found === undefined) throw new Error('no repository')
  return found.repository
}

/**
 * Every answer is held against GitHub's description, those of faults too, except what is meant to be no JSON.
 * @param {Service} service @param {Request} request @param {Outgoing} answer
 */
function check(service, { seen, operation }, answer) {
  if (operation === null || answer.garbage !== undefined) return
  const validate = operation.answer(answer.status)
  if (validate === null && answer.body === undefined) return
  // As it will be read: without what JSON leaves out.
  const read = JSON.parse(JSON.stringify(answer.body ?? null))
  if (validate === null) service.violate(seen, 'answer', `${answer.status} has no body by the description`)
  else if (!validate(read)) service.violate(seen, 'answer', inGitHubsWords(validate.errors ?? []).join('\n'))
}

/** @param {Service['rate']} rate @returns {Record<string, string>} */
function rateHeaders({ limit, used, reset }) {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.max(0, limit - used)),
    'x-ratelimit-reset': String(reset),
    'x-ratelimit-used': String(used),
    'x-ratelimit-resource': 'core',
  }
}

/** @param {ServerResponse} outgoing @param {Outgoing} answer @param {Record<string, string>} common */
function send(outgoing, { status, headers = {}, body, garbage }, common) {
  const text = garbage ?? (body === undefined ? '' : JSON.stringify(body))
  const type = { 'content-type': 'application/json; charset=utf-8' }
  outgoing.writeHead(status, { server: 'github.com', ...common, ...(text !== '' && type), ...headers })
  outgoing.end(text)
}

/** @param {import('node:http').IncomingMessage} incoming @returns {Seen} */
function blank({ method = '', url = '', headers }) {
  const nothing = { query: {}, operation: null, raw: '', body: undefined, token: null, status: null }
  return { index: 0, method, path: url, headers, ...nothing }
}
