import { asArray } from '../domain/decode.ts'
import { OWNED_KINDS, type OwnedKind } from '../sandbox/engine.ts'

/** What the main process was never told of, by the state that it left. */
export function readUnheard(state: string): readonly OwnedKind[] {
  if (state === '') return []
  return asArray(JSON.parse(state)).flatMap((word) => OWNED_KINDS.filter((kind) => kind === word))
}
