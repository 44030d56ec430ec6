import type { Report } from './schema.ts'

/** What a comment of Confine says about itself, for the one that looks for it later. */
export interface CommentMarker {
  /** The instance's name. */
  readonly key: string
  readonly runId: string
  readonly runAttempt: number
  readonly headSha: string
  /** What was checked out; `null` when it could not be told. */
  readonly testedSha: string | null
}

const FORM =
  /^<!-- confine:comment key=([\w-]+) run=(\d{1,20}) attempt=(\d{1,9}) head=([0-9a-f]{40,64}) tested=([0-9a-f]{40,64}|none) -->$/

/** The first line of the comment. The name is encoded, so that no name can end the marker or look like another. */
export function commentMarker(report: Report): string {
  const { run, subject } = report
  const key = Buffer.from(run.name, 'utf8').toString('base64url')
  const tested = subject.tested?.sha ?? 'none'
  return `<!-- confine:comment key=${key} run=${run.id} attempt=${String(run.attempt)} head=${subject.headSha} tested=${tested} -->`
}

/**
 * Reads the marker of a comment's body; `null` when it has none. Only the very first line counts: everything below it
 * may hold foreign text. The author is for the caller to check.
 */
export function parseMarker(body: string): CommentMarker | null {
  const [, key, runId, attempt, headSha, tested] = FORM.exec(body.split(/\r?\n/, 1)[0] ?? '') ?? []
  if (key === undefined || runId === undefined || headSha === undefined || tested === undefined) return null
  return {
    key: Buffer.from(key, 'base64url').toString('utf8'),
    runId,
    runAttempt: Number(attempt),
    headSha,
    testedSha: tested === 'none' ? null : tested,
  }
}
