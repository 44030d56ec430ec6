import { byteLength, cleanText, clip } from './clean-text.ts'
import type { Detail } from './detail.ts'
import { cutExcerpt, prepareExcerpt, type CutExcerpt, type Excerpt } from './excerpt.ts'
import { code, details, fence, htmlCode } from './markdown.ts'
import type { Report, ReportStep } from './schema.ts'
import { isVerified, stepName } from './steps-table.ts'
import { formatBytes } from '../domain/units.ts'

const COMMAND = 1000

interface Prepared {
  readonly step: ReportStep
  readonly excerpt: Excerpt
}

/** Excerpts of all steps that aren't verified, cleaned once; the function cuts them to a level of detail. */
export function excerptFolds(report: Report): (detail: Detail) => string {
  const prepared = report.steps.filter((step) => !isVerified(step)).flatMap(prepare)
  return (detail) =>
    detail.excerptBytes === 0 ? '' : prepared.map((part) => fold(part, detail.excerptBytes)).join('\n\n')
}

function prepare(step: ReportStep): Prepared[] {
  return step.output === null ? [] : [{ step, excerpt: prepareExcerpt(step.output) }]
}

function fold({ step, excerpt }: Prepared, bytes: number): string {
  const cut = cutExcerpt(excerpt, bytes)
  const size = amount(cut, excerpt, step.output?.complete ?? false)
  const summary = `Untrusted output of ${htmlCode(stepName(step))}: ${size}`
  const printed = excerpt.lines.length === 0 ? 'It printed nothing.' : fence(cut.text)
  return details(summary, [...command(step), printed].join('\n\n'))
}

/** The command, unless the name already is the command. */
function command(step: ReportStep): string[] {
  if (step.run.trim() === step.name.trim()) return []
  const where = step.workingDirectory === '.' ? '' : ` in ${code(step.workingDirectory)}`
  const shell = step.shell === null ? '' : ` with ${code(step.shell)}`
  return [`Command${where}${shell}:`, fence(clip(cleanText(step.run.trim()), COMMAND)), 'Output:']
}

function amount(cut: CutExcerpt, excerpt: Excerpt, complete: boolean): string {
  const total = formatBytes(excerpt.totalBytes)
  const part = cut.partial ? `the last ${formatBytes(byteLength(cut.text))} of ${total}` : total
  return `${part}${complete ? '' : ', may be incomplete'}`
}
