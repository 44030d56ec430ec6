/** Signal numbers of Linux on x86-64 and arm64 (signal(7)); the two agree for all of these. */
const NAMES: readonly string[] = [
  '',
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGILL',
  'SIGTRAP',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGKILL',
  'SIGUSR1',
  'SIGSEGV',
  'SIGUSR2',
  'SIGPIPE',
  'SIGALRM',
  'SIGTERM',
  'SIGSTKFLT',
  'SIGCHLD',
  'SIGCONT',
  'SIGSTOP',
  'SIGTSTP',
  'SIGTTIN',
  'SIGTTOU',
  'SIGURG',
  'SIGXCPU',
  'SIGXFSZ',
  'SIGVTALRM',
  'SIGPROF',
  'SIGWINCH',
  'SIGIO',
  'SIGPWR',
  'SIGSYS',
]

/** Shells report a child's death by signal as 128 + its number. An exit code can also be chosen; the name is a reading. */
export function signalOfExitCode(exitCode: number): string | null {
  const number = exitCode - 128
  if (number < 1) return null
  return NAMES[number] ?? (number <= 64 ? `signal ${String(number)}` : null)
}
