import type { OutcomeKind } from '../domain/outcome.ts'
import { cleanTitle } from './clean-text.ts'
import { describeStep } from './describe-outcome.ts'
import type { Detail } from './detail.ts'
import { code, plain, plainWithNames, row, table } from './markdown.ts'
import type { Report, ReportStep } from './schema.ts'
import { commandLine, hasOwnName } from './step-command.ts'
import { formatDuration, plural } from '../domain/units.ts'

/** A time stays on one line, however narrow its column. */
const NO_BREAK = '\u00a0'

const NAME = 80
const WHY = 200
const HINT = 800

export function isVerified(step: ReportStep): boolean {
  return step.outcome.kind === 'verified'
}

export function stepIcon(step: ReportStep): string {
  if (isVerified(step)) return '✅'
  if (step.outcome.kind === 'not-run' || step.outcome.kind === 'cancelled') return '–'
  return isAllowed(step) ? '⚠️' : '❌'
}

const FORGIVEN: readonly string[] = ['failed', 'timed-out', 'out-of-memory', 'out-of-disk'] satisfies OutcomeKind[]

/** A test result that `continue-on-error` forgives. It forgives no step that could not be confined or watched. */
export function isAllowed({ continueOnError, outcome: { kind } }: ReportStep): boolean {
  return continueOnError && FORGIVEN.includes(kind)
}

/** A step's name for a table or a fold, short. */
export function stepName(step: ReportStep): string {
  return cleanTitle(step.name, NAME)
}

/** A name says what someone calls it; what ran is the command. */
function stepCell(step: ReportStep): string {
  const command = code(commandLine(step.run))
  return hasOwnName(step) ? `${plain(stepName(step))} runs ${command}` : command
}

/** What stopped the whole run is said above the table, and not again in every row. */
function stepRow(step: ReportStep, verdictReason: string): string {
  const { word, why: ownWhy, exitCode } = describeStep(step)
  const why = ownWhy === verdictReason ? '' : ownWhy
  const outcome = isVerified(step) ? word : `**${word}**`
  const reason = why === '' ? '' : `: ${plainWithNames(cleanTitle(why, WHY))}`
  const allowed = isAllowed(step) ? ' (allowed)' : ''
  const duration = step.durationMs === null ? '–' : formatDuration(step.durationMs).replaceAll(' ', NO_BREAK)
  const exit = exitCode === null ? '–' : String(exitCode)
  return row([stepIcon(step), stepCell(step), `${outcome}${reason}${allowed}`, duration, exit])
}

/** All steps in their order, as far as the detail allows, and what was left out. */
export function stepsTable({ steps, verdict }: Report, detail: Detail): string {
  if (steps.length === 0) return 'No step was run.'
  let red = 0
  const shown = steps.filter((step) => (isVerified(step) ? detail.verifiedRows : ++red <= detail.redRows))
  const left = steps.length - shown.length
  const rest = left === 0 ? [] : [`…and ${plural(left, 'more step')}, of which ${unshown(steps, shown)}.`]
  if (shown.length === 0) return rest.join('')
  const head = table(
    ['', 'Step', 'Outcome', 'Time', 'Exit'],
    ['left', 'left', 'left', 'right', 'right'],
    shown.map((step) => stepRow(step, verdict.reason)),
  )
  return [head, ...rest].join('\n\n')
}

function unshown(steps: readonly ReportStep[], shown: readonly ReportStep[]): string {
  const count = (list: readonly ReportStep[]) => list.filter(isVerified).length
  const verified = count(steps) - count(shown)
  const others = steps.length - shown.length - verified
  return [verified > 0 ? `${String(verified)} verified` : '', others > 0 ? `${String(others)} not verified` : '']
    .filter((part) => part !== '')
    .join(' and ')
}

/** Sentences that help a person, each for a list. */
export function hints({ steps }: Report): string[] {
  return steps.flatMap((step) =>
    step.hints.map((hint) => `**Hint** for ${code(stepName(step))}: ${plainWithNames(cleanTitle(hint, HINT))}`),
  )
}
