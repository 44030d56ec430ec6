import type { Outcome } from './outcome.ts'
import type { Profile } from './profile.ts'
import type { Step } from './step.ts'

/**
 * What is known of a step's end that can explain it to a person. Hints are made from it, and nothing else: no outcome
 * rests on any of it, for part of it is what the step itself said.
 */
export interface StepFacts {
  readonly step: Step
  readonly outcome: Outcome
  readonly profile: Profile
  /** Absolute path of the shell that ran it; `null` when it never ran. */
  readonly shell: string | null
  /** The end of what it printed, both streams as they came, as UTF-8 without control codes. Untrusted; empty when it never ran. */
  readonly tail: string
  /** Bytes of its output that were not kept. */
  readonly droppedBytes: number
  /** False when its output's stream did not end. */
  readonly complete: boolean
  readonly command: CommandFacts | null
  readonly checkout: CheckoutFacts | null
  readonly counters: Counters | null
  /** `NAME=value` lines that the image sets; empty when it was never looked at. */
  readonly imageEnv: readonly string[]
}

/** The file of the checkout that the command starts with, as it was before the first step; `null` where it starts otherwise. */
export interface CommandFacts {
  /** As the command writes it. */
  readonly path: string
  /** Program that the command hands the file to, as in `sh ci/x.sh`; `null` where the file itself is started. */
  readonly by: string | null
  /**
   * `outside`: the path, or a link on its way, leads out of the checkout; what is there was not looked at. `beside`: the
   * command gives a bare name, which shells look up in PATH, and a file of that name lies in the working directory.
   */
  readonly found: 'file' | 'folder' | 'absent' | 'outside' | 'other' | 'beside'
  readonly executable: boolean
  /** Its first bytes, up to the first line's end, that end included, as Latin-1; empty for what is no file. */
  readonly firstLine: string
  /** A line after the first, of those near its beginning, ends in CR LF. */
  readonly carriageReturns: boolean
  /** CPU that an ELF file is made for, as Go names it, such as `arm64`; `null` for other files. */
  readonly cpu: string | null
}

/** What the checkout lacks of a whole clone. Counts may be too low, never too high. */
export interface CheckoutFacts {
  /** Commits that a shallow clone has; `null` when it is not shallow. */
  readonly shallowCommits: number | null
  readonly hasTags: boolean
  /** Objects are fetched when they are asked for: a partial clone. */
  readonly partial: boolean
  /** Its git folder lies elsewhere, as a linked worktree's does: steps do not see it. */
  readonly repositoryOutside: boolean
  /** Files of the commit that a sparse checkout leaves out. */
  readonly leftOut: FewPaths
  /** Files that are pointers to data of Git LFS. */
  readonly lfsPointers: FewPaths
  /** Submodules that are not checked out. */
  readonly absentSubmodules: FewPaths
  /** There is a package.json, and beside none of them a node_modules. */
  readonly packagesAbsent: boolean
  /** By which a script of the checkout may import another: names of source files and folders at its top or one below. */
  readonly ownNames: ReadonlySet<string>
  /** Numeric owner of the checkout's folder. */
  readonly ownerUid: number
}

export interface Few {
  readonly count: number
  /** Printable, and in quotes. */
  readonly first: readonly string[]
}

export interface FewPaths extends Few {
  /** Relative to the checkout, as they are written; a bounded number of them. */
  readonly paths: readonly string[]
}

/** What the kernel counted in the step's control groups; `null` for what could not be read. */
export interface Counters {
  /** Times that a process could not be started because of the limit of processes. */
  readonly pidsLimitHits: number | null
  /** Processes killed for memory. */
  readonly memoryKills: number | null
}
