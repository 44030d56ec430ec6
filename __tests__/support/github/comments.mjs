// @ts-check
import { ANSWERS, errorAnswer, Refusal, refuse } from './answers.mjs'
import { checkCommentBody, COMMENTS_PER_ISSUE } from './limits.mjs'
import { page } from './paging.mjs'
import { renderComment } from './render.mjs'

/** @typedef {import('./handlers.mjs').Context} Context */
/** @typedef {import('./answers.mjs').Answer} Answer */

/** Oldest first. @param {Context} context @returns {Answer} */
export function listComments(context) {
  const { repository, query, self, urls } = context
  const { number } = findPull(context)
  const since = query.since ?? ''
  const matching = repository.comments.filter((comment) => comment.issue === number && comment.updatedAt >= since)
  const { items, headers } = page(matching, query, self)
  return { status: 200, body: items.map((comment) => renderComment(comment, repository, urls)), headers }
}

/** @param {Context} context @returns {Answer} */
export function createComment(context) {
  const { repository, body, identity, urls, report } = context
  const pull = findPull(context)
  // A person with write access may still comment. An app's token may not: upptime/uptime-monitor#189.
  if (pull.locked && identity.app !== null) refuseWith(ANSWERS.locked)
  const count = repository.comments.filter((comment) => comment.issue === pull.number).length
  if (count >= COMMENTS_PER_ISSUE) refuseWith(ANSWERS.tooManyComments)
  checkCommentBody(body.body, report)
  const { login, id, type, app } = identity
  const comment = repository.addComment({ issue: pull.number, body: body.body, author: { login, id, type }, app })
  return { status: 201, body: renderComment(comment, repository, urls) }
}

/** @param {Context} context @returns {Answer} */
export function getComment(context) {
  return { status: 200, body: renderComment(findComment(context), context.repository, context.urls) }
}

/** Also somebody else's: whoever may write to a repository may edit its comments. @param {Context} context @returns {Answer} */
export function updateComment(context) {
  const { repository, body, urls, report, now } = context
  const comment = findComment(context)
  checkCommentBody(body.body, report)
  Object.assign(comment, { body: body.body, updatedAt: now() })
  return { status: 200, body: renderComment(comment, repository, urls) }
}

/** @param {Context} context @returns {Answer} */
export function deleteComment(context) {
  context.repository.removeComment(findComment(context).id)
  return { status: 204 }
}

/** @param {Context} context */
function findComment({ repository, params }) {
  return repository.comments.find((comment) => comment.id === Number(params.comment_id)) ?? refuse(404, 'Not Found')
}

/** @param {Context} context */
function findPull({ repository, params }) {
  return repository.pulls.find((pull) => pull.number === Number(params.issue_number)) ?? refuse(404, 'Not Found')
}

/** @param {import('./index.d.mts').FaultAction} answer @returns {never} */
function refuseWith({ status = 500, message = '' }) {
  throw new Refusal(errorAnswer(status, message))
}
