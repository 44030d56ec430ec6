/** A program of the runner, started without a shell. */
export interface Command {
  /** Absolute path. */
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  /** The whole environment: nothing of this process's own is added. */
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** Bytes of standard output that are kept; all of it is counted and hashed. */
  readonly keepBytes: number
}

export interface CommandResult {
  /** `null` when it was ended by a signal or its deadline. */
  readonly exitCode: number | null
  readonly timedOut: boolean
  readonly stdout: {
    /** The first bytes. */
    readonly kept: Buffer
    readonly bytes: number
    readonly lines: number
    readonly sha256: string
  }
  /** The first 4 KiB. */
  readonly stderr: string
}

/** Runs to the end and gives any exit code back. Rejects only when the program can't be started. */
export type RunCommand = (command: Command) => Promise<CommandResult>
