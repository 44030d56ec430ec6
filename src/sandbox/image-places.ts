import { posix } from 'node:path'
import { ENGINE_FILES } from '../domain/demand.ts'
import { ConfineError } from '../domain/errors.ts'
import { isWithin } from '../plan/places.ts'
import { quoted } from '../plan/printable.ts'
import { wayOf, type Look } from './image-way.ts'

/**
 * Where mounts come to lie that are asked for at `targets`, for the engine follows the image's links: a `/tmp` that
 * leads to `/var/tmp`, accounts in `/nix`, `/var/run/db` below a link to `/run`. By place, and only those that differ.
 */
export async function imagePlaces(look: Look, targets: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const all = [...new Set([...targets, ...ENGINE_FILES])]
  const ways = await Promise.all(all.map((target) => wayOf(look, target)))
  return new Map(
    ways.flatMap(({ end }, index) => {
      const target = all[index] ?? ''
      return end === posix.resolve('/', target) ? [] : [[end, target]]
    }),
  )
}

/**
 * Nothing may lie over files of the commit: an empty VOLUME in place of a folder of tests would let them all pass.
 *
 * @param places as `imagePlaces` gives them for these targets
 * @throws ConfineError `image`
 */
export function refuseInCheckout(
  checkout: string,
  targets: readonly string[],
  places: ReadonlyMap<string, string>,
): void {
  const moved = new Map([...places].map(([end, target]) => [target, end]))
  const placeOf = (target: string): string => moved.get(target) ?? posix.resolve('/', target)
  const inside = [...targets, ...ENGINE_FILES].find((target) => {
    return posix.resolve('/', target) !== checkout && isWithin(placeOf(target), placeOf(checkout))
  })
  if (inside === undefined) return
  throw new ConfineError(
    'image',
    `the image has a place of its own in the checkout (a VOLUME or a link, ${quoted(inside)}), which would hide files of the commit: use an image without it`,
  )
}
