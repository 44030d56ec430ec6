import { isPrintable, quoted } from '../plan/printable.ts'
import {
  below,
  DEVICE_HEADING,
  deviceNames,
  folded,
  labelOf,
  limitWords,
  namesOf,
  pairs,
  STATUS_ROW,
} from './kernel-text.ts'

/** The probe's text, sorted. Every member is text of an image's shell: claims compare it, nothing believes it alone. */
export interface ProbeFacts {
  /** Fields of /proc/self/status by name, white space folded. */
  readonly status: ReadonlyMap<string, string>
  /** Names of the fields that have a row, also of those that contradict themselves and so have no value. */
  readonly statusNames: ReadonlySet<string>
  readonly mounts: readonly string[]
  /** Names of network interfaces; `null`, as for the next two, when the kernel's heading is not there: no list is no fact. */
  readonly devices: readonly string[] | null
  readonly routes: readonly string[] | null
  readonly unixSockets: readonly string[] | null
  /** Rows of /proc/self/limits. */
  readonly limits: readonly string[]
  readonly kernel: string | null
  readonly bootId: string | null
  readonly hostname: string | null
  readonly uidMap: readonly string[]
  /** Rows of /proc/self/cgroup. */
  readonly cgroups: readonly string[]
  readonly lsm: string | null
  /** Device files below /dev, with their kind: `char /dev/null`. */
  readonly nodes: readonly string[]
  /** Open file descriptors of the probe's own shell. */
  readonly descriptors: readonly string[]
  /** What `kill` with a signal number, at a process that can't be, was answered. */
  readonly signals: ReadonlyMap<string, string>
  /** Which of the paths that were to be masked or made read-only are there at all. */
  readonly present: readonly string[]
  /** Single numbers of the control groups by the probe's word: `memory-v1`, `pids-v2`. */
  readonly cgroup: ReadonlyMap<string, string>
  /** What a write to a path was answered. */
  readonly writes: ReadonlyMap<string, string>
  readonly writable: ReadonlySet<string>
  readonly workspaceReachable: boolean
  /** Names, in quotes where they are no plain ones. */
  readonly environment: readonly string[]
  /** In quotes, as the next ones: a step before this one may have made up the name. */
  readonly socketFiles: readonly string[]
  readonly socketsScanned: boolean
  /** The first few, and how many more. */
  readonly credentialFiles: readonly string[]
  /** Lines read of each git configuration. */
  readonly gitConfigs: ReadonlyMap<string, number>
  readonly shell: string | null
}

/** A path on a runner has about half of it. */
const NAME_CHARACTERS = 200
const TOLD_NAMES = 10

/** First rows of the kernel's tables below /proc/net. */
const ROUTE_HEADING = [/^Iface\s/]
const UNIX_HEADING = [/^Num\s/]

/** Sorts the lines between the markers. Total: unknown words are left aside, and what is missing stays missing. */
export function parseProbe(lines: readonly string[]): ProbeFacts {
  const byWord = new Map<string, string[]>()
  for (const line of lines) {
    const space = line.indexOf(' ')
    if (space < 1) continue
    const word = line.slice(0, space)
    const rest = line.slice(space + 1)
    const all = byWord.get(word)
    if (all === undefined) byWord.set(word, [rest])
    else all.push(rest)
  }
  const rows = (word: string): readonly string[] => byWord.get(word) ?? []
  const single = (word: string): string | null => (rows(word).length === 1 ? (rows(word)[0] ?? null) : null)
  return {
    status: pairs(rows('status'), STATUS_ROW),
    statusNames: namesOf(rows('status'), STATUS_ROW),
    mounts: rows('mount'),
    devices: deviceNames(below(DEVICE_HEADING, rows('device')))?.map((name) => plainOrQuoted(name)) ?? null,
    routes: below(ROUTE_HEADING, rows('route')),
    unixSockets: below(UNIX_HEADING, rows('unix')),
    limits: rows('limit'),
    kernel: single('kernel'),
    bootId: single('boot'),
    hostname: single('hostname'),
    uidMap: rows('uid-map').map(folded),
    cgroups: rows('cgroup'),
    lsm: labelOf(rows('lsm')),
    nodes: rows('node').map((row) => plainOrQuoted(row, /^\w+ \S+$/)),
    descriptors: rows('descriptor').map((row) => plainOrQuoted(row)),
    signals: pairs(rows('signal'), /^(\d+) (.*)$/s),
    present: rows('present'),
    cgroup: new Map(limitWords((word) => byWord.has(word)).flatMap((word) => pairOf(word, single(word)))),
    writes: pairs(rows('write'), /^(\S+) (.*)$/s),
    writable: new Set(rows('writable')),
    workspaceReachable: rows('reachable').includes('workspace'),
    environment: rows('environment').map((name) => plainOrQuoted(name)),
    socketFiles: rows('socket').map(inQuotes),
    socketsScanned: rows('sockets-scanned').includes('yes'),
    credentialFiles: fewOf([...new Set(rows('credential'))]),
    gitConfigs: lineCounts(rows('git-config')),
    shell: single('shell'),
  }
}

function inQuotes(name: string): string {
  return quoted(name, NAME_CHARACTERS)
}

/** For names that are compared with others, which are plain: no blank makes a sentence of them. */
function plainOrQuoted(name: string, form = /^\S+$/): string {
  return name.length <= NAME_CHARACTERS && form.test(name) && isPrintable(name) ? name : inQuotes(name)
}

function fewOf(names: readonly string[]): readonly string[] {
  const told = names.slice(0, TOLD_NAMES).map(inQuotes)
  return names.length > TOLD_NAMES ? [...told, `${String(names.length - TOLD_NAMES)} more`] : told
}

/** `COUNT FILE`: the count stands first, for a file's name may hold anything. */
function lineCounts(rows: readonly string[]): ReadonlyMap<string, number> {
  const swapped = rows.map((row) => row.replace(/^(\d+) (.*)$/, '$2\n$1'))
  return new Map([...pairs(swapped, /^(.*)\n(\d+)$/)].map(([file, count]) => [file, Number(count)]))
}

function pairOf(word: string, value: string | null): [string, string][] {
  return value === null ? [] : [[word, value]]
}
