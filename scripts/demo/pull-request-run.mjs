// @ts-check
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventEnvironment, eventPayload } from '../../__tests__/support/github/events.mjs'
import { runAction } from '../lib/action.mjs'
import { differences, fingerprint } from './fingerprint.mjs'
import { createRunnerLog } from './runner-log.mjs'
import { checkOut, REPOSITORY } from './sample-repository.mjs'

/** @typedef {import('./sample-repository.mjs').OpenPullRequest} OpenPullRequest */
/** @typedef {import('../../__tests__/support/github/index.d.mts').StandIn} StandIn */

/**
 * What the demo reads of report.json (docs/report.schema.json).
 *
 * @typedef {{ kind: string, exitCode?: number }} Outcome
 * @typedef {{ name: string, outcome: Outcome, output: { head: string, tail: string } | null }} StepReport
 * @typedef {{ run: { label: string }, verdict: { value: string }, steps: StepReport[] }} Report
 */

/**
 * @typedef {object} Run
 * @property {OpenPullRequest} pull
 * @property {import('../lib/action.mjs').ActionResult} result
 * @property {Report} report
 * @property {string} comment Markdown, as it was posted
 * @property {string | null} conclusion of the check run on the pull request's head
 * @property {readonly string[]} changed paths of the checkout that are not as before
 * @property {readonly string[]} smuggled workflow commands that the runner would have obeyed
 */

const STEPS = [
  { name: 'Syntax', run: 'for script in bin/*.sh test/*.sh; do sh -n "$script"; done' },
  { name: 'Tests', run: 'sh test/run.sh' },
]

/**
 * @typedef {object} Place
 * @property {string} folder temporary, for the checkout and the runner's files
 * @property {string} origin
 * @property {string} kept where report, comment, summary and log stay
 * @property {string} image
 * @property {string} token
 * @property {StandIn} github
 * @property {(line: string) => void} show takes the log as it comes
 */

/**
 * Runs the built action on one pull request, as a workflow on a runner would.
 *
 * @param {OpenPullRequest} pull
 * @param {Place} place
 * @returns {Promise<Run>}
 */
export async function runPullRequest(pull, { folder, origin, kept, image, token, github, show }) {
  const checkout = join(folder, 'work/slug/slug')
  await checkOut(checkout, origin, pull, token)
  const before = fingerprint(checkout)
  const log = createRunnerLog(show)
  const result = await runAction({
    folder,
    checkout,
    inputs: { image, steps: JSON.stringify(STEPS), token, pull: 'never' },
    ...eventOf(pull, github.url),
    onLine: log.take,
  })
  const changed = differences(before, fingerprint(checkout))
  const report = readFileSync(result.outputs['report'] ?? '', 'utf8')
  const comment = github.state.comments.find(({ issue }) => issue === pull.number)?.body ?? ''
  const check = github.state.checkRuns.find(({ headSha }) => headSha === pull.headSha)
  keep(kept, { 'report.json': report, 'comment.md': comment, 'summary.md': result.summary, 'log.txt': result.log })
  const posted = { comment, conclusion: check?.conclusion ?? null }
  return { pull, result, report: JSON.parse(report), ...posted, changed, smuggled: log.smuggled }
}

/** @param {OpenPullRequest} pull @param {string} apiUrl */
function eventOf(pull, apiUrl) {
  const { number, headSha, baseSha, mergeSha } = pull
  const about = { repository: REPOSITORY, number, headSha, baseSha, mergeSha }
  /** @type {any} */
  const payload = eventPayload('pull_request.opened', about)
  payload.pull_request.head.ref = pull.branch
  payload.pull_request.base.ref = 'main'
  const names = { GITHUB_WORKFLOW: 'CI', GITHUB_JOB: 'confine', GITHUB_RUN_ID: String(1000 + number) }
  return { payload, env: { ...eventEnvironment('pull_request.opened', about), ...names, GITHUB_API_URL: apiUrl } }
}

/** @param {string} folder @param {Record<string, string>} files */
function keep(folder, files) {
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
}
