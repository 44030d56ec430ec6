import { document, folds, overview } from './document.ts'
import { byteLength } from './clean-text.ts'
import { excerptFolds } from './excerpt-section.ts'
import { COMMENT_BYTES, fit } from './fit.ts'
import { heading } from './heading.ts'
import { commentMarker } from './marker.ts'
import type { Report } from './schema.ts'

/** Bytes of output of one step: what fits on a screen or two. */
const MOST_EXCERPT = 6 * 1024

/** The sticky comment: its marker in the first line, then Markdown; at most 65,536 bytes. */
export function renderComment(report: Report): string {
  const marker = `${commentMarker(report)}\n`
  const excerpts = excerptFolds(report)
  const body = fit(
    (detail, cut) => document([heading(report), ...overview(report, detail, cut), ...folds(report, detail, excerpts)]),
    MOST_EXCERPT,
    COMMENT_BYTES - byteLength(marker),
  )
  return marker + body
}
