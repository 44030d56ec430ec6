import { messageOf } from '../domain/errors.ts'
import { Creations } from './creations.ts'
import type { Engine, OwnedKind } from './engine.ts'

export const RUN_LABEL = 'confine.run'

type Sweeper = Pick<Engine, 'listOwned' | 'remove'>

/**
 * Removes everything that carries the run's label, and nothing else. Gives what could not be removed. Rejects with an
 * EngineError when the engine can't say what it has of a kind, after the others were removed: one bad container is
 * enough to have a list of them hang for good.
 */
export async function sweep(
  engine: Sweeper,
  runLabel: string,
  creations = new Creations(),
): Promise<readonly string[]> {
  const of = (kind: OwnedKind): Promise<readonly string[]> => sweepKind(engine, runLabel, creations, kind)
  // Containers hold the others; those hold nothing of each other.
  const containers = await Promise.allSettled([of('container')])
  const others = await Promise.allSettled([of('volume'), of('network')])
  const left: string[] = []
  for (const swept of [...containers, ...others]) {
    if (swept.status === 'rejected') throw swept.reason
    left.push(...swept.value)
  }
  return left
}

async function sweepKind(
  engine: Sweeper,
  runLabel: string,
  creations: Creations,
  kind: OwnedKind,
): Promise<readonly string[]> {
  const ids = await engine.listOwned(kind, `${RUN_LABEL}=${runLabel}`)
  for (const id of ids) creations.found(kind, id)
  const results = await Promise.allSettled(ids.map((id) => engine.remove(kind, id)))
  return results.flatMap((result, n) =>
    result.status === 'rejected' ? [`${kind} ${ids[n] ?? ''}: ${messageOf(result.reason)}`] : [],
  )
}

export interface Swept {
  /** What could not be removed, and why. */
  readonly left: readonly string[]
  /** What the engine may still make: one entry for each create that it never answered. */
  readonly unheard: readonly OwnedKind[]
}

/**
 * Sweeps, and sweeps again after each of `pauses` (milliseconds): while the engine may still make what it was asked for,
 * and while something could not be removed, as when its removal is under way already.
 * Rejects with an EngineError when the engine can't say what it has.
 */
export async function sweepAll(
  engine: Sweeper,
  runLabel: string,
  creations: Creations,
  pauses: readonly number[],
): Promise<Swept> {
  creations.close()
  let left = await sweep(engine, runLabel, creations)
  for (const ms of pauses) {
    if (creations.unheard.length === 0 && left.length === 0) break
    await new Promise((resolve) => setTimeout(resolve, ms))
    left = await sweep(engine, runLabel, creations)
  }
  return { left, unheard: creations.unheard }
}
