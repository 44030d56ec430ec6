import { posix } from 'node:path'
import { ConfineError } from '../domain/errors.ts'
import { isWithin } from '../plan/places.ts'
import type { Engine, PathKind, PathStat } from './engine.ts'

/** What is at a path of the image, a link not followed; `null` when nothing is. */
export type Look = (path: string) => Promise<PathStat | null>

/** Where a path leads in the image. */
export interface Way {
  /** Every place on it, links among them, in their order. The last one is its end, which may not be there. */
  readonly places: readonly string[]
  readonly end: string
  /** What is at its end. */
  readonly stat: PathStat | null
}

/** The kernel follows as many (path_resolution(7)). */
const MOST_LINKS = 40
const OPEN: ReadonlySet<PathKind> = new Set(['folder', 'other'])

/** Asks the engine once for each path: nothing changes in a keeper that is never started. */
export function lookInto(engine: Pick<Engine, 'statPath'>, keeper: string): Look {
  const known = new Map<string, Promise<PathStat | null>>()
  return (path) => {
    const asked = known.get(path) ?? engine.statPath(keeper, path)
    known.set(path, asked)
    return asked
  }
}

/** Follows the image's links as the kernel would, from the root folder. Below what is no folder, nothing is looked for. */
export async function wayOf(look: Look, path: string): Promise<Way> {
  const places: string[] = []
  const parts = partsOf(path)
  let end = '/'
  let stat: PathStat | null = null
  /** Below it the image has nothing. */
  let shut: string | null = null
  let links = 0
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    const next: string = posix.join(end, part)
    places.push(next)
    if (next === '/') {
      end = next
      continue
    }
    const isShut: boolean = shut !== null && isWithin(next, shut)
    stat = isShut ? null : await look(next)
    const link: string | null = stat?.linkTarget ?? null
    if (link === null || link === next) {
      if (!isShut && !(stat !== null && OPEN.has(stat.kind))) shut = next
      end = next
      continue
    }
    links += 1
    if (links > MOST_LINKS) throw new ConfineError('image', `the image has too many links on the way to ${path}`)
    parts.unshift(...partsOf(link))
    if (posix.isAbsolute(link)) end = '/'
  }
  return { places, end, stat }
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.')
}
