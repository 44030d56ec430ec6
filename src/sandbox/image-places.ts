import { posix } from 'node:path'
import { ENGINE_FILES } from '../domain/demand.ts'
import { ConfineError } from '../domain/errors.ts'
import type { Engine } from './engine.ts'

/** The kernel follows as many (path_resolution(7)). */
const MOST_LINKS = 40

/**
 * Where mounts come to lie that are asked for at `targets`, for the engine follows the image's links: a `/tmp` that
 * leads to `/var/tmp`, accounts in `/nix`, `/var/run/db` below a link to `/run`. By place, and only those that differ.
 */
export async function imagePlaces(
  engine: Pick<Engine, 'statPath'>,
  keeper: string,
  targets: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, ReturnType<typeof linkAt>>()
  const look = (path: string): ReturnType<typeof linkAt> => {
    const asked = known.get(path) ?? linkAt(engine, keeper, path)
    known.set(path, asked)
    return asked
  }
  const all = [...new Set([...targets, ...ENGINE_FILES])]
  const places = await Promise.all(all.map((target) => placeOf(look, target, MOST_LINKS)))
  return new Map(places.flatMap((place, index) => (place === all[index] ? [] : [[place, all[index] ?? '']])))
}

/** `null` where nothing is, and the target of a link; an empty text for what is no link. */
async function linkAt(engine: Pick<Engine, 'statPath'>, keeper: string, path: string): Promise<string | null> {
  const stat = await engine.statPath(keeper, path)
  return stat === null ? null : (stat.linkTarget ?? '')
}

async function placeOf(
  look: (path: string) => ReturnType<typeof linkAt>,
  target: string,
  links: number,
): Promise<string> {
  if (links === 0) throw new ConfineError('image', `the image has too many links on the way to ${target}`)
  const parts = target.split('/').filter((part) => part !== '')
  for (const [index] of parts.entries()) {
    const path = `/${parts.slice(0, index + 1).join('/')}`
    const link = await look(path)
    if (link === null) return target // the engine makes what is not there
    if (link !== '' && link !== path) return placeOf(look, posix.join(link, ...parts.slice(index + 1)), links - 1)
  }
  return target
}
