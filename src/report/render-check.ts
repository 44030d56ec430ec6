import { clip } from './clean-text.ts'
import { document, folds, overview } from './document.ts'
import { excerptFolds } from './excerpt-section.ts'
import { CHECK_FIELD_BYTES, CHECK_TITLE_CHARACTERS, fit } from './fit.ts'
import { verdictLine } from './heading.ts'
import type { Report } from './schema.ts'

export interface CheckOutput {
  /** Plain text, at most 255 characters. */
  readonly title: string
  /** Markdown, at most 65,535 bytes. */
  readonly summary: string
  /** Markdown, at most 65,535 bytes. */
  readonly text: string
}

const MOST_EXCERPT = 16 * 1024

/** The check run's output. The two fields have a budget each: excerpts can't push the steps out. */
export function renderCheck(report: Report): CheckOutput {
  const line = verdictLine(report)
  const title = clip(line.charAt(0).toUpperCase() + line.slice(1), CHECK_TITLE_CHARACTERS)
  const excerpts = excerptFolds(report)
  return {
    title,
    summary: fit((detail, cut) => document(overview(report, detail, cut)), MOST_EXCERPT, CHECK_FIELD_BYTES),
    text: fit(
      (detail, cut) => document([cut === null ? '' : `_${cut}_`, ...folds(report, detail, excerpts)]),
      MOST_EXCERPT,
      CHECK_FIELD_BYTES,
    ),
  }
}
