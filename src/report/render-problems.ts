import type { InputProblem } from '../domain/errors.ts'
import { plural } from '../domain/units.ts'
import { cleanTitle } from './clean-text.ts'
import { code, plain } from './markdown.ts'

const SHOWN = 50
const PART = 400

/** The job summary of a run that ended at its inputs: there is no report then, for there is no plan. */
export function renderProblems(problems: readonly InputProblem[]): string {
  const items = problems.slice(0, SHOWN).map(problemLine)
  const left = problems.length - items.length
  const rest = left === 0 ? [] : [`- and ${String(left)} more, in the log`]
  const heading = `### ❌ Confine · not verified: ${plural(problems.length, 'mistake')} in the inputs; no step was run`
  return `${[heading, '', ...items, ...rest].join('\n')}\n`
}

function problemLine({ input, expected, got }: InputProblem): string {
  const text = (part: string): string => plain(cleanTitle(part, PART))
  return `- Input ${code(cleanTitle(input, PART))}: expected ${text(expected)}, got ${text(got)}`
}
