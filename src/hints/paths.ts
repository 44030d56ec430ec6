import { posix } from 'node:path'
import type { StepFacts } from '../domain/step-facts.ts'

/** What stands between words of shell text and of messages, so that a path in quotes or before a colon is a word. */
const BETWEEN = /[\s'"`‘’“”:;,|&<>()[\]{}=]+/

/** Longest text of which the words are looked at. */
const MOST_CHARACTERS = 20_000

/**
 * Paths relative to the checkout that a text may name: each of its words as seen from the step's working directory, and
 * each end of an absolute one, since hints do not know where the checkout lies.
 */
export function pathsIn(text: string, { step }: StepFacts): ReadonlySet<string> {
  const paths = new Set<string>()
  for (const word of text.slice(-MOST_CHARACTERS).split(BETWEEN)) {
    if (word === '' || word.startsWith('-')) continue
    for (const path of word.startsWith('/') ? ends(word) : [posix.join(step.workingDirectory, word)])
      paths.add(path.replace(/\/$/, ''))
  }
  return paths
}

function ends(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '')
  return parts.map((_, index) => parts.slice(index).join('/'))
}
