import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { getOctokit } from '@actions/github'
import { eventEnvironment, eventPayload, TOKENS, type EventName } from '../support/github/index.mjs'

const HEAD = 'a'.repeat(40)
const BASE = 'b'.repeat(40)
const MERGE = 'c'.repeat(40)
const TARGET = {
  repository: 'acme/app',
  fork: 'stranger/app-fork',
  number: 42,
  headSha: HEAD,
  baseSha: BASE,
  mergeSha: MERGE,
}

describe('recorded events, retargeted', () => {
  test.each<[EventName, string, string]>([
    ['pull_request.opened', MERGE, 'refs/pull/42/merge'],
    ['pull_request.opened.fork', MERGE, 'refs/pull/42/merge'],
    ['pull_request.synchronize', MERGE, 'refs/pull/42/merge'],
    ['pull_request.synchronize.fork', MERGE, 'refs/pull/42/merge'],
    ['push.branch', HEAD, 'refs/heads/master'],
    ['push.tag', HEAD, 'refs/tags/simple-tag'],
    ['repository_dispatch', HEAD, 'refs/heads/master'],
    ['schedule', HEAD, 'refs/heads/main'],
    ['workflow_dispatch', HEAD, 'refs/heads/master'],
    ['workflow_run', BASE, 'refs/heads/master'],
    ['workflow_run.fork', BASE, 'refs/heads/master'],
  ])('%s', (name, sha, ref) => {
    expect(eventEnvironment(name, TARGET)).toMatchObject({
      GITHUB_EVENT_NAME: name.split('.')[0],
      GITHUB_SHA: sha,
      GITHUB_REF: ref,
      GITHUB_REPOSITORY: 'acme/app',
    })
    expect(JSON.stringify(eventPayload(name, TARGET))).not.toMatch(/Hello-World|octo-repo/)
  })

  test('a merge group runs on its own commit', () => {
    expect(eventPayload('merge_group', TARGET)).toMatchObject({ merge_group: { head_sha: HEAD, base_sha: BASE } })
    expect(eventEnvironment('merge_group', TARGET).GITHUB_REF).toMatch(/^refs\/heads\/gh-readonly-queue\//)
  })

  test.each([
    ['pull_request.synchronize', 'acme/app'],
    ['pull_request.synchronize.fork', 'stranger/app-fork'],
  ] as const)('%s comes from %s', (name, full_name) => {
    const [owner, repository] = full_name.split('/')
    const repo = { full_name, name: repository, owner: { login: owner } }
    const base = { sha: BASE, repo: { full_name: 'acme/app', name: 'app' } }
    const pull_request = { number: 42, head: { sha: HEAD, repo }, base, merge_commit_sha: MERGE }
    expect(eventPayload(name, TARGET)).toMatchObject({ number: 42, pull_request })
  })

  test('only a run of the repository itself names its pull requests', () => {
    const own = { head_sha: HEAD, pull_requests: [{ number: 42, head: { sha: HEAD } }] }
    expect(eventPayload('workflow_run', TARGET)).toMatchObject({ workflow_run: own })
    const theirs = { head_sha: HEAD, pull_requests: [], head_repository: { full_name: 'stranger/app-fork' } }
    expect(eventPayload('workflow_run.fork', TARGET)).toMatchObject({ workflow_run: theirs })
  })

  test('a schedule has no repository', () => {
    expect(Object.keys(eventPayload('schedule', TARGET))).toEqual(['schedule'])
  })
})

test('the command prints its address, serves, and prints at the end what it holds', async () => {
  const script = fileURLToPath(new URL('../support/github/serve.mjs', import.meta.url))
  const args = ['--repository', 'acme/app', '--pull', `42=${HEAD}`]
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [first] = (await once(child.stdout, 'data')) as [Buffer]
  const octokit = getOctokit(TOKENS.write, { baseUrl: first.toString().trim() })
  await octokit.rest.issues.createComment({ owner: 'acme', repo: 'app', issue_number: 42, body: 'hello' })
  const rest = text(child.stdout)
  child.kill('SIGTERM')
  expect(JSON.parse(await rest)).toMatchObject({
    comments: [{ body: 'hello' }],
    pulls: [{ number: 42 }],
    violations: [],
  })
})
