import { document, folds, overview } from './document.ts'
import { excerptFolds } from './excerpt-section.ts'
import { fit, JOB_SUMMARY_BYTES } from './fit.ts'
import { heading } from './heading.ts'
import type { Report } from './schema.ts'

const MOST_EXCERPT = 64 * 1024

/**
 * The job summary, at most 1 MiB. `extraNotes` is for what happened after the report was closed: what could not be
 * posted, and why.
 */
export function renderSummary(report: Report, extraNotes: readonly string[] = []): string {
  const excerpts = excerptFolds(report)
  return fit(
    (detail, cut) =>
      document([heading(report), ...overview(report, detail, cut, extraNotes), ...folds(report, detail, excerpts)]),
    MOST_EXCERPT,
    // The runner adds what other code of the same step wrote to the same file; a line end of ours is in it, too.
    JOB_SUMMARY_BYTES - 1024,
  )
}
