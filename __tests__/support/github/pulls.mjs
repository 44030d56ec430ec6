// @ts-check
import { refuse } from './answers.mjs'
import { page } from './paging.mjs'
import { renderCommit } from './render.mjs'
import { renderPull, renderSimplePull } from './render-pull.mjs'
import { shaOf } from './state.mjs'

/** @typedef {import('./handlers.mjs').Context} Context */
/** @typedef {import('./answers.mjs').Answer} Answer */
/** @typedef {import('./index.d.mts').Pull} Pull */

/** @param {Context} context @returns {Answer} */
export function getPull({ repository, params, urls }) {
  const pull = repository.pulls.find((item) => item.number === Number(params.pull_number)) ?? refuse(404, 'Not Found')
  return { status: 200, body: renderPull(pull, repository, urls) }
}

/** Open ones unless asked otherwise, newest first. @param {Context} context @returns {Answer} */
export function listPulls(context) {
  const { repository, query } = context
  const state = query.state ?? 'open'
  const matching = repository.pulls.filter(
    (pull) =>
      (state === 'all' || pull.state === state) &&
      (query.base === undefined || pull.baseRef === query.base) &&
      (query.head === undefined || labelOf(pull) === query.head),
  )
  return answerPage(context, matching.reverse())
}

/** @param {Pull} pull */
function labelOf(pull) {
  return `${pull.headRepository?.split('/')[0] ?? 'unknown'}:${pull.headRef}`
}

/**
 * Open and merged ones. A commit that only a fork has isn't found here, although its pull request is: verified against
 * api.github.com in TooTallNate/nx.js#410.
 * @param {Context} context @returns {Answer}
 */
export function listPullsOfCommit(context) {
  const { repository, params } = context
  const sha = shaOf(repository, params.commit_sha)
  const matching = repository.pulls.filter((pull) => {
    if (pull.merged && pull.mergeSha === sha) return true
    const ownHead = pull.headRepository === repository.fullName && pull.headSha === sha
    return ownHead && (pull.merged || pull.state === 'open')
  })
  return answerPage(context, matching)
}

/** @param {Context} context @param {readonly Pull[]} pulls @returns {Answer} */
function answerPage({ repository, query, self, urls }, pulls) {
  const { items, headers } = page(pulls, query, self)
  return { status: 200, body: items.map((pull) => renderSimplePull(pull, repository, urls)), headers }
}

/** @param {Context} context @returns {Answer} */
export function getCommit({ repository, params, commits, urls }) {
  const sha = shaOf(repository, params.ref)
  const assumed = commits === 'any' && /^[0-9a-f]{40}$/.test(sha)
  const commit = repository.commits.get(sha) ?? (assumed ? repository.addCommit({ sha }) : null)
  if (commit === null) return refuse(422, `No commit found for SHA: ${params.ref}`)
  return { status: 200, body: renderCommit(commit, repository, urls) }
}
