import { asRecord, asString } from '../domain/decode.ts'

/** How much one scan of git folders may take. */
export interface ScanLimits {
  /** Entries of folders that are walked. */
  readonly entries: number
  /** Bytes that are read, every reading of a file counted. */
  readonly bytes: number
  /** Git processes that are started. */
  readonly processes: number
  /** Bytes of the changed files, held until they go to the engine. */
  readonly kept: number
  readonly ms: number
}

/** The git folder of a large repository takes a hundredth of it. */
export const SCAN_LIMITS: ScanLimits = {
  entries: 500_000,
  bytes: 2 * 1024 ** 3,
  processes: 1_000,
  kept: 64 * 1024 ** 2,
  ms: 30_000,
}

const WORDS = {
  entries: 'entries of folders',
  bytes: 'bytes to read',
  processes: 'git processes',
  kept: 'bytes to change',
} as const

/** There was more to look at than one scan may take: what lies behind is not known. */
export class BeyondBounds extends Error {
  override readonly name = 'BeyondBounds'
}

/** For a call of the file system. The error's own words hold names that a branch chose. */
export function tooLong(error: unknown): never {
  if (asString(asRecord(error)['code']) === 'ENAMETOOLONG') throw new BeyondBounds('a path that is too long')
  throw error
}

/** One purse for a whole scan: a branch that makes it long gets a red run, and not a long one. */
export class ScanBounds {
  readonly #left: Record<Exclude<keyof ScanLimits, 'ms'>, number>
  readonly #until: number
  readonly #now: () => number

  constructor(limits: ScanLimits = SCAN_LIMITS, now: () => number = Date.now) {
    const { ms, ...left } = limits
    this.#left = left
    this.#now = now
    this.#until = now() + ms
  }

  /** @throws BeyondBounds when that is more than is left, or the time is over. */
  spend(what: Exclude<keyof ScanLimits, 'ms'>, amount: number): void {
    this.#left[what] -= amount
    if (this.#left[what] < 0) throw new BeyondBounds(`more ${WORDS[what]} than a scan takes`)
    if (this.#now() > this.#until) throw new BeyondBounds('more time than a scan takes')
  }
}
