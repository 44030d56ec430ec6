import type { StepFacts } from '../domain/step-facts.ts'
import { lastLines, named, ofFailure, ofWords } from './evidence.ts'
import type { Hint } from './hints.ts'

/** How shells, env and runtimes say that a program is in no folder of PATH; the name has no slash. */
const MISSING: readonly RegExp[] = [
  /(?:^|[:\s])([\w.+-]+): (?:command )?not found$/,
  /\benv: (?:can't execute )?[‘']([^'’/\s]+)['’]: No such file or directory$/,
  /\bexec: "([^"/]+)": executable file not found in \$PATH/,
  /\bspawn ([\w.+-]+) ENOENT\b/,
  /\bmake: ([\w.+-]+): No such file or directory$/,
]

/** Exit 127 of a program below make or npm shows in their words. */
const EXIT_127 = /\bError 127\b|\bcode 127\b|status 127\b/

/** The name of the program that is missing; `null` where none is named at the end of the output. */
function missingProgram({ tail, outcome }: StepFacts): string | null {
  const lines = lastLines(tail)
  const shellSaid = (outcome.kind === 'failed' && outcome.exitCode === 127) || EXIT_127.test(lines.join('\n'))
  for (const line of lines.toReversed()) {
    for (const [index, pattern] of MISSING.entries()) {
      // A shell's words stand in many outputs ("page: not found"): its exit code has to go with them.
      if (index === 0 && !shellSaid) continue
      const [, name] = pattern.exec(line) ?? []
      if (name !== undefined) return name
    }
  }
  return null
}

/** Programs that can do nothing in a step, whatever the image has. */
const BY_DESIGN: ReadonlyMap<string, string> = new Map([
  ['sudo', 'a step has no privileges to get'],
  ['su', 'a step has no privileges to get'],
  ['doas', 'a step has no privileges to get'],
  ['docker', 'no engine can be reached from a step'],
  ['docker-compose', 'no engine can be reached from a step'],
  ['podman', 'a step can make no containers'],
  ['systemctl', 'no service manager runs in a step'],
  ['service', 'no service manager runs in a step'],
])

const missing: Hint = ofFailure((facts) => {
  const name = missingProgram(facts)
  if (name === null) return null
  const design = BY_DESIGN.get(name)
  if (design !== undefined)
    return `${named(name)} is not there, and could do nothing: ${design}. Leave it out of what a step runs.`
  return `The image has no program ${named(name)} in its PATH. Take an image that has it or bring it by "mounts"; what a package manager installs has to be installed before, for there is no network.`
})

const noPrivileges = ofWords(
  /\bsudo: (?:The "no new privileges" flag|effective uid is not 0|.*must be owned by uid 0|unable to change)|\bsu: (?:must be suid|Authentication failure)/,
  'sudo and su can do nothing here: a step has no privileges to get. Leave them out of what a step runs.',
)

const noEngine = ofWords(
  /Cannot connect to the Docker daemon|docker\.sock\b.*(?:no such file|connect)|Could not find a valid Docker environment/i,
  'A step can reach no Docker engine, by design. Tests that start containers have to run outside of Confine.',
)

const noServices = ofWords(
  /System has not been booted with systemd|Failed to connect to bus/,
  'No service manager runs in a step. Start the program itself, in the background of the same step.',
)

const missingLibrary: Hint = ofFailure(({ tail }) => {
  const [, name] = /error while loading shared libraries: ([\w.+-]+): cannot open shared object file/.exec(tail) ?? []
  return name === undefined
    ? null
    : `The image has no library ${named(name)}, which a program of the step needs. Take an image that has it.`
})

const otherFormat: Hint = ofFailure(({ tail, command }) => {
  // Said already, and more exactly, of the file that the command starts.
  const told = command?.by === null && command.cpu !== null
  if (told || !/\bExec format error\b|\bENOEXEC\b/.test(tail)) return null
  return 'A program was started whose format the kernel does not know: it was built for another CPU, or is a script without a first line such as "#!/bin/sh".'
})

export const programHints: readonly Hint[] = [missing, noPrivileges, noEngine, noServices, missingLibrary, otherFormat]
