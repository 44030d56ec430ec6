// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '../lib/run.mjs'

const FILES_A_FOLDER = 200
/** Steps never run as root, and a checkout that belongs to root is copied. */
const OWNER = '1000:1000'
const GIT = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'bench',
  GIT_AUTHOR_EMAIL: 'bench@example.com',
  GIT_COMMITTER_NAME: 'bench',
  GIT_COMMITTER_EMAIL: 'bench@example.com',
}

/** @typedef {{ path: string, sha: string }} Checkout */

/**
 * A committed checkout of so many small files.
 *
 * @param {string} path made here
 * @param {number} files
 * @returns {Promise<Checkout>}
 */
export async function makeCheckout(path, files) {
  for (let n = 0; n < files; n++) {
    const folder = join(path, `folder-${Math.floor(n / FILES_A_FOLDER)}`)
    if (n % FILES_A_FOLDER === 0) mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `file-${n}`), `This is file ${n}.\n`)
  }
  const git = (/** @type {string[]} */ ...args) => must('git', ['-C', path, ...args], { env: GIT, output: 'back' })
  await git('init', '-q', '-b', 'main')
  await git('add', '.')
  await git('commit', '-q', '-m', `${files} files`)
  const sha = (await git('rev-parse', 'HEAD')).trim()
  if (process.getuid?.() === 0) await must('chown', ['-R', '-h', OWNER, path], { output: 'back' })
  return { path, sha }
}
