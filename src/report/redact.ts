import { maskText } from './mask-text.ts'
import { parseReport } from './codec-schema.ts'
import type { Report, ReportOutput } from './schema.ts'
import { secretForms } from '../domain/secret-forms.ts'

/**
 * Fields whose text is one of a few words, a hash or a time. A secret that looks like a part of one is no reason to
 * write a report that nobody can read.
 */
export const SHAPED_FIELDS: ReadonlySet<string> = new Set([
  'tool.name',
  'run.startedAt',
  'run.finishedAt',
  'verdict.value',
  'subject.headSha',
  'subject.baseSha',
  'subject.tested.sha',
  'subject.tested.tree',
  'subject.tested.parents',
  'subject.tested.relation',
  'image.origin',
  'engine.knownWeaknesses.asOf',
  'engine.knownWeaknesses.found.component',
  'engine.knownWeaknesses.found.handling',
  'engine.knownWeaknesses.untold.component',
  'profile.require',
  'workspace.method',
  'posture.claims.id',
  'posture.claims.observations.witness',
  'posture.claims.observations.stance',
  'posture.claims.verdict',
  'steps.outcome.kind',
  'steps.outcome.claims',
  'steps.startedAt',
])

/**
 * The report with *** for each secret of four characters or more, in any of its usual forms. To be called before
 * anything is rendered or written: GitHub masks the job log, but nothing that is posted through its API.
 */
export function redact(report: Report, secrets: readonly string[]): Report {
  const forms = secretForms(secrets)
  if (forms.length === 0) return report
  const steps = report.steps.map((step) => ({ ...step, output: step.output && maskSeam(step.output, forms) }))
  return parseReport(maskTree({ ...report, steps }, '', forms))
}

/** The same of one step's output, for what is made from it before the report is. */
export function redactOutput(output: ReportOutput, secrets: readonly string[]): ReportOutput {
  const forms = secretForms(secrets)
  const { head, tail, ...rest } = maskSeam(output, forms)
  return { ...rest, head: maskText(head, forms), tail: maskText(tail, forms) }
}

/** Head and tail are two ends of one text: a secret may lie across the gap. */
function maskSeam(output: ReportOutput, forms: readonly string[]): ReportOutput {
  if (output.tail === '') return output
  return { ...output, head: maskText(output.head, forms, 'end'), tail: maskText(output.tail, forms, 'start') }
}

function maskTree(value: unknown, path: string, forms: readonly string[]): unknown {
  if (typeof value === 'string') return SHAPED_FIELDS.has(path) ? value : maskText(value, forms)
  if (Array.isArray(value)) return value.map((member: unknown) => maskTree(member, path, forms))
  if (typeof value !== 'object' || value === null) return value
  const prefix = path === '' ? '' : `${path}.`
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, maskTree(member, prefix + key, forms)] as const),
  )
}
