// @ts-check
import { getRateLimit, getUser } from './account.mjs'
import { createCheckRun, getCheckRun, listAnnotations, listCheckRuns, updateCheckRun } from './check-runs.mjs'
import { createComment, deleteComment, getComment, listComments, updateComment } from './comments.mjs'
import { getCommit, getPull, listPulls, listPullsOfCommit } from './pulls.mjs'

/**
 * One request, authenticated and found in order.
 * @typedef {object} Context
 * @property {import('./index.d.mts').Repository} repository
 * @property {import('./index.d.mts').Identity} identity
 * @property {Record<string, string>} params of the path
 * @property {Record<string, string>} query
 * @property {any} body shaped as the description demands
 * @property {string} self address of this request, without query
 * @property {import('./render.mjs').Urls} urls
 * @property {'any' | 'known'} commits
 * @property {{ limit: number, used: number, reset: number }} rate
 * @property {() => string} now
 * @property {(message: string) => void} report records a violation of kind `limit`
 */

/** By operation id. @type {Record<string, (context: Context) => import('./answers.mjs').Answer>} */
export const HANDLERS = {
  'checks/create': createCheckRun,
  'checks/get': getCheckRun,
  'checks/list-annotations': listAnnotations,
  'checks/list-for-ref': listCheckRuns,
  'checks/update': updateCheckRun,
  'issues/create-comment': createComment,
  'issues/delete-comment': deleteComment,
  'issues/get-comment': getComment,
  'issues/list-comments': listComments,
  'issues/update-comment': updateComment,
  'pulls/get': getPull,
  'pulls/list': listPulls,
  'rate-limit/get': getRateLimit,
  'repos/get-commit': getCommit,
  'repos/list-pull-requests-associated-with-commit': listPullsOfCommit,
  'users/get-authenticated': getUser,
}
