import { LONGEST_NAME } from '../plan/step-fields.ts'
import { titleOf } from '../plan/printable.ts'
import type { Step } from '../domain/step.ts'
import { cleanTitle } from './clean-text.ts'

/** Characters of a command beside a name; all of it is in report.json. */
const COMMAND = 80

/** A command on one short line: further lines follow a ⏎. */
export function commandLine(run: string): string {
  return cleanTitle(run.trim(), COMMAND)
}

/** False where the plan took the name from the command, so that both would say the same. */
export function hasOwnName({ name, run }: Pick<Step, 'name' | 'run'>): boolean {
  return name !== titleOf(run, LONGEST_NAME)
}

/**
 * Plain text of one line for the log: what a step is called and, where that is not the same, what it runs. The runner takes
 * `##[` anywhere in a line for a command (actions/runner, `ActionCommand.cs`).
 */
export function stepTitle(step: Pick<Step, 'name' | 'run'>): string {
  return hasOwnName(step) ? `${step.name} (runs: ${commandLine(step.run).replaceAll('##[', '## [')})` : step.name
}
