// @ts-check
import { ACTIONS } from './tokens.mjs'

/** @typedef {import('./index.d.mts').Repository} Repository */
/** @typedef {import('./index.d.mts').RepositoryOptions} RepositoryOptions */

/**
 * What all repositories of one stand-in share.
 * @typedef {object} World
 * @property {() => string} now whole seconds, as GitHub's times are
 * @property {() => number} nextId
 */

/** @param {() => Date} clock @returns {World} */
export function createWorld(clock) {
  // Beyond 32 bits, as GitHub's ids have been for years.
  let id = 21_000_000_000
  return { now: () => `${clock().toISOString().slice(0, 19)}Z`, nextId: () => (id += 1) }
}

/** @type {import('./index.d.mts').Author} */
const PERSON = { login: 'contributor', id: 1_024_025, type: 'User' }
const EMPTY_OUTPUT = { title: null, summary: null, text: null }

/**
 * @param {World} world
 * @param {string} owner
 * @param {string} name
 * @param {RepositoryOptions} [options]
 * @returns {Repository}
 */
export function createRepository(world, owner, name, options = {}) {
  const records = { commits: new Map(), refs: new Map(), checkRuns: [], comments: [], pulls: [] }
  const { defaultBranch = 'main' } = options
  /** @type {Repository} */
  const repository = {
    ...{ owner, name, fullName: `${owner}/${name}`, private: options.private ?? false, defaultBranch, ...records },
    addCommit: (commit) => addCommit(repository, commit),
    addPull: (pull) => addPull(repository, pull),
    addComment: (comment) => addComment(repository, world, comment),
    addCheckRun: (run) => addCheckRun(repository, world, run),
    removeComment: (id) => removeComment(repository, id),
  }
  return repository
}

/** @param {Repository} repository @param {Parameters<Repository['addCommit']>[0]} commit */
function addCommit(repository, commit) {
  const made = { parents: [], tree: commit.sha, message: 'A commit', ...commit }
  repository.commits.set(made.sha, made)
  return made
}

/** @param {Repository} repository @param {Parameters<Repository['addPull']>[0]} pull */
function addPull(repository, pull) {
  /** @type {import('./index.d.mts').Pull} */
  const made = {
    ...{ title: 'A change', state: 'open', merged: false, draft: false, locked: false, author: PERSON },
    ...{ headRef: 'change', headRepository: repository.fullName },
    ...{ baseSha: '0'.repeat(40), baseRef: repository.defaultBranch, mergeSha: null },
    ...pull,
  }
  repository.pulls.push(made)
  for (const sha of [made.headSha, made.baseSha]) if (!repository.commits.has(sha)) addCommit(repository, { sha })
  if (made.mergeSha !== null && !repository.commits.has(made.mergeSha)) {
    addCommit(repository, { sha: made.mergeSha, parents: [made.baseSha, made.headSha] })
  }
  return made
}

/** @param {Repository} repository @param {World} world @param {Parameters<Repository['addComment']>[0]} comment */
function addComment(repository, world, comment) {
  const createdAt = comment.createdAt ?? world.now()
  const made = { id: world.nextId(), author: PERSON, app: null, ...comment, createdAt, updatedAt: createdAt }
  repository.comments.push(made)
  return made
}

/** @param {Repository} repository @param {World} world @param {Parameters<Repository['addCheckRun']>[0]} run */
function addCheckRun(repository, world, run) {
  /** @type {import('./index.d.mts').CheckRun} */
  const made = {
    ...{ id: world.nextId(), status: 'queued', conclusion: null, startedAt: world.now(), completedAt: null },
    ...{ detailsUrl: null, externalId: '', output: { ...EMPTY_OUTPUT }, annotations: [], app: ACTIONS },
    ...run,
  }
  repository.checkRuns.push(made)
  return made
}

/** @param {Repository} repository @param {number} id */
function removeComment(repository, id) {
  const at = repository.comments.findIndex((comment) => comment.id === id)
  if (at < 0) throw new Error(`no comment ${id} to remove`)
  repository.comments.splice(at, 1)
}

/** @param {Repository} repository @param {string | undefined} ref a branch, a tag, or a SHA */
export function shaOf(repository, ref = '') {
  return repository.refs.get(ref) ?? ref
}
