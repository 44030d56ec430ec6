import { messageOf } from '../domain/errors.ts'
import type { Engine, OwnedKind } from './engine.ts'

/** Containers hold volumes and networks: they go first. */
const ORDER: readonly OwnedKind[] = ['container', 'volume', 'network']

export const RUN_LABEL = 'confine.run'

/** Removes everything that carries the run's label, and nothing else. Gives what could not be removed. */
export async function sweep(engine: Engine, runLabel: string): Promise<readonly string[]> {
  const left: string[] = []
  for (const kind of ORDER) {
    const ids = await engine.listOwned(kind, `${RUN_LABEL}=${runLabel}`)
    const results = await Promise.allSettled(ids.map((id) => engine.remove(kind, id)))
    results.forEach((result, n) => {
      if (result.status === 'rejected') left.push(`${kind} ${ids[n] ?? ''}: ${messageOf(result.reason)}`)
    })
  }
  return left
}
