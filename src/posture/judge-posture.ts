import { CLAIM_IDS, GATE_CLAIM_IDS, type Claim, type ClaimId, type GateClaimId } from '../domain/claim.ts'
import type { GateEvidence } from '../domain/evidence.ts'
import { isEnough, type Requirements } from '../domain/requirements.ts'
import { mountsExact, rootfsReadOnly, workspaceDetached } from './claims/filesystem.ts'
import { capabilitiesNone, privilegesNoNew, userNonRoot } from './claims/identity.ts'
import { limitsCpu, limitsMemory, limitsOutput, limitsPids, limitsTime } from './claims/limits.ts'
import { devicesMinimal, lsmProfile, namespacesPrivate, seccompFilter } from './claims/kernel.ts'
import { networkNone, socketsNone } from './claims/network.ts'
import {
  credentialsNone,
  engineFaithful,
  environmentAllowlist,
  imageIdentity,
  kernelIsolation,
} from './claims/provenance.ts'
import { GVISOR_JUDGES } from './claims/gvisor.ts'
import { judgeClaim, type ClaimDraft } from './judge-claim.ts'
import { callWitnesses } from './witnesses.ts'
import type { Witnesses } from './witnesses.ts'

type Judge = (witnesses: Witnesses) => ClaimDraft

/** The catalogue: one judge a claim. */
const JUDGES: Readonly<Record<GateClaimId, Judge>> = {
  'network.none': networkNone,
  'rootfs.read-only': rootfsReadOnly,
  'workspace.detached': workspaceDetached,
  'mounts.exact': mountsExact,
  'user.non-root': userNonRoot,
  'capabilities.none': capabilitiesNone,
  'privileges.no-new': privilegesNoNew,
  'seccomp.filter': seccompFilter,
  'lsm.profile': lsmProfile,
  'namespaces.private': namespacesPrivate,
  'devices.minimal': devicesMinimal,
  'sockets.none': socketsNone,
  'limits.memory': limitsMemory,
  'limits.pids': limitsPids,
  'limits.cpu': limitsCpu,
  'limits.time': limitsTime,
  'limits.output': limitsOutput,
  'environment.allowlist': environmentAllowlist,
  'credentials.none': credentialsNone,
  'image.identity': imageIdentity,
  'engine.faithful': engineFaithful,
  'kernel.isolation': kernelIsolation,
}

/** gVisor has judges of its own where its kernel shows other things, once the host has borne out that it runs. */
export function draftClaim(id: GateClaimId, witnesses: Witnesses): ClaimDraft {
  const { kind, agree } = witnesses.identity
  const own: Judge | undefined = kind === 'gvisor' && agree === true ? GVISOR_JUDGES[id] : undefined
  return (own ?? JUDGES[id])(witnesses)
}

export interface PostureDecision {
  readonly claims: readonly Claim[]
  /** Required claims that are neither proven nor without a mechanism on this host. */
  readonly unmet: readonly ClaimId[]
  readonly reason: string
  readonly shell: string | null
}

/** Judges every claim of one container while its gate is shut. Pure and total. */
export function judgePosture(evidence: GateEvidence, require: Requirements): PostureDecision {
  const witnesses = callWitnesses(evidence)
  const claims = GATE_CLAIM_IDS.map((id) => judgeClaim(draftClaim(id, witnesses), require.host))
  const unmet = claims.filter((claim) => require.claims.includes(claim.id) && !isEnough(claim, require))
  const { shell } = witnesses.probe
  const missing = shell === null ? ['the probe names no shell'] : []
  const reasons = [...missing, ...unmet.map(whyUnmet)]
  return { claims, unmet: unmet.map((claim) => claim.id), reason: reasons.join('; '), shell }
}

function whyUnmet(claim: Claim): string {
  if (claim.verdict !== 'not-applicable') return `${claim.id} is ${claim.verdict} (${culprit(claim)})`
  return `${claim.id} is not applicable here, and require names it: run where the host has it, or take it out of require`
}

/** The observation that decided: a contradiction, else what stayed silent. */
function culprit(claim: Claim): string {
  const found =
    claim.observations.find((seen) => seen.stance === 'contradicts') ??
    claim.observations.find((seen) => seen.stance === 'silent')
  return found === undefined ? 'a witness is missing' : `${found.witness}: ${found.seen}`.slice(0, 300)
}

const SEVERITY = { refuted: 3, unproven: 2, 'not-applicable': 1, proven: 0 } as const

/** For each claim the worst over all containers, in the order of the catalogue. */
export function worstClaims(perStep: readonly (readonly Claim[])[]): readonly Claim[] {
  return CLAIM_IDS.flatMap((id) => {
    const all = perStep.flatMap((claims) => claims.filter((claim) => claim.id === id))
    const [first, ...rest] = all
    if (first === undefined) return []
    return [rest.reduce((worst, claim) => (SEVERITY[claim.verdict] > SEVERITY[worst.verdict] ? claim : worst), first)]
  })
}
