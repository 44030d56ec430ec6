// @ts-check
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { need } from './need.mjs'
import { ROOT } from './packages.mjs'
import { asRoot, must, PATH } from './run.mjs'
import { say } from './say.mjs'

const ACT = 'v0.2.89'

/**
 * Fetches what running the workflows takes, while there is a network: act, and in npm's cache every package of the
 * lock file, so that the workflows' own `npm ci` finds them.
 *
 * @param {string} folder for temporary files
 * @returns {Promise<Record<string, string>>} the environment that tells the tests
 */
export async function prepareWorkflows(folder) {
  await need(['git', 'golang', 'iproute2'])
  return { CONFINE_ACT: await cachedAct(folder), CONFINE_NPM_CACHE: await fillNpmCache(folder) }
}

/** @param {string} folder */
async function cachedAct(folder) {
  const cache = process.env['CONFINE_CACHE'] ?? resolve(ROOT, '.tmp/cache')
  const binary = join(cache, `act-${ACT}`)
  if (existsSync(binary)) return binary
  say(`building act ${ACT} (about a minute, then cached)`)
  const env = { GOBIN: folder, GOPATH: join(folder, 'go'), GOCACHE: join(folder, 'go-cache'), GOFLAGS: '-modcacherw' }
  await must('go', ['install', `github.com/nektos/act@${ACT}`], { cwd: folder, env, output: 'back' })
  mkdirSync(cache, { recursive: true })
  cpSync(join(folder, 'act'), `${binary}.new`)
  // Only a whole binary ever has the cache's name.
  renameSync(`${binary}.new`, binary)
  return binary
}

/** @param {string} folder */
async function fillNpmCache(folder) {
  say("filling npm's cache")
  const project = join(folder, 'project')
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'vendor']) {
    cpSync(join(ROOT, name), join(project, name), { recursive: true })
  }
  const args = ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']
  await must('npm', args, { cwd: project, output: 'back' })
  const cache = await must('npm', ['config', 'get', 'cache'], { cwd: project, output: 'back' })
  rmSync(project, { recursive: true, force: true })
  return cache.trim()
}

/**
 * The same command in a network namespace of its own with nothing but loopback: neither it nor anything that it starts
 * can send a packet out of the machine. The engine, a unix socket, stays in reach.
 *
 * @param {readonly string[]} command
 * @param {Record<string, string>} env named here because sudo hands nothing on
 * @returns {[string, string[]]}
 */
export function onLoopback(command, env) {
  const names = Object.entries({ ...env, PATH }).map(([name, value]) => `${name}=${value}`)
  const script = 'ip link set lo up && exec "$@"'
  return asRoot(['unshare', '--net', 'sh', '-c', script, 'sh', ...asOurselves(), 'env', ...names, ...command])
}

/** Only the namespace takes root. */
function asOurselves() {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  return uid === 0 ? [] : ['setpriv', `--reuid=${String(uid)}`, `--regid=${String(gid)}`, '--init-groups']
}
