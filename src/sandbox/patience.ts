/** How long the engine and a step's container are waited for, in milliseconds. Tests have less of it; nothing else can. */
export interface Patience {
  /** For the answer to an ordinary call. An overloaded daemon may take tens of seconds, a hung one never answers. */
  readonly callMs: number
  /** Between one sweep and the next, while the engine may still make what it was asked for. */
  readonly sweepMs: readonly number[]
  /** For the probe's text. It takes some tens of milliseconds; an image's shell on an overloaded machine far more. */
  readonly probeMs: number
  /** For the control, which takes half a second. A call that is never answered has to fit in well, to be named. */
  readonly controlMs: number
  /** An engine whose `wait` never answers is noticed by asking it this often. */
  readonly heartbeatMs: number
  /** For the rest of the stream after the exit. */
  readonly drainMs: number
  /** For the exit after the stream. An engine under load takes half a minute to report what has long ended. */
  readonly exitMs: number
}

export const PATIENCE: Patience = {
  callMs: 60_000,
  sweepMs: [500, 1_500, 3_000, 5_000],
  probeMs: 60_000,
  controlMs: 120_000,
  heartbeatMs: 5_000,
  drainMs: 10_000,
  exitMs: 60_000,
}
