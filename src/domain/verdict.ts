/** For the whole run. Only `judgeRun` makes one; publishers format it. */
export interface Verdict {
  readonly value: 'verified' | 'not-verified'
  /** One sentence for a person, without a full stop's worth of detail: the first cause. */
  readonly reason: string
  /** The run ended because the workflow was cancelled. */
  readonly cancelled: boolean
}
