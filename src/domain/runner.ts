/**
 * What Confine asks of the GitHub runner that started it. Text is shown as text, except in `write`: what looks like a
 * workflow command in it is made inert, what would hide or replace a part of it is made visible, and it is cut short.
 */
export interface Runner {
  /** Text of an input as it came, blanks included; empty when it was not given. */
  input(name: string): string
  /** From here on the runner shows `***` in its place. */
  mask(secret: string): void
  /**
   * Left for the post step, which gets it from `state`.
   *
   * @throws ConfineError `publish` when it can't be written
   */
  saveState(name: string, value: string): void
  /** Empty when nothing was saved. */
  state(name: string): string
  /** @throws Error when it can't be written */
  setOutput(name: string, value: string): void
  startGroup(title: string): void
  endGroup(): void
  info(line: string): void
  /** With an annotation, as `error`. */
  warning(message: string): void
  error(message: string): void
  /** Straight to the log, commands and all. For the step echo, which stops commands first. */
  write(text: string): void
  /**
   * Adds to the job summary.
   *
   * @returns false when the runner has no place for one
   * @throws ConfineError `publish` above 1 MiB, which GitHub would not show, or when it can't be written
   */
  addSummary(markdown: string): Promise<boolean>
  /** The step ends red whatever else happens. Says `message` as an error. */
  fail(message: string): void
}
