import type { Profile } from '../domain/profile.ts'
import type { InputName, InputReader } from './input-table.ts'
import { shown } from './printable.ts'
import type { Problems } from './problems.ts'
import { settled } from './settled.ts'
import { type Given, parseCpus, parseInteger } from './scalars.ts'
import { KIB, MIB, parseSize, sizeText, TIB } from './size.ts'

export type Limits = Pick<
  Profile,
  'memoryBytes' | 'cpus' | 'pidsLimit' | 'tmpBytes' | 'shmBytes' | 'fileBytes' | 'outputBytes'
>

/** CPUs of a step where the machine has at least as many: the engine refuses more than there are. */
const DEFAULT_CPUS = 2
const SMALLEST_SCRATCH = 64 * KIB
const LARGEST_OUTPUT_TOTAL = 256 * MIB

/**
 * /tmp, HOME and /dev/shm are memory. Together they may fill three quarters of the limit: were it more, a full one would
 * end in a killed process instead of "no space left" (moby/moby issues on tmpfs and memory limits; measured).
 */
export function scratchBudget(memoryBytes: number): number {
  return Math.floor(memoryBytes / 4) * 3
}

export function parseLimits(read: InputReader, machineCpus: number, problems: Problems): Limits | null {
  const given = (input: InputName): Given => ({ input, text: read(input), problems })
  const memoryBytes = parseSize(given('memory'), 16 * MIB, 4 * TIB)
  return settled<Limits>({
    memoryBytes,
    cpus: read('cpus') === '' ? Math.min(DEFAULT_CPUS, machineCpus) : parseCpus(given('cpus')),
    pidsLimit: parseInteger(given('pids-limit'), 16, 4_194_304),
    fileBytes: parseSize(given('file-size'), 4 * KIB, 16 * TIB),
    outputBytes: parseSize(given('output-limit'), KIB, 64 * MIB),
    ...parseScratch(read, memoryBytes, problems),
  })
}

interface Scratch {
  readonly tmpBytes: number | null
  readonly shmBytes: number | null
}

function parseScratch(read: InputReader, memoryBytes: number | null, problems: Problems): Scratch {
  const own = (input: InputName): number | null =>
    read(input) === '' ? null : parseSize({ input, text: read(input), problems }, SMALLEST_SCRATCH, 4 * TIB)
  const before = problems.count
  const asked: Scratch = { tmpBytes: own('tmp-size'), shmBytes: own('shm-size') }
  if (memoryBytes === null || problems.count > before) return { tmpBytes: null, shmBytes: null }
  const budget = scratchBudget(memoryBytes)
  const sizes = share(asked, budget)
  if (sizes.tmpBytes >= SMALLEST_SCRATCH && sizes.shmBytes >= SMALLEST_SCRATCH && spent(sizes) <= budget) return sizes
  const names = (
    [
      ['tmp-size', asked.tmpBytes],
      ['shm-size', asked.shmBytes],
    ] as const
  ).filter(([, size]) => size !== null)
  const most = `twice tmp-size plus shm-size of at most ${sizeText(budget)}, three quarters of the memory`
  problems.add(names.map(([name]) => name).join(' and '), most, names.map(([name]) => shown(read(name))).join(' and '))
  return { tmpBytes: null, shmBytes: null }
}

interface Shares {
  readonly tmpBytes: number
  readonly shmBytes: number
}

/** A size that was left out takes what the other leaves, up to a quarter of the memory. */
function share(asked: Scratch, budget: number): Shares {
  const quarter = budget / 3
  const tmpBytes = asked.tmpBytes ?? Math.min(quarter, Math.floor((budget - (asked.shmBytes ?? quarter)) / 2))
  return { tmpBytes, shmBytes: asked.shmBytes ?? Math.min(quarter, budget - 2 * tmpBytes) }
}

function spent({ tmpBytes, shmBytes }: Shares): number {
  return 2 * tmpBytes + shmBytes
}

/** What is kept of all steps goes into one report, which is one string. */
export function checkOutputTotal(outputBytes: number, steps: number, problems: Problems): void {
  if (outputBytes * steps <= LARGEST_OUTPUT_TOTAL) return
  const most = sizeText(LARGEST_OUTPUT_TOTAL)
  problems.add(
    'output-limit',
    `at most ${most} over all steps`,
    `${String(steps)} steps with ${sizeText(outputBytes)} each`,
  )
}
