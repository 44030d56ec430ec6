// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { atEnd } from './clean-up.mjs'
import { asRoot, must } from './run.mjs'
import { say } from './say.mjs'

const SUITE = 'bookworm'
const PACKAGES = ['git', 'make', 'python3']
const LEFT_OUT = [
  './var/cache/apt',
  './var/lib/apt/lists',
  './usr/share/doc',
  './usr/share/man',
  './usr/share/locale',
  './dev',
]

/** Everything that decides what the tree holds, but for the day's security updates. */
export const DEBIAN_RECIPE = JSON.stringify([SUITE, process.arch, PACKAGES, LEFT_OUT, 'v1'])

/**
 * A small Debian with git, make and python3 as a tar: from the cache (`CONFINE_CACHE`, else `.tmp/cache`), or made anew,
 * which takes a minute.
 *
 * @returns {Promise<string>} the tar's path; it belongs to the cache
 */
export async function cachedDebian() {
  const cache = process.env['CONFINE_CACHE'] ?? resolve(import.meta.dirname, '../../.tmp/cache')
  const key = createHash('sha256').update(DEBIAN_RECIPE).digest('hex').slice(0, 12)
  const tar = join(cache, `debian-${key}.tar`)
  if (!existsSync(tar)) await make(tar)
  return tar
}

/** @param {string} tar */
async function make(tar) {
  const folder = mkdtempSync(join(tmpdir(), 'confine-debian-'))
  const remove = () => must(...asRoot(['rm', '-rf', '--one-file-system', folder]))
  atEnd(`remove ${folder}`, async () => void (await remove()))
  const tree = join(folder, 'tree')
  say(`making a ${SUITE} tree with ${PACKAGES.join(', ')} (about a minute, then cached)`)
  // In a mount namespace of its own: what debootstrap mounts in the tree goes with it, so that removing is safe.
  const debootstrap = ['debootstrap', '--variant=minbase', `--include=${PACKAGES.join(',')}`, SUITE, tree]
  await must(...asRoot(['unshare', '--mount', ...debootstrap]), { output: 'back' })
  const exclude = LEFT_OUT.map((path) => `--exclude=${path}/*`)
  const unfinished = join(folder, 'tree.tar')
  await must(...asRoot(['tar', '-C', tree, '--sort=name', '--numeric-owner', ...exclude, '-cf', unfinished, '.']))
  mkdirSync(dirname(tar), { recursive: true })
  await must(...asRoot(['chown', `${String(process.getuid?.())}:${String(process.getgid?.())}`, unfinished]))
  await must('cp', [unfinished, `${tar}.new`])
  // Only a whole tar ever has the cache's name.
  renameSync(`${tar}.new`, tar)
  await remove()
}
