// @ts-check
import { spawnSync } from 'node:child_process'
import { asRoot, hasCommand, must } from './run.mjs'
import { say } from './say.mjs'

/**
 * Debian packages by the command that shows they are there. `busybox-static` is asked for by name: `busybox` may be
 * the dynamically linked one, which an image of one file can't run.
 *
 * @type {Record<string, string | null>}
 */
const COMMAND_OF = {
  bash: 'bash',
  'busybox-static': null,
  dash: 'dash',
  'debian-archive-keyring': null,
  debootstrap: 'debootstrap',
  'docker-registry': 'docker-registry',
  'docker.io': 'dockerd',
  git: 'git',
  golang: 'go',
  iproute2: 'ip',
  make: 'make',
  openssl: 'openssl',
  python3: 'python3',
  'python3-venv': null,
  runsc: 'runsc',
  shellcheck: 'shellcheck',
  tar: 'tar',
}

let indexIsFresh = false

/**
 * Installs the packages that are missing with apt-get, as root or through sudo, and says which.
 *
 * @param {readonly string[]} packages Debian package names
 * @throws {Error} when apt-get fails, or isn't there
 */
export async function need(packages) {
  const missing = packages.filter((name) => !isThere(name))
  if (missing.length === 0) return
  say(`installing with apt-get: ${missing.join(' ')}`)
  if (!indexIsFresh) await aptGet(['update', '-q'])
  indexIsFresh = true
  await aptGet(['install', '-q', '-y', '--no-install-recommends', ...missing])
}

/** @param {string} name */
function isThere(name) {
  const command = COMMAND_OF[name]
  if (typeof command === 'string') return hasCommand(command)
  const query = spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Status}', name], { encoding: 'utf8' })
  return query.stdout === 'installed'
}

/** @param {readonly string[]} args */
async function aptGet(args) {
  const [command, rest] = asRoot(['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args])
  await must(command, rest, { output: 'back' })
}
