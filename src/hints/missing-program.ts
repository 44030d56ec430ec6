import type { StepFacts } from '../domain/step-facts.ts'
import { lastLines } from './evidence.ts'

/** How shells, env and runtimes say that a program is in no folder of PATH; the name has no slash. */
const OF_SHELL = [/(?:^|: )([\w.+-]+): (?:command )?not found$/, /\bcommand not found: ([\w.+-]+)$/]
const OF_OTHERS = [
  /\benv: (?:can't execute )?[‘']([^'’/\s]+)['’]: No such file or directory$/,
  /\bexec: "([^"/]+)": executable file not found in \$PATH/,
  /\bspawn ([\w.+-]+) ENOENT\b/,
  /\bmake: ([\w.+-]+): No such file or directory$/,
]

/** Exit 127 of a program below make or npm shows in their words. */
const EXIT_127 = /\bError 127\b|\bcode 127\b|status 127\b/

/** The name of the program that is missing; `null` where none is named at the end of the output. */
export function missingProgram({ tail, outcome }: StepFacts): string | null {
  const lines = lastLines(tail)
  const shellSaid = (outcome.kind === 'failed' && outcome.exitCode === 127) || EXIT_127.test(lines.join('\n'))
  // A shell's words stand in many outputs ("page: not found"): its exit code has to go with them.
  const patterns = shellSaid ? [...OF_SHELL, ...OF_OTHERS] : OF_OTHERS
  for (const line of lines.toReversed()) {
    for (const pattern of patterns) {
      const [, name] = pattern.exec(line) ?? []
      if (name !== undefined) return name
    }
  }
  return null
}

/** Which come with a system or a language, not with packages of a project. */
const COMMON: ReadonlySet<string> = new Set(
  'bash sh git make cmake jq curl wget tar unzip zip python python3 perl ruby go java javac node npm npx yarn pnpm bun deno docker gcc cc g++ clang cargo php awk sed grep find xargs ssh rsync file patch'.split(
    ' ',
  ),
)

export function isCommonProgram(name: string): boolean {
  return COMMON.has(name)
}
