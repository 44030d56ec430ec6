import { byteLength, firstBytes } from './clean-text.ts'
import { levels, whatWasCut, type Detail } from './detail.ts'

/**
 * GitHub's limits, in bytes of UTF-8. For comments characters are counted, of whichever kind: bytes are never fewer.
 * Sources: REST "check runs" (summary and text), "Body is too long (maximum is 65536 characters)", and actions/runner,
 * `FileCommandManager.cs` (1 MiB a step for job summaries).
 */
export const COMMENT_BYTES = 65_536
export const CHECK_FIELD_BYTES = 65_535
export const CHECK_TITLE_CHARACTERS = 255
export const JOB_SUMMARY_BYTES = 1024 * 1024

/** Renders one level; `cut` is the sentence that says what is missing, `null` when nothing is. */
export type RenderLevel = (detail: Detail, cut: string | null) => string

/**
 * The fullest rendering of at most `budget` bytes. Each is a whole document, so that fences, tables and folds are
 * closed. Should even the last be too long, its beginning is taken, which holds no block.
 */
export function fit(render: RenderLevel, mostExcerptBytes: number, budget: number): string {
  const [full, ...less] = levels(mostExcerptBytes)
  if (full === undefined) throw new RangeError('no level of detail')
  let text = render(full, null)
  for (const level of less) {
    if (byteLength(text) <= budget) return text
    text = render(level, whatWasCut(level, full))
  }
  return firstBytes(text, budget)
}
