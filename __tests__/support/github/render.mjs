// @ts-check
import { only, sample } from './samples.mjs'

/** @typedef {import('./index.d.mts').App} App */
/** @typedef {import('./index.d.mts').CheckRun} CheckRun */
/** @typedef {import('./index.d.mts').Comment} Comment */
/** @typedef {import('./index.d.mts').Repository} Repository */
/** @typedef {{ api: string, server: string }} Urls */

const EPOCH = '2018-01-01T00:00:00Z'

/** @param {import('./index.d.mts').Author} author @param {Urls} urls */
export function renderUser(author, urls) {
  const { login, id, type } = author
  // A bot's profile is under /apps, and its login carries brackets that a URL can't.
  const plain = sample('simple-user', { owner: encodeURIComponent(login), name: '', apiUrl: urls.api })
  return { ...plain, login, id, type, node_id: nodeId('U', id), site_admin: false }
}

/** @param {App} app @param {Urls} urls */
export function renderApp(app, urls) {
  const home = `${urls.server}/apps/${app.slug}`
  return {
    ...{ id: app.id, slug: app.slug, node_id: nodeId('A', app.id), name: app.name, description: '' },
    ...{ owner: renderUser({ login: 'github', id: 9919, type: 'User' }, urls), external_url: home, html_url: home },
    ...{ created_at: EPOCH, updated_at: EPOCH, permissions: { checks: 'write', metadata: 'read' }, events: [] },
  }
}

/** @param {Comment} comment @param {Repository} repository @param {Urls} urls */
export function renderComment(comment, repository, urls) {
  const { id, body, author, app, createdAt, updatedAt } = comment
  const base = `${urls.api}/repos/${repository.fullName}/issues`
  return {
    ...{ id, node_id: nodeId('IC', id), url: `${base}/comments/${id}`, issue_url: `${base}/${comment.issue}`, body },
    html_url: `${urls.server}/${repository.fullName}/pull/${comment.issue}#issuecomment-${id}`,
    ...{ user: renderUser(author, urls), created_at: createdAt, updated_at: updatedAt },
    author_association: author.type === 'Bot' ? 'NONE' : 'CONTRIBUTOR',
    performed_via_github_app: app === null ? null : renderApp(app, urls),
  }
}

/** @param {CheckRun} run @param {Repository} repository @param {Urls} urls */
export function renderCheckRun(run, repository, urls) {
  const url = `${urls.api}/repos/${repository.fullName}/check-runs/${run.id}`
  const html = `${urls.server}/${repository.fullName}/runs/${run.id}`
  const annotations = { annotations_count: run.annotations.length, annotations_url: `${url}/annotations` }
  return {
    ...{ id: run.id, node_id: nodeId('CR', run.id), head_sha: run.headSha, name: run.name, url, html_url: html },
    ...{ details_url: run.detailsUrl ?? html, external_id: run.externalId },
    ...{ status: run.status, conclusion: run.conclusion, started_at: run.startedAt, completed_at: run.completedAt },
    ...{ output: { ...run.output, ...annotations }, check_suite: { id: run.app.id }, app: renderApp(run.app, urls) },
    pull_requests: pullsOfHead(run, repository, urls),
  }
}

/**
 * Open pull requests from this repository only: for a fork's the list is empty, as the API's reference says.
 * @param {CheckRun} run @param {Repository} repository @param {Urls} urls
 */
function pullsOfHead(run, repository, urls) {
  const url = `${urls.api}/repos/${repository.fullName}`
  const repo = { id: 1_296_269, url, name: repository.name }
  const own = repository.pulls.filter((pull) => pull.headRepository === repository.fullName && pull.state === 'open')
  return own
    .filter((pull) => pull.headSha === run.headSha)
    .map((pull) => ({
      ...{ id: pull.number, number: pull.number, url: `${url}/pulls/${pull.number}` },
      ...{ head: { ref: pull.headRef, sha: pull.headSha, repo }, base: { ref: pull.baseRef, sha: pull.baseSha, repo } },
    }))
}

/** @param {import('./index.d.mts').Commit} commit @param {Repository} repository @param {Urls} urls */
export function renderCommit(commit, repository, urls) {
  const made = sample('commit', { ...repository, apiUrl: urls.api })
  const git = `${urls.api}/repos/${repository.fullName}/git`
  const tree = { sha: commit.tree, url: `${git}/trees/${commit.tree}` }
  const parents = commit.parents.map((sha) => ({ sha, url: `${urls.api}/repos/${repository.fullName}/commits/${sha}` }))
  const inner = { ...made.commit, message: commit.message, tree }
  return { ...made, sha: commit.sha, commit: inner, parents, files: [] }
}

/** @param {import('./index.d.mts').Identity} identity @param {Urls} urls */
export function renderAccount(identity, urls) {
  const name = 'private-user-response-with-public-profile-information'
  const made = sample(name, { owner: identity.login, name: '', apiUrl: urls.api })
  return { ...made, login: identity.login, id: identity.id, type: identity.type }
}

/** @param {string} kind @param {number} id */
export function nodeId(kind, id) {
  return `${kind}_${Buffer.from(String(id)).toString('base64url')}`
}

/** @param {import('./index.d.mts').Annotation} annotation @param {CheckRun} run @param {Repository} repository @param {Urls} urls */
export function renderAnnotation(annotation, run, repository, urls) {
  const optional = { start_column: null, end_column: null, title: null, raw_details: null }
  const blob = `${urls.server}/${repository.fullName}/blob/${run.headSha}/${annotation.path}`
  return only('check-annotation', { ...optional, ...annotation, blob_href: blob })
}
