import { z } from 'zod'
import { ConfineError } from '../domain/errors.ts'
import { reportSchema, type Report } from './schema.ts'

/**
 * Takes JSON for a report only if it follows the schema to the letter: unknown fields are refused too.
 * @throws ConfineError `internal`, naming the fields that don't fit.
 */
export function parseReport(json: unknown): Report {
  const parsed = reportSchema.safeParse(json)
  if (parsed.success) return parsed.data
  throw new ConfineError('internal', `Not a report of version 1: ${z.prettifyError(parsed.error)}`)
}

/** The bytes of report.json: checked, keys in the order of the schema, so that equal reports are equal files. */
export function serializeReport(report: Report): string {
  return `${JSON.stringify(parseReport(report), null, 2)}\n`
}

/** JSON Schema (draft 2020-12) of report.json, for readers in other languages. */
export function reportJsonSchema(): Record<string, unknown> {
  return { title: 'Confine report', ...z.toJSONSchema(reportSchema) }
}
