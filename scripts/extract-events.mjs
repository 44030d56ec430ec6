// @ts-check
// Refreshes __tests__/support/github/events/ from recorded webhooks: node scripts/extract-events.mjs
import { mkdirSync } from 'node:fs'
import { withPackage } from './registry-package.mjs'
import { writeJson } from './write-json.mjs'

const PIN = {
  name: '@octokit/webhooks-examples',
  version: '7.6.1',
  integrity: 'sha512-De6U3XB6O3DtCa7bKgCMzTHdeopqqZ6SNivMYJnK65ierKL1AnNIA0tkRYCRS7lwGT792d+Ps1WbfHlso6MynQ==',
}
const FILE = 'api.github.com/index.json'
const TARGET = new URL('../__tests__/support/github/events/', import.meta.url)

/** @typedef {{ [key: string]: any }} Payload */

/** @param {{ name: string, examples: Payload[] }[]} recorded @returns {Record<string, Payload>} */
function choose(recorded) {
  /** @param {string} name @param {(payload: Payload) => boolean} [fits] */
  const latest = (name, fits = () => true) => {
    const found = recorded
      .find((event) => event.name === name)
      ?.examples.filter(fits)
      .at(-1)
    if (found === undefined) throw new Error(`${FILE} has no fitting ${name}`)
    return trimmed(found)
  }
  const fork = latest('fork').forkee
  const opened = latest('pull_request', (payload) => payload.action === 'opened')
  const synchronize = latest('pull_request', (payload) => payload.action === 'synchronize')
  const run = latest('workflow_run', (payload) => payload.workflow_run.pull_requests.length > 0)
  // Recorded with the pull request of a foreign run; here it is what the run was for.
  run.workflow_run.event = 'pull_request'
  run.workflow_run.pull_requests[0].head.sha = run.workflow_run.head_sha
  return {
    merge_group: latest('merge_group'),
    'pull_request.opened': opened,
    'pull_request.opened.fork': fromFork(opened, fork),
    'pull_request.synchronize': synchronize,
    'pull_request.synchronize.fork': fromFork(synchronize, fork),
    'push.branch': latest('push', (payload) => payload.ref.startsWith('refs/heads/') && !payload.deleted),
    'push.tag': latest('push', (payload) => payload.ref.startsWith('refs/tags/') && !payload.deleted),
    repository_dispatch: latest('repository_dispatch'),
    // Never sent as a webhook, so never recorded. Its one field: octokit/webhooks#141.
    schedule: { schedule: '17 3 * * *' },
    workflow_dispatch: latest('workflow_dispatch'),
    workflow_run: run,
    'workflow_run.fork': runOfFork(run, fork),
  }
}

/**
 * No pull request from a fork was recorded. This one has the recorded fork for its head, and that fork's owner as author.
 * @param {Payload} payload @param {Payload} fork
 */
function fromFork(payload, fork) {
  const { pull_request: pull, ...rest } = payload
  const head = { ...pull.head, label: `${fork.owner.login}:${pull.head.ref}`, user: fork.owner, repo: fork }
  const theirs = { ...pull, head, user: fork.owner, author_association: 'FIRST_TIME_CONTRIBUTOR' }
  return { ...rest, pull_request: theirs, sender: fork.owner }
}

/** GitHub leaves `pull_requests` empty for a fork's run. @param {Payload} payload @param {Payload} fork */
function runOfFork(payload, fork) {
  const { workflow_run: run, ...rest } = payload
  const theirs = { ...run, head_repository: fork, actor: fork.owner, triggering_actor: fork.owner, pull_requests: [] }
  return { ...rest, workflow_run: theirs, sender: fork.owner }
}

const DROPPED = /^(author|committer|node_id|gravatar_id|_links|license|topics|permissions|custom_properties|reactions)$/

/**
 * Two thirds of a payload are addresses of further API calls. The authors of commits are people who were never asked.
 * @param {any} node
 * @returns {any}
 */
function trimmed(node) {
  if (Array.isArray(node)) return node.map(trimmed)
  if (node === null || typeof node !== 'object') return node
  const kept = Object.entries(node).filter(
    ([key]) => !DROPPED.test(key) && (!key.endsWith('_url') || /^(html|clone)_url$/.test(key)),
  )
  return Object.fromEntries(kept.map(([key, value]) => [key, trimmed(value)]))
}

const events = withPackage(PIN, (readJson) => choose(readJson(FILE)))
mkdirSync(TARGET, { recursive: true })
for (const [name, payload] of Object.entries(events)) {
  await writeJson(new URL(`${name}.json`, TARGET), payload)
}
console.log(`${Object.keys(events).length} events of ${PIN.name}@${PIN.version} written to ${TARGET.pathname}`)
