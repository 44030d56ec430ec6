// @ts-check
/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {unknown} [body] none for 204
 * @property {Record<string, string>} [headers]
 */

/** Thrown by a handler: GitHub says no. */
export class Refusal extends Error {
  /** @param {Answer} answer */
  constructor(answer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

const DOCUMENTATION = 'https://docs.github.com/rest'

/**
 * GitHub's usual error body.
 * @param {number} status
 * @param {string} message
 * @param {{ errors?: readonly object[], documentation?: string, headers?: Record<string, string> }} [more]
 * @returns {Answer}
 */
export function errorAnswer(status, message, more = {}) {
  const { errors, documentation = DOCUMENTATION, headers = {} } = more
  // The description's validation-error, unlike its basic-error, has no `status`.
  const code = status === 422 ? {} : { status: String(status) }
  const body = { message, ...(errors && { errors }), documentation_url: documentation, ...code }
  return { status, body, headers }
}

/** @param {Parameters<typeof errorAnswer>} parts @returns {never} */
export function refuse(...parts) {
  throw new Refusal(errorAnswer(...parts))
}

const RATE_LIMITS = `${DOCUMENTATION}/using-the-rest-api/rate-limits-for-the-rest-api`

/** GitHub's own wording. @type {typeof import('./index.d.mts').ANSWERS} */
export const ANSWERS = {
  // dorny/test-reporter#168, EnricoMi/publish-unit-test-result-action#95
  notAccessible: { status: 403, message: 'Resource not accessible by integration' },
  // probot/stale#25, renovatebot/renovate#6215
  locked: { status: 403, message: 'Unable to create comment because issue is locked.' },
  // cockpit-project/cockpit#8417
  tooManyComments: { status: 403, message: 'Commenting is disabled on issues with more than 2500 comments' },
  badCredentials: { status: 401, message: 'Bad credentials' },
  notFound: { status: 404, message: 'Not Found' },
  serverError: { status: 500, message: 'Server Error' },
  unavailable: { status: 503, message: 'No server is currently available to service your request.' },
  noCommit: (sha) => ({ status: 422, message: `No commit found for SHA: ${sha}` }),
  secondaryRateLimit: (retryAfterSeconds, status = 403) => ({
    status,
    message: `You have exceeded a secondary rate limit. Please wait a few minutes before you try again. See ${RATE_LIMITS}`,
    headers: { 'retry-after': String(retryAfterSeconds) },
  }),
  primaryRateLimit: (resetEpochSeconds) => ({
    status: 403,
    message: 'API rate limit exceeded for installation.',
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(resetEpochSeconds) },
  }),
}
