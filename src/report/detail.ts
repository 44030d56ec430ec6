import { formatBytes } from '../domain/units.ts'

/** How much of a report is shown. Each rendering starts with all and gives up as little as its budget asks. */
export interface Detail {
  /** Bytes of output shown of each step that isn't verified. */
  readonly excerptBytes: number
  readonly claims: 'all' | 'not proven' | 'none'
  /** Image, engine and limits in full, and what the posture does not cover. */
  readonly background: boolean
  readonly hints: boolean
  readonly verifiedRows: boolean
  /** Rows of steps that aren't verified. */
  readonly redRows: number
}

/** Below this an excerpt tells nothing. */
const LEAST_EXCERPT = 200

/** A row has some thirty bytes at least: more never fit into a comment. */
const MOST_ROWS = 2000

/**
 * All levels of detail, fullest first: excerpts shrink evenly, then go; then the posture's details and the background,
 * then hints, then the rows of verified steps; rows of the others go last. What is never given up isn't in `Detail`.
 */
export function levels(mostExcerptBytes: number): readonly Detail[] {
  const full: Detail = {
    excerptBytes: mostExcerptBytes,
    claims: 'all',
    background: true,
    hints: true,
    verifiedRows: true,
    redRows: Number.POSITIVE_INFINITY,
  }
  const list: Detail[] = [full]
  for (let bytes = mostExcerptBytes * 0.8; bytes >= LEAST_EXCERPT; bytes *= 0.8) {
    list.push({ ...full, excerptBytes: Math.floor(bytes) })
  }
  let level: Detail = { ...full, excerptBytes: 0 }
  const giveUp = (less: Partial<Detail>) => list.push((level = { ...level, ...less }))
  giveUp({})
  giveUp({ claims: 'not proven' })
  giveUp({ background: false })
  giveUp({ claims: 'none' })
  giveUp({ hints: false })
  giveUp({ verifiedRows: false })
  for (let rows = MOST_ROWS; rows >= 1; rows *= 0.8) giveUp({ redRows: Math.floor(rows) })
  giveUp({ redRows: 0 })
  return list
}

/** What a level leaves out against the fullest one, as a sentence; `null` when nothing. */
export function whatWasCut(detail: Detail, full: Detail): string | null {
  const cut: string[] = []
  if (detail.excerptBytes === 0) cut.push('output left out')
  else if (detail.excerptBytes < full.excerptBytes) cut.push(`output to ${formatBytes(detail.excerptBytes)} a step`)
  if (detail.claims === 'not proven') cut.push('proven claims left out')
  if (detail.claims === 'none') cut.push('claims left out')
  if (!detail.background) cut.push('details of the run left out')
  if (!detail.hints) cut.push('hints left out')
  if (!detail.verifiedRows) cut.push('verified steps left out')
  if (Number.isFinite(detail.redRows)) cut.push('part of the other steps left out')
  return cut.length === 0 ? null : `Shortened to fit: ${cut.join(', ')}. All of it is in report.json.`
}
