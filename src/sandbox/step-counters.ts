import { open, type FileHandle } from 'node:fs/promises'
import type { HostEvidence } from '../domain/evidence.ts'
import type { Counters } from '../domain/step-facts.ts'
import { groupFolders, PLACES, type KernelPlaces } from './host-view.ts'
import { pause } from './pause.ts'

/** The probe's shell stays for half a second once something was counted: its last count is seen more than once. */
const EVERY_MS = 100
const LONGEST_BYTES = 4096

/**
 * Where the kernel counts, in control groups of either version, and the word before the number (kernel documentation,
 * cgroup-v1/memory, cgroup-v1/pids, cgroup-v2).
 */
const PLACES_OF_COUNTS = {
  pidsLimitHits: { word: 'max', files: { pids: 'pids.events', '': 'pids.events' } },
  memoryKills: { word: 'oom_kill', files: { memory: 'memory.oom_control', '': 'memory.events' } },
} as const

/**
 * What the kernel of this machine counts in a step's control groups while it runs. The groups are gone as soon as the
 * first process has ended, so they are read again and again; what was read last counts. No step can write there.
 */
export class StepCounters {
  readonly #files: Promise<readonly CountFile[]>
  readonly #stop = new AbortController()
  readonly #watched: Promise<void>
  #seen: Counters | null = null

  /** @param host the view that was read at the gate: it names the control groups, and is bound to the container */
  constructor(host: HostEvidence, places: KernelPlaces = PLACES) {
    this.#files = host.kind === 'seen' ? openAll(host.files.cgroup ?? '', places.cgroup) : Promise.resolve([])
    this.#watched = this.#watch()
  }

  /** What was counted so far; `null` where nothing could be read. Never rejects. */
  async read(): Promise<Counters | null> {
    for (const { name, word, file } of await this.#files) {
      const count = numberAfter(word, await textOf(file))
      const before = this.#seen ?? { pidsLimitHits: null, memoryKills: null }
      if (count !== null) this.#seen = { ...before, [name]: Math.max(count, before[name] ?? 0) }
    }
    return this.#seen
  }

  /** Ends the watch. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#watched
    for (const { file } of await this.#files) await file.close().catch(() => undefined)
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stop
    if ((await this.#files).length === 0) return
    while (!signal.aborted) {
      await this.read()
      await pause(EVERY_MS, signal)
    }
  }
}

interface CountFile {
  readonly name: keyof Counters
  readonly word: string
  readonly file: FileHandle
}

/** Opened once: to read again is one call then. */
async function openAll(groups: string, root: string): Promise<readonly CountFile[]> {
  const folders = groupFolders(groups, root)
  const opened: CountFile[] = []
  for (const name of ['pidsLimitHits', 'memoryKills'] as const) {
    const { word, files } = PLACES_OF_COUNTS[name]
    for (const [controller, path] of Object.entries(files)) {
      const file = await open(`${folders.get(controller) ?? ''}/${path}`).catch(() => null)
      if (file !== null) opened.push({ name, word, file })
    }
  }
  return opened
}

/** Empty once the group is gone (ENODEV). */
async function textOf(file: FileHandle): Promise<string> {
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(LONGEST_BYTES), 0, LONGEST_BYTES, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } catch {
    return ''
  }
}

function numberAfter(word: string, text: string): number | null {
  for (const line of text.split('\n')) {
    const [name, count = '', ...more] = line.split(' ')
    if (name === word && more.length === 0 && /^\d{1,15}$/.test(count)) return Number(count)
  }
  return null
}
