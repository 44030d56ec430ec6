import { ofFailure, ofWords } from './evidence.ts'
import type { Hint } from './hints.ts'

const leaks = ofWords(
  /LeakSanitizer has encountered a fatal error|LeakSanitizer does not work under ptrace/,
  'LeakSanitizer traces its own process, which the filter of system calls denies: set ASAN_OPTIONS=detect_leaks=0 for the step.',
)

const tracing = ofWords(
  /\bptrace(?:\([^)]*\))?: Operation not permitted|PTRACE_(?:TRACEME|SEIZE|ATTACH)|Could not (?:trace|attach to) (?:the inferior )?process|perf_event_open/,
  'No process may trace another here: strace, gdb, perf and the like do not work in a step.',
)

const namespaces = ofWords(
  /\b(?:unshare|setns|clone|mount|bwrap|chroot)(?:\([^)]*\))?: .*(?:Operation not permitted|permission denied|must be superuser|No permissions)|No usable sandbox|Failed to move to new namespace|Creating new namespace failed/i,
  'A step can make no namespaces, mounts or containers of its own. Programs that sandbox themselves so need an option, such as --no-sandbox for Chromium.',
)

const badCall: Hint = ofFailure(({ tail, outcome }) => {
  const told = outcome.kind === 'failed' && outcome.signal === 'SIGSYS'
  if (told || !/\bBad system call\b/.test(tail)) return null
  return 'A program of the step was ended by the filter of system calls (SIGSYS), as 32-bit programs are. Use a 64-bit one.'
})

export const filterHints: readonly Hint[] = [leaks, tracing, namespaces, badCall]
