// @ts-check
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '../lib/run.mjs'

const SAMPLE = join(import.meta.dirname, 'sample')
export const REPOSITORY = 'octo-org/slug'

/** Steps run as the owner of the checkout, which is not root: the first account of most distributions. */
const OWNER = '1000:1000'

/**
 * @typedef {object} PullRequest
 * @property {number} number
 * @property {string} title
 * @property {string} branch also the folder of what it changes
 * @property {string} author
 */

/** @typedef {PullRequest & { baseSha: string, headSha: string, mergeSha: string }} OpenPullRequest */

/** Nothing of this machine's settings, and the same hashes on every machine. */
const GIT = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
}

/** @param {string} folder @param {string} name @param {readonly string[]} args */
async function git(folder, name, args) {
  const people = ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    [`GIT_${role}_NAME`, name],
    [`GIT_${role}_EMAIL`, `${name}@example.com`],
  ])
  const env = { ...GIT, ...Object.fromEntries(people) }
  return (await must('git', ['-C', folder, ...args], { env, output: 'back' })).trim()
}

/**
 * The sample project with one branch for each pull request, and the merge that GitHub would make of it for its tests.
 *
 * @param {string} folder made here
 * @param {readonly PullRequest[]} pulls
 * @returns {Promise<OpenPullRequest[]>}
 */
export async function makeRepository(folder, pulls) {
  mkdirSync(folder)
  await git(folder, 'maintainer', ['init', '-q', '-b', 'main'])
  const baseSha = await commit(folder, 'maintainer', 'main', 'Turn titles into file names')
  const open = []
  for (const pull of pulls) {
    await git(folder, pull.author, ['checkout', '-q', '-b', pull.branch, 'main'])
    const headSha = await commit(folder, pull.author, pull.branch, pull.title)
    await git(folder, 'github', ['checkout', '-q', '--detach', 'main'])
    await git(folder, 'github', ['merge', '-q', '--no-ff', '-m', `Merge ${headSha} into ${baseSha}`, headSha])
    const mergeSha = await git(folder, 'github', ['rev-parse', 'HEAD'])
    await git(folder, 'github', ['update-ref', mergeRef(pull), mergeSha])
    open.push({ ...pull, baseSha, headSha, mergeSha })
  }
  return open
}

/** @param {string} folder @param {string} author @param {string} sample @param {string} message */
async function commit(folder, author, sample, message) {
  cpSync(join(SAMPLE, sample), folder, { recursive: true })
  await git(folder, author, ['add', '.'])
  await git(folder, author, ['commit', '-q', '-m', message])
  return await git(folder, author, ['rev-parse', 'HEAD'])
}

/** @param {PullRequest} pull */
const mergeRef = ({ number }) => `refs/pull/${number}/merge`

/**
 * What actions/checkout leaves: the merge, detached, and the job's token in `.git/config`.
 *
 * @param {string} folder made here
 * @param {string} origin
 * @param {OpenPullRequest} pull
 * @param {string} token
 */
export async function checkOut(folder, origin, pull, token) {
  mkdirSync(folder, { recursive: true })
  const run = (/** @type {string[]} */ ...args) => git(folder, 'runner', args)
  await run('init', '-q', '-b', 'main')
  await run('remote', 'add', 'origin', `https://github.com/${REPOSITORY}`)
  await run('fetch', '-q', origin, `+${mergeRef(pull)}:refs/remotes/pull/${pull.number}/merge`)
  await run('checkout', '-q', '--detach', `refs/remotes/pull/${pull.number}/merge`)
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
  await run('config', 'http.https://github.com/.extraheader', `AUTHORIZATION: basic ${basic}`)
  if (process.getuid?.() === 0) await must('chown', ['-R', '-h', OWNER, folder], { output: 'back' })
}
