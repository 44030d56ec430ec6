import { fewWords, plural } from '../domain/units.ts'
import { cleanTitle } from './clean-text.ts'
import { code } from './markdown.ts'
import type { Report } from './schema.ts'

type Tested = NonNullable<Report['subject']['tested']>
type Few = Tested['ignored']

const NAME = 100

/** "3 files changed, added or deleted, and 1 folder not of this commit (…)" in Markdown; `null` for nothing. */
export function changedWords({ dirtyFiles, foreignFolders }: Tested): string | null {
  const files = dirtyFiles === 0 ? [] : [`${plural(dirtyFiles, 'file')} changed, added or deleted`]
  const folders =
    foreignFolders.count === 0
      ? []
      : [`${plural(foreignFolders.count, 'folder')} not of this commit (${names(foreignFolders)})`]
  return files.length + folders.length === 0 ? null : [...files, ...folders].join(', and ')
}

/** What follows it, in Markdown, of files that a `.gitignore` keeps out of that count; empty for none. */
export function ignoredWords({ ignored }: Tested): string {
  return ignored.count === 0 ? '' : `; beside it ${plural(ignored.count, 'path')} that git ignores: ${names(ignored)}`
}

function names({ count, first }: Few): string {
  return fewWords({ count, first: first.map((name) => code(cleanTitle(name.replace(/^"(.*)"$/, '$1'), NAME))) })
}
