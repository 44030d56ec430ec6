import type { Few } from '../domain/step-facts.ts'
import { shownPath } from './byte-path.ts'

const NAMES = 3

/** Counts paths, and keeps the first of them for a person. */
export function few() {
  const first: string[] = []
  let count = 0
  return {
    /** @param path bytes as Latin-1 */
    addIf(condition: boolean, path: string): void {
      if (!condition) return
      count += 1
      if (first.length < NAMES) first.push(shownPath(path))
    },
    told: (): Few => ({ count, first }),
  }
}
