import { ofFailure, ofWords } from './evidence.ts'
import type { Hint } from './hints.ts'

const noRoot = ofWords(
  /\bsudo: (?:The "no new privileges" flag|effective uid is not 0|.*must be owned by uid 0|unable to change)|\bsu: (?:must be suid|Authentication failure|System error)/,
  'sudo and su can do nothing here: a step has no privileges to get. Leave them out of what a step runs.',
)

const noEngine = ofWords(
  /Cannot connect to the Docker daemon|docker\.sock\b.*(?:no such file|connect)|Could not find a valid Docker environment/i,
  'A step can reach no Docker engine, by design. Tests that start containers have to run outside of Confine.',
)

const START = 'Start the program itself, in the background of the same step.'
const noServices: Hint = ofFailure(({ tail, step }) => {
  const manager = /System has not been booted with systemd|Failed to connect to bus/.test(tail)
  const asked = /(?:^|[\s;&|])service \S+ (?:re)?start\b/.test(step.run) && /unrecognized service$/m.test(tail)
  return manager || asked ? `No service manager runs in a step. ${START}` : null
})

/** apt and dpkg; apk; dnf and yum. */
const noPackages = ofWords(
  /Could not open lock file \/var\/lib\/(?:dpkg|apt)\/|List directory \/var\/lib\/apt\/lists\/partial is missing|Unable to lock (?:the administration directory|database: Permission denied)|requested operation requires superuser privilege|This command has to be run (?:with superuser privileges|under the root user)/,
  'A step can install no system packages: it is not root and has no network. Take an image that has them.',
)

const noOwner = ofWords(
  /changing (?:ownership|group) of .*Operation not permitted|\bchown: .*Operation not permitted|\bEPERM\b.*\bchown\b/,
  'A step can give files to no other user: it has no privileges. Leave chown out of what a step runs.',
)

const traced = ofWords(
  /\bptrace(?:\([^)]*\))?: Operation not permitted|PTRACE_(?:TRACEME|SEIZE|ATTACH)|Could not (?:trace|attach to) (?:the inferior )?process|perf_event_open/,
  'No process may trace another here: strace, gdb, perf and the like do not work in a step. Leave them out of what a step runs.',
)

const leaks = ofWords(
  /LeakSanitizer has encountered a fatal error|LeakSanitizer does not work under ptrace/,
  'LeakSanitizer traces its own process, which the filter of system calls denies: set ASAN_OPTIONS=detect_leaks=0 for the step.',
)

const namespaces = ofWords(
  /\b(?:unshare|setns|clone|mount|bwrap|chroot)(?:\([^)]*\))?: .*(?:Operation not permitted|permission denied|must be superuser|No permissions)|No usable sandbox|Failed to move to new namespace|Creating new namespace failed/i,
  'A step can make no namespaces, mounts or containers of its own. Programs that sandbox themselves so need an option, such as --no-sandbox for Chromium.',
)

/** What needs a right that no step has. */
export const privilegeHints: readonly Hint[] = [
  noRoot,
  noEngine,
  noServices,
  noPackages,
  noOwner,
  leaks,
  traced,
  namespaces,
]
