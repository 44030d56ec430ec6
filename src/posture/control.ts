import { GATE_CLAIM_IDS, type Claim, type ClaimId, type GateClaimId, type Observation } from '../domain/claim.ts'
import type { ControlEvidence } from '../domain/evidence.ts'
import { plural } from '../domain/units.ts'
import { judgeClaim, observe } from './judge-claim.ts'
import { draftClaim } from './judge-posture.ts'
import { callWitnesses } from './witnesses.ts'

/** Where the control does not differ from a step in what the probe or the host can see. All other claims it must show. */
const NOT_SHOWN: readonly GateClaimId[] = ['limits.time', 'image.identity', 'engine.faithful', 'kernel.isolation']
const SHOWN = GATE_CLAIM_IDS.filter((id) => !NOT_SHOWN.includes(id))

/** Without rights over the control's process the host can't compare namespaces, and sees its own process levels only. */
const HOST_MAY_MISS: readonly GateClaimId[] = ['namespaces.private']

const LONGEST_WORDS = 2000

/** Who took the control for confined, and in what. */
interface Blindness {
  readonly witness: 'inside' | 'host'
  readonly words: string
}

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
  const blind: Blindness[] = []
  const asked = SHOWN.filter((each) => each !== 'sockets.none' || control.socket)
  for (const id of asked) {
    const real = claims.find((claim) => claim.id === id)?.observations.filter(isConfirming) ?? []
    const { observations } = draftClaim(id, witnesses)
    const seen = (['inside', 'host'] as const).flatMap((witness) => {
      // What was not seen of the step, as under another runtime, need not be seen of the control.
      if (!real.some((observation) => observation.witness === witness)) return []
      // A host that hides root's processes from others shows a step of our own user, and no control.
      if (witness === 'host' && witnesses.host === null) return []
      const own = observations.filter((observation) => observation.witness === witness)
      const contradictions = own.filter(({ stance }) => stance === 'contradicts').map(({ seen }) => seen)
      if (contradictions.length > 0) return [{ witness, words: contradictions.join(', ') }]
      if (witness === 'inside' || !HOST_MAY_MISS.includes(id))
        blind.push({ witness, words: `${id} (${witness}: ${(own[0]?.seen ?? 'nothing').slice(0, LONGEST_WORDS)})` })
      return []
    })
    if (seen.length > 0) shown.set(id, inWords(seen).slice(0, LONGEST_WORDS))
  }
  return { sighted: sighted(told(asked, shown, blind)), shown }
}

/** One text when both say the same. */
function inWords(seen: readonly { readonly witness: string; readonly words: string }[]): string {
  const [first, second] = seen
  if (first !== undefined && first.words === second?.words) return `inside and host: ${first.words}`
  return seen.map(({ witness, words }) => `${witness}: ${words}`).join('; ')
}

function told(
  asked: readonly GateClaimId[],
  shown: ReadonlyMap<ClaimId, string>,
  blind: readonly Blindness[],
): readonly Observation[] {
  if (blind.length === 0) {
    const missing = asked.filter((id) => !shown.has(id))
    const rest = missing.length === 0 ? '' : `; not shown here: ${missing.join(', ')}`
    const count = plural(shown.size, 'claim')
    return [observe('inside', `the control was told apart in ${count}${rest}`, shown.size > 0 ? true : null)]
  }
  return (['inside', 'host'] as const).flatMap((witness) => {
    const words = blind.filter((each) => each.witness === witness).map((each) => each.words)
    return words.length === 0 ? [] : [observe(witness, `the control looks confined: ${words.join('; ')}`, false)]
  })
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

const NEVER_RUN = 'no step was released, so no control was run'

/**
 * The claims of the run with the control's words, and the claim about the control itself.
 *
 * @param control `null` when no step was released
 */
export function withControl(claims: readonly Claim[], control: ControlJudgement | null): readonly Claim[] {
  if (claims.length === 0) return claims
  if (control === null) return [...claims, sighted([observe('inside', NEVER_RUN, null)])]
  return [...claims.map((claim) => ({ ...claim, control: control.shown.get(claim.id) ?? null })), control.sighted]
}
