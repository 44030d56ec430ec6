import { OPEN_VERDICTS, verdictWords } from '../domain/claim.ts'
import { cleanTitle } from './clean-text.ts'
import { describeStep } from './describe-outcome.ts'
import { ifNotRequired, requiredPhrase } from './required.ts'
import type { Report, ReportStep } from './schema.ts'
import { isAllowed } from './steps-table.ts'
import { formatDuration } from '../domain/units.ts'

const LINE = 400

/** The end of the job log, line by line, plain text. What the runner would take for a command is made inert where it is written. */
export function renderLogSummary(report: Report): readonly string[] {
  const { verdict, run } = report
  const word = verdict.value === 'verified' ? 'VERIFIED' : 'NOT VERIFIED'
  const required = requiredPhrase(report.profile, (id) => id)
  return [
    short(`${run.name}: ${word}: ${verdict.reason}`),
    ...report.steps.flatMap((step) => [`  ${stepLine(step)}`, ...step.hints.map((hint) => `    Hint: ${short(hint)}`)]),
    `  ${postureText(report)}`,
    ...(required === null ? [] : [`  Required: ${required}`]),
    `  ${testedText(report)}`,
    ...report.notes.map((note) => `  Note: ${short(note)}`),
  ]
}

function short(text: string): string {
  return cleanTitle(text, LINE)
}

function stepLine(step: ReportStep): string {
  const { sentence } = describeStep(step)
  const time = step.durationMs === null ? '' : ` after ${formatDuration(step.durationMs)}`
  return short(`${cleanTitle(step.name, 100)}: ${sentence}${time}${isAllowed(step) ? ' (allowed)' : ''}`)
}

function postureText({ posture: { claims }, profile }: Report): string {
  if (claims.length === 0) return 'Posture: nothing was proven'
  const open = OPEN_VERDICTS.flatMap((verdict) =>
    claims
      .filter((claim) => claim.verdict === verdict)
      .map(({ id }) => `${id} ${verdictWords(verdict)}${ifNotRequired(id, profile)}`),
  )
  const proven = `Posture: ${String(claims.length - open.length)} of ${String(claims.length)} claims proven`
  return [proven, ...open].join('; ')
}

function testedText({ subject }: Report): string {
  if (subject.tested === null) return `Tested: nothing; head ${subject.headSha}`
  const merge = subject.tested.relation === 'merge' ? `, a merge commit of head ${subject.headSha}` : ''
  return `Tested: ${subject.tested.sha}${merge}`
}
