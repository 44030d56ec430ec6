import { named, ofFailure, ofWords } from './evidence.ts'
import type { Hint } from './hints.ts'
import { missingProgram } from './missing-program.ts'

/** Programs that can do nothing in a step, whatever the image has. */
const NOTHING: readonly (readonly [names: string, why: string])[] = [
  ['sudo su doas', 'a step has no privileges to get'],
  ['docker docker-compose podman buildah', 'no engine can be reached from a step, and no container made in it'],
  ['systemctl service', 'no service manager runs in a step'],
  ['gdb lldb strace ltrace perf rr', 'no process may trace another in a step'],
  ['ping traceroute nslookup dig ssh scp sftp telnet', 'steps have no network'],
  ['apt apt-get yum dnf apk zypper pacman', 'a step is not root and has no network: install before, into the image'],
]
const BY_DESIGN: ReadonlyMap<string, string> = new Map(
  NOTHING.flatMap(([names, why]) => names.split(' ').map((name) => [name, why] as const)),
)

/** Which make sense in a step for servers that it starts itself. */
const LOCAL_ONLY: ReadonlySet<string> = new Set(['curl', 'wget', 'nc', 'netcat', 'http', 'telnet'])

const beside: Hint = ofFailure((facts) => {
  if (facts.command?.found !== 'beside' || missingProgram(facts) !== facts.command.path) return null
  const { path } = facts.command
  return `${named(path)} lies in the checkout, but a name without a slash is looked up in PATH only: write ${named(`./${path}`)}.`
})

const missing: Hint = ofFailure((facts) => {
  const name = missingProgram(facts)
  if (name === null) return null
  const design = BY_DESIGN.get(name)
  if (design !== undefined)
    return `${named(name)} is not there, and could do nothing: ${design}. Leave it out of what a step runs.`
  const none = `The image has no program ${named(name)} in its PATH`
  if (LOCAL_ONLY.has(name))
    return `${none}. Take an image that has it if it is to reach a server of the step's own: beyond the container it reaches nothing, for steps have no network.`
  return `${none}. Take an image that has it or bring it by "mounts"; what a package manager installs has to be installed before, for there is no network.`
})

const missingLibrary: Hint = ofFailure(({ tail }) => {
  const [, name] = /error while loading shared libraries: ([\w.+-]+): cannot open shared object file/.exec(tail) ?? []
  return name === undefined
    ? null
    : `The image has no library ${named(name)}, which a program of the step needs. Take an image that has it.`
})

const otherFormat = ofWords(
  /\bExec format error\b|\bENOEXEC\b/,
  'A program was started whose format the kernel does not know: it was built for another CPU, or is a script without a first line such as "#!/bin/sh". Build it for the platform of the image, or give it one.',
)

export const programHints: readonly Hint[] = [beside, missing, missingLibrary, otherFormat]
