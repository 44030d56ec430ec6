/** How long a step's container is waited for, in milliseconds. Tests have less of it. */
export interface Patience {
  /** For the probe's text. It takes some tens of milliseconds; an image's shell on an overloaded machine far more. */
  readonly probeMs: number
  /** An engine whose `wait` never answers is noticed by asking it this often. */
  readonly heartbeatMs: number
  /** For the rest of the stream after the exit. */
  readonly drainMs: number
  /** For the exit after the stream. An engine under load takes half a minute to report what has long ended. */
  readonly exitMs: number
}

export const PATIENCE: Patience = { probeMs: 60_000, heartbeatMs: 5_000, drainMs: 10_000, exitMs: 60_000 }
