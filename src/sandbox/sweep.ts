import { messageOf } from '../domain/errors.ts'
import { Creations } from './creations.ts'
import { OWNED_KINDS, type Engine, type OwnedKind } from './engine.ts'

export const RUN_LABEL = 'confine.run'

type Sweeper = Pick<Engine, 'listOwned' | 'remove'>

/** Removes everything that carries the run's label, and nothing else. Gives what could not be removed. */
export async function sweep(
  engine: Sweeper,
  runLabel: string,
  creations = new Creations(),
): Promise<readonly string[]> {
  const left: string[] = []
  for (const kind of OWNED_KINDS) {
    const ids = await engine.listOwned(kind, `${RUN_LABEL}=${runLabel}`)
    for (const id of ids) creations.found(kind, id)
    const results = await Promise.allSettled(ids.map((id) => engine.remove(kind, id)))
    results.forEach((result, n) => {
      if (result.status === 'rejected') left.push(`${kind} ${ids[n] ?? ''}: ${messageOf(result.reason)}`)
    })
  }
  return left
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
