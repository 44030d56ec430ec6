import { changedWords, ignoredWords } from './changed-words.ts'
import { cleanTitle } from './clean-text.ts'
import { code, link, plain, plainWithNames } from './markdown.ts'
import type { Report } from './schema.ts'

/** Longer reasons are for the table; a heading is read in one go. */
const REASON = 240
const NAME = 100
const WHOLE_REASON = 2000

export function icon(report: Report): string {
  return report.verdict.value === 'verified' ? '✅' : '❌'
}

/** "verified: …" or "not verified: …", with the reason, as plain text of one line. */
export function verdictLine(report: Report): string {
  const word = report.verdict.value === 'verified' ? 'verified' : 'not verified'
  return `${word}: ${cleanTitle(report.verdict.reason, REASON)}`
}

/** The heading of comment and job summary, in Markdown. */
export function heading(report: Report): string {
  return `### ${icon(report)} ${plain(cleanTitle(report.run.name, NAME))} · ${plainWithNames(verdictLine(report))}`
}

/** The whole reason, where the heading has only its begin: what to do stands at its end. */
export function reasonLine({ verdict: { reason } }: Report): string | null {
  const whole = cleanTitle(reason, WHOLE_REASON)
  return whole === cleanTitle(reason, REASON) ? null : plainWithNames(whole)
}

/** The commit that was tested, and how it relates to the one that the check is on. */
export function testedLine({ subject }: Report): string {
  const { tested, headSha } = subject
  if (tested === null) return `Nothing was tested: the checkout could not be matched with ${code(headSha.slice(0, 12))}`
  const sha = code(tested.sha.slice(0, 12))
  const which =
    tested.relation === 'head'
      ? `${sha}, the head itself`
      : `${sha}, a merge commit of the head ${code(headSha.slice(0, 12))}`
  const changed = changedWords(tested)
  const since = changed === null ? '' : ` **with ${changed}**`
  return `${which}${since}${ignoredWords(tested)}`
}

/** Image, with the beginning of its digest. */
export function imageLine({ image, engine }: Report): string {
  if (image === null) return engine === null ? 'not looked for' : 'none could be resolved'
  const name = code(cleanTitle(image.reference.replace(/@sha256:[0-9a-f]{64}$/, ''), NAME))
  const digest = /sha256:[0-9a-f]{12}/.exec(image.digest ?? '')?.[0]
  if (digest === undefined) return `${name}, local only, id ${code(image.id.slice(0, 19))}`
  return `${name}, ${code(`${digest}…`)} (${image.pinned ? 'pinned' : 'resolved from the tag'})`
}

export function engineLine({ engine, subject }: Report): string {
  // The commit is looked at first.
  if (engine === null) return subject.tested === null ? 'not asked' : 'none answered'
  const { version, runtime, runtimeVersion, kernel } = engine
  const known = runtimeVersion === 'unknown' ? '' : ` ${runtimeVersion}`
  return plain(cleanTitle(`${version}, runtime ${runtime}${known}, kernel ${kernel}`, REASON))
}

/** The run that made it, as a link where it has a page. */
export function runLine({ run }: Report): string {
  const attempt = `attempt ${String(run.attempt)}`
  if (run.url === null || !/^\d+$/.test(run.id)) return `${code(cleanTitle(run.id, NAME))}, ${attempt}`
  return link(`run ${run.id}, ${attempt}`, run.url)
}
