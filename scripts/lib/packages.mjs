// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { must } from './run.mjs'
import { say } from './say.mjs'

export const ROOT = resolve(import.meta.dirname, '../..')

/** @typedef {{ packages?: Record<string, { version?: string, optional?: boolean, link?: boolean }> }} Lock */

/** Installs the npm packages, from the lock file only, when what is installed isn't what it says. */
export async function ensurePackages() {
  if (areInstalled()) return
  say('installing npm packages (npm ci)')
  await must('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: ROOT })
}

/** By content, not by time: a checkout gives files any time. */
function areInstalled() {
  const record = join(ROOT, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = packagesOf(join(ROOT, 'package-lock.json'))
  const installed = packagesOf(record)
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '' || (optional === true && installed[path] === undefined)) return true
    return installed[path] !== undefined && installed[path].version === version
  })
}

/** @param {string} file */
function packagesOf(file) {
  /** @type {Lock} */
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  return lock.packages ?? {}
}

/**
 * A Node of another major version, from the npm registry, into `folder`.
 *
 * @param {number} major
 * @param {string} folder
 * @returns {Promise<string>} path of its binary
 */
export async function installNode(major, folder) {
  const name = `node-linux-${process.arch}`
  say(`installing Node ${major} into a temporary folder`)
  await must(
    'npm',
    ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${major}`],
    {
      cwd: folder,
      output: 'back',
    },
  )
  const binary = join(folder, 'node_modules', name, 'bin/node')
  const version = (await must(binary, ['--version'], { output: 'back' })).trim()
  if (!version.startsWith(`v${major}.`)) throw new Error(`${dirname(binary)}: asked for Node ${major}, got ${version}`)
  return binary
}
