/** Every claim of the catalogue, in the order in which a person reads them. */
export const CLAIM_IDS = [
  'network.none',
  'rootfs.read-only',
  'workspace.detached',
  'mounts.exact',
  'user.non-root',
  'capabilities.none',
  'privileges.no-new',
  'seccomp.filter',
  'lsm.profile',
  'namespaces.private',
  'devices.minimal',
  'sockets.none',
  'limits.memory',
  'limits.pids',
  'limits.cpu',
  'limits.time',
  'limits.output',
  'environment.allowlist',
  'credentials.none',
  'image.identity',
  'engine.faithful',
  'kernel.isolation',
  'probe.sighted',
] as const

export type ClaimId = (typeof CLAIM_IDS)[number]

/** Judged while the gate is shut. The control runs beside the first step: whether it was told apart is known later. */
export type GateClaimId = Exclude<ClaimId, 'probe.sighted'>
export const GATE_CLAIM_IDS = CLAIM_IDS.filter((id): id is GateClaimId => id !== 'probe.sighted')

/**
 * - `proven`: every witness that the claim needs confirms it, none contradicts.
 * - `refuted`: at least one witness contradicts it.
 * - `unproven`: it could not be told. Never enough for a demand.
 * - `not-applicable`: this host or runtime has no such mechanism, shown by evidence.
 */
export const CLAIM_VERDICTS = ['proven', 'refuted', 'unproven', 'not-applicable'] as const
export type ClaimVerdict = (typeof CLAIM_VERDICTS)[number]

/** Those that a reader has to know of, worst first. */
export const OPEN_VERDICTS = ['refuted', 'unproven', 'not-applicable'] as const satisfies readonly ClaimVerdict[]

/** As a person reads it. */
export function verdictWords(verdict: ClaimVerdict): string {
  return verdict.replace('-', ' ')
}

/**
 * Who saw it: the engine's answers, the host's kernel, the probe inside the container, or Confine's own process (a
 * timer that is armed, a file that was compared).
 */
export const WITNESSES = ['engine', 'host', 'inside', 'confine'] as const
export type Witness = (typeof WITNESSES)[number]

export const STANCES = ['confirms', 'contradicts', 'silent'] as const
/** What one observation says about the claim; `silent` when the witness could not tell. */
export type Stance = (typeof STANCES)[number]

export interface Observation {
  readonly witness: Witness
  /** What was seen, as plain text. May quote an attacker: renderers neutralise it. */
  readonly seen: string
  readonly stance: Stance
}

export interface Claim {
  readonly id: ClaimId
  /** One sentence, worded as what was seen. */
  readonly statement: string
  /** What was asked of the engine, or of Confine itself. */
  readonly demanded: string
  readonly observations: readonly Observation[]
  /** What the unconfined container showed for it; `null` when the control can't show it, or none has run. */
  readonly control: string | null
  readonly verdict: ClaimVerdict
  /** What a reader must not conclude from it. */
  readonly doesNotShow: string
}
