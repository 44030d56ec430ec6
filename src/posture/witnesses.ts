import type { Observation } from '../domain/claim.ts'
import type { ContainerDemand } from '../domain/demand.ts'
import type { EngineFacts, GateEvidence } from '../domain/evidence.ts'
import { decodeInspected, type InspectedFacts } from './inspected.ts'
import { observe } from './judge-claim.ts'
import { hostView, insideView, linesOf, mountsOf, type KernelView } from './kernel-view.ts'
import { parseProbe, type ProbeFacts } from './probe-facts.ts'
import { runtimeKind, type RuntimeIdentity } from './runtime-kind.ts'

/** The evidence of one gate, decoded once for all claims. */
export interface Witnesses {
  readonly evidence: GateEvidence
  readonly demand: ContainerDemand
  readonly engine: EngineFacts
  readonly inspected: InspectedFacts
  readonly probe: ProbeFacts
  readonly inside: KernelView
  /** `null` where the kernel of the engine's host can't be asked; why is in the evidence. */
  readonly host: KernelView | null
  /** Mounts of the process that opens files for a runtime's own; `null` where none was seen. */
  readonly gofer: KernelView['mounts'] | null
  /** Which kind of runtime this is, by engine and host. */
  readonly identity: RuntimeIdentity
}

export function callWitnesses(evidence: GateEvidence): Witnesses {
  const { demand, engine, goferMounts } = evidence
  const probe = parseProbe(evidence.probeLines)
  const inspected = decodeInspected(evidence.inspected)
  const asked = (mounts: Mounts) => atTargets(mounts, demand.places)
  const host = evidence.host.kind === 'seen' ? withMounts(hostView(evidence.host), asked) : null
  const hostMounts = host?.mounts.complete === true ? host.mounts.rows : null
  return {
    evidence,
    demand,
    engine,
    inspected,
    probe,
    inside: withMounts(insideView(probe), asked),
    host,
    gofer: goferMounts === null ? null : asked(mountsOf(linesOf(goferMounts))),
    identity: runtimeKind({ runtime: inspected.runtime, engine, hostMounts, demand }),
  }
}

type Mounts = KernelView['mounts']

/** Rows under the names that were asked for. A second mount at such a place is then one too many, and is seen. */
function atTargets({ rows, complete }: Mounts, places: ContainerDemand['places']): Mounts {
  return { rows: rows.map((row) => ({ ...row, target: places[row.target] ?? row.target })), complete }
}

function withMounts(view: KernelView, change: (mounts: Mounts) => Mounts): KernelView {
  return { ...view, mounts: change(view.mounts) }
}

/** What one witness saw, and whether that agrees with the claim; `null` when it could not tell. */
export interface Sight {
  readonly seen: string
  readonly agrees: boolean | null
}

/** The same look at the kernel's words for the process, from inside and from the host. */
export function observeBoth(witnesses: Witnesses, look: (view: KernelView) => Sight): readonly Observation[] {
  const inside = look(witnesses.inside)
  return [observe('inside', inside.seen, inside.agrees), observeHost(witnesses, look)]
}

export function observeHost({ host, evidence }: Witnesses, look: (view: KernelView) => Sight): Observation {
  if (host === null) {
    const reason = evidence.host.kind === 'unavailable' ? evidence.host.reason : 'unknown'
    return observe('host', `not to be had: ${reason}`, null)
  }
  const { seen, agrees } = look(host)
  return observe('host', seen, agrees)
}
