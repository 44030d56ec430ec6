// @ts-check
import { refuse } from './answers.mjs'
import { checkOutput } from './limits.mjs'
import { page } from './paging.mjs'
import { renderAnnotation, renderCheckRun } from './render.mjs'
import { shaOf } from './state.mjs'

/** @typedef {import('./handlers.mjs').Context} Context */
/** @typedef {import('./index.d.mts').CheckRun} CheckRun */
/** @typedef {import('./answers.mjs').Answer} Answer */

/** @param {Context} context @returns {Answer} */
export function createCheckRun(context) {
  const { repository, body, identity, urls } = context
  demandCommit(context, body.head_sha)
  demandWriteable(context)
  const run = repository.addCheckRun({ name: body.name, headSha: body.head_sha, app: appOf(identity) })
  apply(context, run)
  return { status: 201, body: renderCheckRun(run, repository, urls) }
}

/** @param {Context} context @returns {Answer} */
export function updateCheckRun(context) {
  const { repository, identity, urls } = context
  const run = find(context)
  const { id } = appOf(identity)
  // databricks/cli#4563
  if (run.app.id !== id) {
    refuse(403, `Invalid app_id \`${id}\` - check run can only be modified by the GitHub App that created it.`)
  }
  demandWriteable(context)
  apply(context, run)
  return { status: 200, body: renderCheckRun(run, repository, urls) }
}

/** @param {Context} context @returns {Answer} */
export function getCheckRun(context) {
  return { status: 200, body: renderCheckRun(find(context), context.repository, context.urls) }
}

/** @param {Context} context @returns {Answer} */
export function listAnnotations(context) {
  const { repository, query, self, urls } = context
  const run = find(context)
  const { items, headers } = page(run.annotations, query, self)
  return { status: 200, body: items.map((item) => renderAnnotation(item, run, repository, urls)), headers }
}

/** The newest first, as GitHub does. @param {Context} context @returns {Answer} */
export function listCheckRuns(context) {
  const { repository, params, query, self, urls } = context
  const sha = shaOf(repository, params.ref)
  const matching = repository.checkRuns.filter(
    (run) =>
      run.headSha === sha &&
      (query.check_name === undefined || run.name === query.check_name) &&
      (query.status === undefined || run.status === query.status) &&
      (query.app_id === undefined || run.app.id === Number(query.app_id)),
  )
  const { items, headers } = page(matching.reverse(), query, self)
  const body = { total_count: matching.length, check_runs: items.map((run) => renderCheckRun(run, repository, urls)) }
  return { status: 200, body, headers }
}

/** @param {Context} context */
function find({ repository, params }) {
  return repository.checkRuns.find((run) => run.id === Number(params.check_run_id)) ?? refuse(404, 'Not Found')
}

/** @param {Context['identity']} identity */
function appOf(identity) {
  return identity.app ?? refuse(403, 'You must authenticate via a GitHub App.')
}

/** @param {Context} context @param {string} sha */
function demandCommit({ repository, commits }, sha) {
  const known = commits === 'any' ? /^[0-9a-f]{40}$/.test(sha) : repository.commits.has(sha)
  if (!known) refuse(422, `No commit found for SHA: ${sha}`)
}

/** What the description says only in prose. @param {Context} context */
function demandWriteable({ body, report }) {
  checkOutput(body.output, report)
  const wrong = (/** @type {string} */ message) => {
    report(message)
    refuse(422, `Invalid request.\n\n${message}`)
  }
  if (body.conclusion === undefined && (body.status === 'completed' || body.completed_at !== undefined)) {
    wrong('"conclusion" wasn\'t supplied.')
  }
  if (body.conclusion === 'stale') wrong('Only GitHub can set the conclusion "stale".')
}

/**
 * Annotations are added to those of earlier requests; everything else replaces.
 * @param {Context} context @param {CheckRun} run
 */
function apply({ body, now }, run) {
  run.name = body.name ?? run.name
  run.detailsUrl = body.details_url ?? run.detailsUrl
  run.externalId = body.external_id ?? run.externalId
  run.startedAt = body.started_at ?? run.startedAt
  if (body.conclusion !== undefined) {
    // "Providing conclusion will automatically set the status parameter to completed."
    Object.assign(run, { status: 'completed', conclusion: body.conclusion, completedAt: body.completed_at ?? now() })
  } else if (body.status !== undefined) {
    Object.assign(run, { status: body.status, conclusion: null, completedAt: null })
  }
  if (body.output === undefined) return
  const { title = run.output.title, summary, text = run.output.text, annotations = [] } = body.output
  run.output = { title, summary, text }
  run.annotations.push(...annotations)
}
