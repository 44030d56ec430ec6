import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import { posix } from 'node:path'
import { isWithin } from './places.ts'

/** As many as Linux follows (path_resolution(7)). */
const MOST_LINKS = 40

/** Where a path leads without leaving a folder: no link is followed out of it, and nothing outside of it is looked at. */
export type Inside =
  | { readonly kind: 'there'; readonly real: string; readonly stats: Stats }
  /** Not there, behind what is no folder, or behind links that go round in circles. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'outside' }

/** `root` has no links in it; `path` is absolute. Throws what lstat(2) does, but for what is not there. */
export function lookInside(root: string, path: string): Inside {
  let place = posix.normalize(path)
  for (let links = 0; links <= MOST_LINKS; links += 1) {
    if (!isWithin(place, root)) return { kind: 'outside' }
    const met = firstLink(root, place)
    if (met === null) return { kind: 'absent' }
    if (met.target === null) return { kind: 'there', real: met.place, stats: met.stats }
    place = posix.resolve(posix.dirname(met.place), met.target, met.rest)
  }
  return { kind: 'absent' }
}

interface Met {
  readonly place: string
  readonly stats: Stats
  /** Text of the link that was met; `null` at the path's end. */
  readonly target: string | null
  /** What follows after the link, relative. */
  readonly rest: string
}

/** Goes down from `root` to the first link, or to the end; `null` where there is nothing. */
function firstLink(root: string, path: string): Met | null {
  const parts = posix
    .relative(root, path)
    .split('/')
    .filter((part) => part !== '')
  let place = root
  let stats: Stats | undefined = lstatSync(root)
  for (const [index, part] of parts.entries()) {
    if (!stats.isDirectory()) return null
    place = posix.join(place, part)
    stats = lstatSync(place, { throwIfNoEntry: false })
    if (stats === undefined) return null
    const rest = parts.slice(index + 1).join('/')
    if (stats.isSymbolicLink()) return { place, stats, target: readlinkSync(place), rest }
  }
  return { place, stats, target: null, rest: '' }
}
