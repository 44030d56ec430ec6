import { posix } from 'node:path'
import { ENGINE_FILES } from '../domain/demand.ts'
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
