// @ts-check
import { ANSWERS, errorAnswer, Refusal, refuse } from './answers.mjs'
import { HANDLERS } from './handlers.mjs'
import { demandPermission } from './permissions.mjs'
import { findBreach } from './requests.mjs'

/** @typedef {import('./answers.mjs').Answer} Answer */
/** @typedef {import('./description.mjs').Operation} Operation */
/** @typedef {import('./index.d.mts').Identity} Identity */
/** @typedef {import('./index.d.mts').Repository} Repository */
/** @typedef {import('./index.d.mts').Seen} Seen */

/**
 * The stand-in apart from its sockets.
 * @typedef {object} Service
 * @property {Readonly<Record<string, Identity>>} tokens
 * @property {Map<string, { repository: Repository, commits: 'any' | 'known' }>} repositories by lower-case full name
 * @property {import('./render.mjs').Urls} urls
 * @property {'refuse' | 'drop'} annotationOverflow
 * @property {{ limit: number, used: number, reset: number }} rate
 * @property {() => string} now
 * @property {(seen: Seen, kind: import('./index.d.mts').Violation['kind'], message: string) => void} violate
 */

/** @typedef {{ seen: Seen, operation: Operation | null, params: Record<string, string> }} Request */

/**
 * Judges a request by GitHub's description, whatever becomes of it afterwards.
 * @param {Service} service
 * @param {Request} request
 * @returns {{ breach: import('./requests.mjs').Breach | null, body: unknown }} body as the handler gets it
 */
export function judge(service, { seen, operation, params }) {
  if (operation === null) {
    service.violate(seen, 'operation', 'not among the operations of openapi.json')
    return { breach: null, body: undefined }
  }
  const breach = findBreach(operation, seen, params)
  if (breach === null) return { breach, body: seen.body }
  service.violate(seen, breach.kind, breach.message)
  const fewer = service.annotationOverflow === 'drop' ? withoutOverflow(seen.body) : null
  if (fewer === null) return { breach, body: seen.body }
  return { breach: findBreach(operation, { ...seen, body: fewer }, params), body: fewer }
}

/** @param {any} body */
function withoutOverflow(body) {
  const annotations = body?.output?.annotations
  if (!Array.isArray(annotations) || annotations.length <= 50) return null
  return { ...body, output: { ...body.output, annotations: annotations.slice(0, 50) } }
}

/**
 * @param {Service} service
 * @param {Request} request
 * @param {ReturnType<typeof judge>} judged
 * @returns {Answer}
 */
export function respond(service, request, judged) {
  try {
    return handle(service, request, judged)
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}

/** @param {Service} service @param {Request} request @param {ReturnType<typeof judge>} judged @returns {Answer} */
function handle(service, { seen, operation, params }, { breach, body }) {
  const identity = authenticate(service, seen)
  if (operation === null) return refuse(404, 'Not Found')
  const { repository, commits } = findRepository(service, params)
  demandPermission(operation.id, identity, repository)
  // A path parameter of the wrong shape is nothing that could be found.
  if (breach !== null && !operation.path({ ...params })) refuse(404, 'Not Found')
  if (seen.raw !== '' && seen.body === undefined) refuse(400, 'Problems parsing JSON')
  if (breach !== null && !breach.tolerated) refuse(422, `Invalid request.\n\n${breach.message}`)
  const handler = HANDLERS[operation.id]
  if (handler === undefined) throw new Error(`${operation.id} is described but not imitated`)
  const report = (/** @type {string} */ message) => service.violate(seen, 'limit', message)
  const self = service.urls.api + encodeURI(seen.path)
  const { urls, rate, now } = service
  return handler({
    repository,
    identity,
    params,
    query: { ...seen.query },
    body,
    self,
    urls,
    commits,
    rate,
    now,
    report,
  })
}

/** @param {Service} service @param {Seen} seen @returns {Identity} */
function authenticate({ tokens }, { headers, token }) {
  if (headers['user-agent'] === undefined) {
    refuse(403, 'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.')
  }
  if (token === null) refuse(401, 'Requires authentication')
  const { status = 401, message = '' } = ANSWERS.badCredentials
  const identity = Object.hasOwn(tokens, token) ? tokens[token] : undefined
  return identity ?? refuse(status, message)
}

/** @param {Service} service @param {Record<string, string>} params */
function findRepository({ repositories }, { owner, repo }) {
  // /user and /rate_limit belong to no repository; any one serves.
  const [first] = repositories.values()
  const found = owner === undefined ? first : repositories.get(`${owner}/${repo}`.toLowerCase())
  return found ?? refuse(404, 'Not Found')
}

/**
 * What a fault answers in GitHub's place; null when it lets the request through.
 * @param {import('./index.d.mts').FaultAction} fault
 * @returns {(Answer & { garbage?: string }) | null}
 */
export function answerOfFault({ status, message = 'Fault', errors, headers = {}, garbage }) {
  if (garbage !== undefined) {
    const text = garbage === true ? '<!DOCTYPE html>\n<title>Unicorn! &middot; GitHub</title>' : garbage
    return { status: status ?? 200, headers: { ...headers }, garbage: text }
  }
  if (status === undefined) return null
  return errorAnswer(status, message, { headers: { ...headers }, ...(errors && { errors }) })
}
