import type { Profile } from '../domain/profile.ts'
import type { StepFacts } from '../domain/step-facts.ts'
import { formatBytes, formatCount, formatDuration, plural } from '../domain/units.ts'
import { HOME_INSIDE } from '../plan/places.ts'
import type { Hint } from './hints.ts'

/** A step that passed has coped with its limits. */
const unlessVerified =
  (hint: Hint): Hint =>
  (facts) =>
    facts.outcome.kind === 'verified' ? null : hint(facts)

const endedBy = ({ outcome }: StepFacts, signal: string): boolean =>
  outcome.kind === 'failed' && outcome.signal === signal

/** Words of tools for EAGAIN of fork(2), clone(2) and of pthread_create(3). */
const NO_PROCESS =
  /(?:fork|clone|spawn|thread)[^\n]{0,120}(?:Resource temporarily unavailable|EAGAIN)|uv_thread_create|unable to create native thread|can't start new thread/i

const pidsLimit: Hint = ({ counters, profile, tail }) => {
  const hits = counters?.pidsLimitHits ?? null
  const limit = `${formatCount(profile.pidsLimit)} processes and threads`
  if (hits !== null && hits > 0)
    return `The limit of ${limit} was reached: the kernel refused to start one ${plural(hits, 'time')}. Raise pids-limit, or start fewer at one time.`
  if (hits === 0 || !NO_PROCESS.test(tail)) return null
  return `The output tells of a process or thread that could not be started. A step may have ${limit} at one time: raise pids-limit, or start fewer.`
}

const memory: Hint = ({ outcome, counters, profile: { memoryBytes, tmpBytes, shmBytes } }) => {
  if (outcome.kind !== 'out-of-memory') return null
  const kills = counters?.memoryKills ?? 0
  const killed = kills > 1 ? `${plural(kills, 'process', 'processes')} were killed` : 'At least one process was killed'
  const places = `/tmp and HOME (up to ${formatBytes(tmpBytes)} each) and /dev/shm (up to ${formatBytes(shmBytes)})`
  return `${killed} for memory. Raise memory, now ${formatBytes(memoryBytes)}, or start fewer workers; what lies in ${places} counts as well.`
}

const disk: Hint = ({ outcome }) =>
  outcome.kind === 'out-of-disk'
    ? 'All that steps write into the workspace goes to the engine’s disk. Write less, or free space on the runner before Confine starts.'
    : null

const timeout: Hint = ({ outcome, step: { timeoutMs } }) =>
  outcome.kind === 'timed-out'
    ? `It had ${formatDuration(timeoutMs)}, counted from its release. Raise timeout-minutes, of this step or of all, or see what it waited for: no network and no input are there.`
    : null

const RAISE = 'Raise file-size, or write less into one file.'
const fileSize: Hint = (facts) => {
  const limit = `no file may grow beyond ${formatBytes(facts.profile.fileBytes)} (file-size)`
  if (endedBy(facts, 'SIGXFSZ')) return `SIGXFSZ is for a file that would become too large: ${limit}. ${RAISE}`
  return /File too large|\bEFBIG\b/.test(facts.tail) ? `The output says "File too large": ${limit}. ${RAISE}` : null
}

const openFiles: Hint = ({ tail }) =>
  /Too many open files|\bEMFILE\b/.test(tail)
    ? 'The output says "Too many open files". No input sets that limit: "ulimit -n" in the step shows it, and raises it up to what the engine allows ("ulimit -Hn").'
    : null

/** A line that says so, with what it says it of. */
const NO_SPACE = /^[^\n]*(?:No space left on device|\bENOSPC\b)[^\n]*$/gm

interface Place {
  readonly name: string
  readonly named: RegExp
  readonly size: (profile: Profile) => number
  readonly input: string
}

const below = (path: string): RegExp => new RegExp(`(?<![\\w/.-])${path}(?:/|\\b)`)
const PLACES: readonly Place[] = [
  { name: '/dev/shm', named: below('/dev/shm'), size: ({ shmBytes }) => shmBytes, input: 'shm-size' },
  { name: '/tmp', named: below('/tmp'), size: ({ tmpBytes }) => tmpBytes, input: 'tmp-size' },
  { name: 'HOME', named: below(HOME_INSIDE), size: ({ tmpBytes }) => tmpBytes, input: 'tmp-size' },
]

/** They count as memory of the step, and can't be larger than it. */
function raise(places: readonly Place[]): string {
  const inputs = [...new Set(places.map(({ input }) => input))]
  return `Raise ${inputs.join(' or ')} (and memory with it, of which it is a part), or write into the workspace.`
}

const noSpace: Hint = ({ tail, profile }) => {
  const lines = [...tail.matchAll(NO_SPACE)].map(([line]) => line)
  if (lines.length === 0) return null
  const said = 'The output says "No space left on device"'
  const named = PLACES.filter((place) => lines.some((line) => place.named.test(line)))
  const told = (named.length === 0 ? PLACES : named).map(
    ({ name, size, input }) => `${name} holds ${formatBytes(size(profile))} (${input})`,
  )
  if (named.length > 0)
    return `${said} of ${named.map(({ name }) => name).join(' and ')}: ${told.join(', ')}. ${raise(named)}`
  return `${said}. ${told.join(', ')}; only the workspace is on a disk. ${raise(PLACES)}`
}

const busError: Hint = (facts) =>
  endedBy(facts, 'SIGBUS')
    ? `SIGBUS comes, among others, to who uses shared memory that no longer fits into /dev/shm, here ${formatBytes(facts.profile.shmBytes)}: raise shm-size if the step uses it.`
    : null

const javaHeap: Hint = ({ tail, profile }) =>
  /java\.lang\.OutOfMemoryError: (?:Java heap space|GC overhead)/.test(tail)
    ? `Java's heap was full, which by default is a quarter of the step's memory, now ${formatBytes(profile.memoryBytes)}: raise memory, or "-Xmx".`
    : null

const nodeHeap: Hint = ({ tail, profile }) =>
  /JavaScript heap out of memory/.test(tail)
    ? `Node's heap was full: raise it by NODE_OPTIONS=--max-old-space-size=MEGABYTES in env, and memory, now ${formatBytes(profile.memoryBytes)}, if it has to be larger than that.`
    : null

const pythonMemory: Hint = ({ tail, profile }) =>
  /^MemoryError\b/m.test(tail)
    ? `Python could not get the memory that it asked for: raise memory, now ${formatBytes(profile.memoryBytes)}, or ask for less.`
    : null

/** Each by itself: several may be reached by one step. */
export const limitHints: readonly Hint[] = [disk, timeout, pidsLimit, fileSize, noSpace, busError, openFiles].map(
  unlessVerified,
)

/** A kill for memory by the kernel's count, then the limits that runtimes set themselves. */
export const heapHints: readonly Hint[] = [memory, javaHeap, nodeHeap, pythonMemory].map(unlessVerified)
