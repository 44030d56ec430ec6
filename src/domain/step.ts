/** One named repo script with its own container, as the plan holds it. */
export interface Step {
  /** Position in the list, from 0. */
  readonly index: number
  /** Unique in the plan; letters, digits, `_` and `-`. */
  readonly id: string
  /** What a person reads: the given name, else the first line of the command. */
  readonly name: string
  /** Shell text. */
  readonly run: string
  /** Relative to the checkout's root, `.` by default; clamped to the checkout. */
  readonly workingDirectory: string
  /** Milliseconds from release to kill. */
  readonly timeoutMs: number
  /** Added to the environment of this step only. */
  readonly env: Readonly<Record<string, string>>
  /** `auto` takes `bash -eo pipefail` where the image has bash, else `sh -e`. */
  readonly shell: StepShell
  /** Text for the step's standard input; `null` is `/dev/null`. */
  readonly stdin: string | null
  /** A step that isn't verified does not make the run red. */
  readonly continueOnError: boolean
}

export type StepShell = 'auto' | 'bash' | 'sh'
