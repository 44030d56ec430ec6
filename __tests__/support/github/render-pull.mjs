// @ts-check
import { renderUser } from './render.mjs'
import { only, sample } from './samples.mjs'

/** @typedef {import('./index.d.mts').Pull} Pull */
/** @typedef {import('./index.d.mts').Repository} Repository */
/** @typedef {import('./render.mjs').Urls} Urls */

/** Lists that the sample fills and a new pull request hasn't. */
const NONE = {
  labels: [],
  assignees: [],
  requested_reviewers: [],
  requested_teams: [],
  milestone: null,
  assignee: null,
}

/** @param {Pull} pull @param {Repository} repository @param {Urls} urls */
export function renderPull(pull, repository, urls) {
  const made = renumbered(pull, repository, urls)
  const { number, title, state, merged, draft, locked } = pull
  const user = renderUser(pull.author, urls)
  return {
    ...{ ...made, ...NONE, number, title, state, merged, draft, locked, user },
    ...{ active_lock_reason: locked ? 'resolved' : null, merge_commit_sha: pull.mergeSha },
    ...{ merged_at: merged ? made.updated_at : null, closed_at: state === 'closed' ? made.updated_at : null },
    ...{ merged_by: null, mergeable: state === 'open' ? true : null },
    head: renderHead(pull, made, urls),
    base: { ...made.base, label: `${repository.owner}:${pull.baseRef}`, ref: pull.baseRef, sha: pull.baseSha },
  }
}

/** As lists give it. @param {Pull} pull @param {Repository} repository @param {Urls} urls */
export function renderSimplePull(pull, repository, urls) {
  return only('pull-request-simple', renderPull(pull, repository, urls))
}

/** The sample's number, 1347, is part of a dozen addresses. @param {Pull} pull @param {Repository} repository @param {Urls} urls */
function renumbered(pull, repository, urls) {
  const made = JSON.stringify(sample('pull-request', { ...repository, apiUrl: urls.api }))
  return JSON.parse(made.replaceAll('1347', String(pull.number)).replaceAll('https://github.com', urls.server))
}

/** @param {Pull} pull @param {{ [key: string]: any }} made @param {Urls} urls */
function renderHead(pull, made, urls) {
  const { headRef: ref, headSha: sha, headRepository } = pull
  if (headRepository === null) return { ...made.head, label: `unknown:${ref}`, ref, sha, repo: null }
  const [owner, name] = /** @type {[string, string]} */ (headRepository.split('/'))
  const repo = sample('pull-request', { owner, name, apiUrl: urls.api }).head.repo
  const fork = headRepository !== made.base.repo.full_name
  return { ...made.head, label: `${owner}:${ref}`, ref, sha, repo: { ...repo, fork, id: fork ? 2_000_002 : repo.id } }
}
