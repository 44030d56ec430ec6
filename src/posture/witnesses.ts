import type { ContainerDemand } from '../domain/demand.ts'
import type { EngineFacts, GateEvidence } from '../domain/evidence.ts'
import type { InspectedFacts } from './inspected.ts'
import { decodeInspected } from './inspected.ts'
import { parseMountRow } from './mountinfo.ts'
import type { MountRow } from './mountinfo.ts'
import { parseProbe } from './probe-facts.ts'
import type { ProbeFacts } from './probe-facts.ts'

/** The evidence of one gate, decoded once for all claims. */
export interface Witnesses {
  readonly evidence: GateEvidence
  readonly demand: ContainerDemand
  readonly engine: EngineFacts
  readonly inspected: InspectedFacts
  readonly probe: ProbeFacts
  /** `complete` is false when a row was not of the kernel's form, or there was none. */
  readonly mounts: { readonly rows: readonly MountRow[]; readonly complete: boolean }
}

export function callWitnesses(evidence: GateEvidence): Witnesses {
  const probe = parseProbe(evidence.probeLines)
  const rows = probe.mounts.map(parseMountRow).filter((row) => row !== null)
  const complete = rows.length === probe.mounts.length && rows.length > 0
  const inspected = decodeInspected(evidence.inspected)
  return { evidence, demand: evidence.demand, engine: evidence.engine, inspected, probe, mounts: { rows, complete } }
}
