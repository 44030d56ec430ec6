import { isPrintable, shown } from '../plan/printable.ts'

/** The probe's text, sorted. Every member is text of an image's shell: claims compare it, nothing believes it alone. */
export interface ProbeFacts {
  /** Fields of /proc/self/status by name, white space folded. */
  readonly status: ReadonlyMap<string, string>
  readonly mounts: readonly string[]
  /** Names of network interfaces; `null`, as for the next two, when the kernel's heading is not there: no list is no fact. */
  readonly devices: readonly string[] | null
  readonly routes: readonly string[] | null
  readonly unixSockets: readonly string[] | null
  /** Rows of /proc/self/limits. */
  readonly limits: readonly string[]
  readonly kernel: string | null
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
const DEVICE_HEADING = [/^Inter-\|/, /^ face \|/]
const ROUTE_HEADING = [/^Iface\s/]
const UNIX_HEADING = [/^Num\s/]

const CGROUP_WORDS = [
  'memory-v1',
  'memory-swap-v1',
  'pids-v1',
  'cpu-quota-v1',
  'cpu-period-v1',
  'memory-v2',
  'memory-swap-v2',
  'pids-v2',
  'cpu-v2',
]

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
    status: pairs(rows('status'), /^([A-Za-z_]+):\s*(.*?)\s*$/),
    mounts: rows('mount'),
    devices: deviceNames(below(DEVICE_HEADING, rows('device'))),
    routes: below(ROUTE_HEADING, rows('route')),
    unixSockets: below(UNIX_HEADING, rows('unix')),
    limits: rows('limit'),
    kernel: single('kernel'),
    cgroup: new Map(CGROUP_WORDS.flatMap((word) => pairOf(word, single(word)))),
    writes: pairs(rows('write'), /^(\S+) (.*)$/),
    writable: new Set(rows('writable')),
    workspaceReachable: rows('reachable').includes('workspace'),
    environment: rows('environment').map(plainOrQuoted),
    socketFiles: rows('socket').map(quoted),
    socketsScanned: rows('sockets-scanned').includes('yes'),
    credentialFiles: fewOf([...new Set(rows('credential'))]),
    gitConfigs: lineCounts(rows('git-config')),
    shell: single('shell'),
  }
}

function quoted(name: string): string {
  return shown(name, NAME_CHARACTERS)
}

/** For names that are compared with others, which are plain. */
function plainOrQuoted(name: string): string {
  return name !== '' && name.length <= NAME_CHARACTERS && isPrintable(name) ? name : quoted(name)
}

function fewOf(names: readonly string[]): readonly string[] {
  const told = names.slice(0, TOLD_NAMES).map(quoted)
  return names.length > TOLD_NAMES ? [...told, `${String(names.length - TOLD_NAMES)} more`] : told
}

/** Rows below a heading; `null` without it, for then rows of the table may be missing as well. */
function below(heading: readonly RegExp[], rows: readonly string[]): readonly string[] | null {
  if (!heading.every((pattern, n) => pattern.test(rows[n] ?? ''))) return null
  return rows.slice(heading.length).filter((row) => row.trim() !== '')
}

/** Each row is `name: counters`; one of another form, and nothing is known of any. */
function deviceNames(rows: readonly string[] | null): readonly string[] | null {
  const names = rows?.flatMap((row) => /^\s*([^:\s]+):/.exec(row)?.[1] ?? []) ?? null
  return names?.length === rows?.length ? (names?.map(plainOrQuoted) ?? null) : null
}

/** `COUNT FILE`: the count stands first, for a file's name may hold anything. */
function lineCounts(rows: readonly string[]): ReadonlyMap<string, number> {
  const swapped = rows.map((row) => row.replace(/^(\d+) (.*)$/, '$2\n$1'))
  return new Map([...pairs(swapped, /^(.*)\n(\d+)$/)].map(([file, count]) => [file, Number(count)]))
}

function pairOf(word: string, value: string | null): [string, string][] {
  return value === null ? [] : [[word, value]]
}

/** First match wins: a later line can't take back what the kernel said first. A field given twice differently is dropped. */
function pairs(rows: readonly string[], pattern: RegExp): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const torn = new Set<string>()
  for (const row of rows) {
    const match = pattern.exec(row)
    const key = match?.[1]
    const value = match?.[2]?.replace(/\s+/g, ' ')
    if (key === undefined || value === undefined) continue
    if (found.has(key) && found.get(key) !== value) torn.add(key)
    found.set(key, value)
  }
  for (const key of torn) found.delete(key)
  return found
}
