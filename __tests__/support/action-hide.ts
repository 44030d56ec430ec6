import { mkdirSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Checkout } from './checkouts.ts'

export type Hidden = 'temp' | 'work'

/**
 * Runs `act` while these of the job's folders are empty for the engine. `act` gets what has to stand in front of a
 * command that shall see them: a mount namespace of its own, where they are bound to their places.
 */
export async function hiddenFromEngine<T>(
  { folder }: Checkout,
  hidden: readonly Hidden[],
  act: (wrap: readonly string[]) => Promise<T>,
): Promise<T> {
  if (hidden.length === 0) return act([])
  const places = hidden.map((name) => ({ shown: join(folder.path, name), real: join(folder.path, `real-${name}`) }))
  for (const { shown, real } of places) {
    renameSync(shown, real)
    mkdirSync(shown)
  }
  try {
    const mounts = places.map(({ shown, real }) => `mount --bind '${real}' '${shown}'`).join(' && ')
    // The working directory is still the folder below the mount: enter it anew.
    return await act(['unshare', '--mount', 'sh', '-c', `${mounts} && cd "$GITHUB_WORKSPACE" && exec "$@"`, 'sh'])
  } finally {
    for (const { shown, real } of places) {
      rmdirSync(shown)
      renameSync(real, shown)
    }
  }
}
