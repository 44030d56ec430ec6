import { asArray } from '../domain/decode.ts'
import type { OwnedKind } from '../sandbox/engine.ts'

const KINDS: readonly OwnedKind[] = ['container', 'volume', 'network']

/** What the main process was never told of, by the state that it left. */
export function readUnheard(state: string): readonly OwnedKind[] {
  if (state === '') return []
  return asArray(JSON.parse(state)).flatMap((word) => KINDS.filter((kind) => kind === word))
}
