import type { Claim, ClaimId, GateClaimId, Observation } from '../domain/claim.ts'
import type { ControlEvidence } from '../domain/evidence.ts'
import { judgeClaim, observe } from './judge-claim.ts'
import { draftClaim } from './judge-posture.ts'
import { callWitnesses } from './witnesses.ts'

/** Where the control differs from a step in what the probe can see. */
const SHOWN: readonly GateClaimId[] = [
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
  'limits.output',
  'environment.allowlist',
  'credentials.none',
]

/** Without rights over the control's process the host can't compare namespaces, and sees its own process levels only. */
const HOST_MAY_MISS: readonly GateClaimId[] = ['namespaces.private']

/** What the control said of the claims, and whether it was told apart. */
export interface ControlJudgement {
  readonly sighted: Claim
  /** Its words, by the claims that it shows. */
  readonly shown: ReadonlyMap<ClaimId, string>
}

/**
 * A probe that can't say no proves nothing: in the control, each claim that a step's container confirmed must be
 * contradicted, by the probe and by the host's view. Pure and total.
 *
 * @param claims those of the first step's container
 */
export function judgeControl(control: ControlEvidence, claims: readonly Claim[]): ControlJudgement {
  if (control.kind === 'unavailable') {
    return {
      sighted: sighted([observe('inside', `the control could not be asked: ${control.reason}`, null)]),
      shown: new Map(),
    }
  }
  const witnesses = callWitnesses(control.evidence)
  const shown = new Map<ClaimId, string>()
  const blind: string[] = []
  for (const id of SHOWN.filter((each) => each !== 'sockets.none' || control.socket)) {
    const real = claims.find((claim) => claim.id === id)?.observations.filter(isConfirming) ?? []
    const { observations } = draftClaim(id, witnesses)
    const seen = (['inside', 'host'] as const).flatMap((witness) => {
      // What was not seen of the step, as under another runtime, need not be seen of the control.
      if (!real.some((observation) => observation.witness === witness)) return []
      const own = observations.filter((observation) => observation.witness === witness)
      const contradictions = own.filter(({ stance }) => stance === 'contradicts').map(({ seen }) => seen)
      if (contradictions.length > 0) return [{ witness, words: contradictions.join(', ') }]
      if (witness === 'inside' || !HOST_MAY_MISS.includes(id))
        blind.push(`${id} (${witness}: ${own[0]?.seen ?? 'nothing'})`)
      return []
    })
    if (seen.length > 0) shown.set(id, inWords(seen))
  }
  return { sighted: sighted([told(shown.size, blind)]), shown }
}

/** One text when both say the same. */
function inWords(seen: readonly { readonly witness: string; readonly words: string }[]): string {
  const [first, second] = seen
  if (first !== undefined && first.words === second?.words) return `inside and host: ${first.words}`
  return seen.map(({ witness, words }) => `${witness}: ${words}`).join('; ')
}

function told(count: number, blind: readonly string[]): Observation {
  if (blind.length > 0) return observe('inside', `the control looks confined: ${blind.join('; ')}`, false)
  return observe('inside', `the control was told apart in ${String(count)} claims`, count > 0 ? true : null)
}

function isConfirming({ stance }: Observation): boolean {
  return stance === 'confirms'
}

function sighted(observations: readonly Observation[]): Claim {
  return judgeClaim(
    {
      id: 'probe.sighted',
      statement: 'The same probe tells a deliberately unconfined container of the same image apart.',
      demanded:
        'a control: root with capabilities, writable root, no filter, no limits, a network interface, a mount, a device, a variable and a credential too many',
      observations,
      needs: ['inside'],
      doesNotShow:
        'An image that knows a control by its looks, and lies only elsewhere: for that, see the host’s view.',
    },
    false,
  )
}

/** The claims of the run with the control's words, and the claim about the control itself. */
export function withControl(claims: readonly Claim[], control: ControlJudgement | null): readonly Claim[] {
  if (control === null || claims.length === 0) return claims
  return [...claims.map((claim) => ({ ...claim, control: control.shown.get(claim.id) ?? null })), control.sighted]
}
