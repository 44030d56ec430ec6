// @ts-check
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Every entry of a tree, `.git` included, with its kind, rights, owner and content. Equal maps are equal trees.
 *
 * @param {string} root
 * @returns {Map<string, string>} by path
 */
export function fingerprint(root) {
  const seen = new Map()
  const visit = (/** @type {string} */ path) => {
    const place = join(root, path)
    const stat = lstatSync(place)
    seen.set(path, [stat.mode.toString(8), stat.uid, stat.gid, contentOf(place, stat)].join(' '))
    if (stat.isDirectory()) for (const name of readdirSync(place)) visit(join(path, name))
  }
  visit('.')
  return seen
}

/** @param {string} place @param {import('node:fs').Stats} stat */
function contentOf(place, stat) {
  if (stat.isSymbolicLink()) return readlinkSync(place)
  return stat.isFile() ? createHash('sha256').update(readFileSync(place)).digest('hex') : ''
}

/**
 * @param {ReadonlyMap<string, string>} before
 * @param {ReadonlyMap<string, string>} after
 * @returns {string[]} paths that came, went or changed
 */
export function differences(before, after) {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))
}
