import { asNumber, asRecord } from '../domain/decode.ts'
import { EngineError, OWNED_KINDS, type OwnedKind } from './engine.ts'

/**
 * What was asked for and what became of it. A create that ended without an answer may be done afterwards: until it is
 * found, nobody can say that nothing is left.
 */
export class Creations {
  readonly #made = new Set<string>()
  readonly #open: Record<OwnedKind, number> = { container: 0, volume: 0, network: 0 }
  #closed = false

  /** @param unheard one entry for each call of an earlier process that was never answered */
  constructor(unheard: readonly OwnedKind[] = []) {
    for (const kind of unheard) this.#open[kind] += 1
  }

  /** Makes something through `create`. Rejects with an EngineError, at once when the run is being cleaned up. */
  async during<T>(kind: OwnedKind, create: () => Promise<T>, nameOf: (made: T) => string): Promise<T> {
    if (this.#closed) throw new EngineError(`create ${kind}`, null, 'the run is over')
    this.#open[kind] += 1
    try {
      const made = await create()
      this.found(kind, nameOf(made))
      return made
    } catch (error) {
      if (isRefusal(error)) this.#settle(kind)
      throw error
    }
  }

  /** From now on nothing is made: work that was given up may still be going on. */
  close(): void {
    this.#closed = true
  }

  /** The engine holds this, of the run. What no answer named is what a call without an answer made. */
  found(kind: OwnedKind, id: string): void {
    if (this.#made.has(id)) return
    this.#made.add(id)
    this.#settle(kind)
  }

  /** One entry for each call of which nobody knows what came of it. */
  get unheard(): readonly OwnedKind[] {
    return OWNED_KINDS.flatMap((kind) => Array<OwnedKind>(this.#open[kind]).fill(kind))
  }

  #settle(kind: OwnedKind): void {
    this.#open[kind] = Math.max(0, this.#open[kind] - 1)
  }
}

/** The engine's own no. A gateway's tells nothing of what the engine behind it goes on to do. */
function isRefusal(error: unknown): boolean {
  const status = asNumber(asRecord(error)['status'])
  return status !== null && status >= 400 && status <= 500
}
