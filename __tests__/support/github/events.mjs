// @ts-check
import { readFileSync } from 'node:fs'

/** @typedef {{ [key: string]: any }} Json */
/** @typedef {import('./index.d.mts').EventName} EventName */
/** @typedef {import('./index.d.mts').EventOptions} EventOptions */

/** The repositories of the recorded payloads. `node scripts/extract-events.mjs` records them anew. */
const BASES = ['Codertocat/Hello-World', 'octo-org/octo-repo']
const FORK = 'Octocoders/Hello-World'
/** For events that come without a SHA: the head of the default branch. */
const SOME_SHA = '6dcb09b5b57875f334f61aebed695e2e4193db5e'

/** @type {typeof import('./index.d.mts').eventPayload} */
export function eventPayload(name, options = {}) {
  const text = readFileSync(new URL(`./events/${name}.json`, import.meta.url), 'utf8')
  const recorded = JSON.parse(text)
  const { headSha, baseSha } = shasOf(recorded)
  const renamed = BASES.reduce((changed, base) => changed.replaceAll(base, options.repository ?? base), text)
    .replaceAll(FORK, options.fork ?? FORK)
    .replaceAll(headSha ?? SOME_SHA, options.headSha ?? headSha ?? SOME_SHA)
    .replaceAll(baseSha ?? SOME_SHA, options.baseSha ?? baseSha ?? SOME_SHA)
  const payload = JSON.parse(renamed)
  alignNames(payload)
  alignPull(payload, options)
  return payload
}

/** @param {Json} payload @returns {{ headSha?: string, baseSha?: string }} */
function shasOf({ pull_request: pull, workflow_run: run, merge_group: group, after, before }) {
  if (pull) return { headSha: pull.head.sha, baseSha: pull.base.sha }
  if (run) return { headSha: run.head_sha }
  if (group) return { headSha: group.head_sha, baseSha: group.base_sha }
  // A new branch's `before` is all zeros: not a commit, so never exchanged.
  return after === undefined ? {} : { headSha: after, ...(/[1-9a-f]/.test(before) && { baseSha: before }) }
}

/** A repository's name and owner follow its full name. @param {unknown} node */
function alignNames(node) {
  if (node === null || typeof node !== 'object') return
  const object = /** @type {Json} */ (node)
  // The short form of a repository, in a run's pull requests, has no full name.
  const fullName = object.full_name ?? /\/repos\/([^/]+\/[^/]+)$/.exec(object.url)?.[1]
  if (fullName !== undefined) {
    const [login, name] = fullName.split('/')
    object.name = name
    if (object.owner !== undefined) Object.assign(object.owner, { login, ...(object.owner.name && { name: login }) })
  }
  Object.values(object).forEach(alignNames)
}

/** @param {Json} payload @param {EventOptions} options */
function alignPull(payload, { number, mergeSha }) {
  const pull = payload.pull_request ?? payload.workflow_run?.pull_requests[0]
  if (pull === undefined) return
  if (payload.pull_request !== undefined) pull.merge_commit_sha = mergeSha ?? pull.merge_commit_sha
  if (number === undefined) return
  pull.number = number
  pull.url = pull.url.replace(/\d+$/, String(number))
  if (payload.number !== undefined) payload.number = number
  if (pull.html_url !== undefined) pull.html_url = pull.html_url.replace(/\d+$/, String(number))
}

/** @type {typeof import('./index.d.mts').eventEnvironment} */
export function eventEnvironment(name, options = {}) {
  const payload = /** @type {Json} */ (eventPayload(name, options))
  const repository = payload.repository?.full_name ?? options.repository ?? BASES[1]
  const { sha, ref } = shaAndRef(payload, options)
  const pull = payload.pull_request
  return {
    GITHUB_EVENT_NAME: /** @type {string} */ (name.split('.')[0]),
    GITHUB_SHA: sha,
    GITHUB_REF: ref,
    GITHUB_REF_NAME: ref.replace(/^refs\/(heads|tags|pull)\//, ''),
    GITHUB_REF_TYPE: ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    GITHUB_HEAD_REF: pull?.head.ref ?? '',
    GITHUB_BASE_REF: pull?.base.ref ?? '',
    GITHUB_REPOSITORY: repository,
    GITHUB_REPOSITORY_OWNER: repository.split('/')[0],
    GITHUB_ACTOR: payload.sender?.login ?? 'octocat',
  }
}

/**
 * Source: "Events that trigger workflows", columns GITHUB_SHA and GITHUB_REF.
 * @param {Json} payload @param {EventOptions} options
 */
function shaAndRef(payload, { headSha, baseSha, mergeSha }) {
  const { pull_request: pull, merge_group: group, workflow_run: run } = payload
  const defaultRef = `refs/heads/${payload.repository?.default_branch ?? 'main'}`
  if (pull) return { sha: mergeSha ?? pull.merge_commit_sha ?? SOME_SHA, ref: `refs/pull/${payload.number}/merge` }
  if (group) return { sha: group.head_sha, ref: group.head_ref }
  if (run) return { sha: baseSha ?? SOME_SHA, ref: defaultRef }
  return { sha: payload.after ?? headSha ?? SOME_SHA, ref: payload.ref ?? defaultRef }
}
