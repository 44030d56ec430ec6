import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from '@jest/globals'

/**
 * Compares a text with a committed file. `UPDATE=1` writes the file instead, and the change then shows in review.
 * @param file relative to the repository's root
 */
export function expectGolden(file: string, actual: string): void {
  const path = new URL(`../../${file}`, import.meta.url).pathname
  if (process.env.UPDATE === '1') {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, actual)
  }
  expect(actual).toBe(readFileSync(path, 'utf8'))
}
