/** What stands between a hostile step and a known weakness, the most urgent first. */
export const HANDLINGS = ['open', 'mitigated', 'avoided'] as const
/**
 * `open`: nothing of Confine's; only an update helps. `mitigated`: made harder, or of use to the image only.
 * `avoided`: what it needs is not there, which claims or Confine's own way of working see to.
 */
export type Handling = (typeof HANDLINGS)[number]

/** What the table knows versions of. `engine` is Docker Engine (moby). */
export const WEAK_COMPONENTS = ['engine', 'containerd', 'runc', 'runsc'] as const
export type WeakComponent = (typeof WEAK_COMPONENTS)[number]

/** A published weakness that a component's version number has. */
export interface FoundWeakness {
  /** CVE, or the pull request that closed it where it has none. */
  readonly id: string
  readonly title: string
  readonly component: WeakComponent
  /** As the engine gave it, cut. Untrusted text. */
  readonly version: string
  /** The first fixed release of each line of releases that got one. */
  readonly fixedIn: readonly string[]
  readonly url: string
  readonly handling: Handling
  /** What Confine does about it. */
  readonly note: string
}

/** A component whose weaknesses can't be told: that is not the same as none. */
export interface UntoldComponent {
  /** `runtime` when it is one that the table does not know. */
  readonly component: WeakComponent | 'runtime'
  /** One sentence: why. May hold untrusted text, cut. */
  readonly why: string
}

/** Known weaknesses of one engine with one runtime. */
export interface KnownWeaknesses {
  /** Date of the table, `YYYY-MM-DD`: what was published later is not in it. */
  readonly asOf: string
  /** What a match rests on, for the reader. */
  readonly basis: string
  /** The most urgent first. */
  readonly found: readonly FoundWeakness[]
  readonly untold: readonly UntoldComponent[]
}
