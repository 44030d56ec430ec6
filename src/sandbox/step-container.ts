import type { Claim, ClaimId } from '../domain/claim.ts'
import type { ContainerDemand } from '../domain/demand.ts'
import type { Ending } from '../domain/ending.ts'
import { messageOf } from '../domain/errors.ts'
import type { GateEvidence } from '../domain/evidence.ts'
import type { Counters } from '../domain/step-facts.ts'
import type { Step } from '../domain/step.ts'
import type { KeptOutput } from './bounded-output.ts'
import { containerRequest } from './container-request.ts'
import type { DiskFloor } from './disk-floor.ts'
import { EngineError } from './engine.ts'
import { gateEvidence, gateWords, readProbe, type GatedContainer, type GatePort } from './gate.ts'
import { PATIENCE } from './patience.ts'
import { explainRefusal } from './refusals.ts'
import { StepCounters } from './step-counters.ts'
import { awaitExit } from './step-exit.ts'
import { StepStream } from './step-stream.ts'
import type { OutputSink } from './step-stream.ts'

/** What the posture makes of the evidence while the gate is shut. */
export interface GateDecision {
  readonly claims: readonly Claim[]
  /** Required claims that are not proven; the gate opens only when there are none. */
  readonly unmet: readonly ClaimId[]
  readonly reason: string
  /** The shell that the probe chose for the step. */
  readonly shell: string | null
}

export interface StepPort extends GatePort {
  readonly judge: (evidence: GateEvidence) => GateDecision
  readonly sink: OutputSink
  /** `null` where the engine's disk can't be looked at. */
  readonly disk: DiskFloor | null
  /** Called once, when the step's gate opens. */
  readonly onRelease?: () => void
}

/** Everything that is known of one step after its container is gone. */
export interface StepRecord {
  readonly step: Step
  readonly ending: Ending
  /** Empty when the step never came to the gate. */
  readonly claims: readonly Claim[]
  readonly shell: string | null
  readonly releasedAt: Date | null
  readonly durationMs: number | null
  /** Settles, without an error, when the container is gone or could not be removed. Its processes are gone before. */
  readonly removed: Promise<void>
  /** `null` when it was never released. */
  readonly output: (KeptOutput & { readonly complete: boolean }) | null
  /** Only for hints; `null` when nothing was counted. */
  readonly counters: Counters | null
}

interface Attempt {
  readonly port: StepPort
  readonly demand: ContainerDemand
  readonly step: Step
}

/** Creates a step's container. Rejects with an EngineError. */
export async function createStep(
  { engine, probe }: Pick<StepPort, 'engine' | 'probe'>,
  demand: ContainerDemand,
  step: Step,
): Promise<GatedContainer> {
  const words = gateWords()
  const sent = containerRequest(demand, step, words, probe)
  return { ...(await engine.createContainer(sent)), sent, words }
}

/**
 * Runs one step in a fresh container: create, prove, release, watch, remove. Never throws for what the engine did. The
 * removal goes on behind the answer: the next container may be started meanwhile.
 *
 * @param ahead the step's container, when it was created before its turn
 */
export async function runStep(
  port: StepPort,
  demand: ContainerDemand,
  step: Step,
  ahead: Promise<GatedContainer> | null = null,
): Promise<StepRecord> {
  if (port.cancel.aborted) return unreleased(step, { kind: 'cancelled', released: false })
  let created: GatedContainer
  try {
    created = await (ahead ?? createStep(port, demand, step))
  } catch (error) {
    return unreleased(step, refusal(error))
  }
  const record = await runCreated({ port, demand, step }, created)
  // What can't be removed now carries the run's label and is removed by the sweep at the end.
  const removed = port.engine.remove('container', created.id).catch(() => undefined)
  return { ...record, removed }
}

async function runCreated(attempt: Attempt, created: GatedContainer): Promise<StepRecord> {
  const { port, demand, step } = attempt
  const { id, words } = created
  const stopWaiting = new AbortController()
  let stream: StepStream | null = null
  try {
    // Both before the start: an instant container would be over before we looked.
    stream = new StepStream(await port.engine.attach(id), words.nonce, demand.outputBytes, port.sink)
    const exit = port.engine.wait(id, stopWaiting.signal)
    exit.catch(() => undefined) // asked for below, unless the gate stays shut
    await port.engine.start(id)
    const probed = await readProbe(port, stream, exit)
    if (!('lines' in probed)) return unreleased(step, probed)
    const evidence = await gateEvidence(port, demand, created, probed.lines, stream.output.limit)
    const decision = port.judge(evidence)
    const shut = whyShut(decision, stream, port.cancel.aborted)
    if (shut !== null) return { ...unreleased(step, shut), claims: decision.claims, shell: decision.shell }
    const counters = new StepCounters(evidence.host)
    try {
      return await release(attempt, { id, stream, exit, word: words.release, decision, counters })
    } finally {
      await counters.close()
    }
  } catch (error) {
    if (stream?.released === true) return unreleased(step, { kind: 'broke', released: true, reason: messageOf(error) })
    return unreleased(step, refusal(error))
  } finally {
    stopWaiting.abort()
    stream?.close()
  }
}

function whyShut(decision: GateDecision, stream: StepStream, cancelled: boolean): Ending | null {
  if (decision.unmet.length > 0) return { kind: 'gate-shut', claims: decision.unmet, reason: decision.reason }
  if (cancelled) return { kind: 'cancelled', released: false }
  if (decision.shell === null) return { kind: 'no-proof', reason: 'the probe’s text names no shell' }
  if (stream.earlyBytes > 0) return { kind: 'no-proof', reason: 'the container wrote output before it was released' }
  return null
}

interface Gated {
  readonly id: string
  readonly stream: StepStream
  readonly exit: Promise<number | null>
  readonly word: string
  readonly decision: GateDecision
  readonly counters: StepCounters
}

async function release({ port, demand, step }: Attempt, gated: Gated): Promise<StepRecord> {
  const { id: containerId, stream, exit, word, decision, counters } = gated
  const releasedAt = new Date()
  const before = performance.now()
  const { ending, complete } = await awaitExit({
    engine: port.engine,
    containerId,
    stream,
    exit,
    cancel: port.cancel,
    release: () => {
      stream.release(word, step.stdin)
      port.onRelease?.()
    },
    timeoutMs: demand.timeoutMs,
    memoryLimitBytes: demand.memoryBytes,
    disk: port.disk,
    counters: () => counters.read(),
    patience: port.patience ?? PATIENCE,
  })
  const durationMs = performance.now() - before
  const output = { ...stream.finish(), complete }
  return {
    step,
    ending,
    claims: decision.claims,
    shell: decision.shell,
    releasedAt,
    durationMs,
    output,
    counters: await counters.read(),
    removed: Promise.resolve(),
  }
}

function refusal(error: unknown): Ending {
  if (
    error instanceof EngineError &&
    (error.call === 'create container' || error.call === 'start') &&
    error.status !== null
  ) {
    return { kind: 'refused', call: error.call, reason: explainRefusal(error.message.replace(`${error.call}: `, '')) }
  }
  return { kind: 'broke', released: false, reason: messageOf(error) }
}

export function unreleased(step: Step, ending: Ending): StepRecord {
  return {
    step,
    ending,
    claims: [],
    shell: null,
    releasedAt: null,
    durationMs: null,
    output: null,
    counters: null,
    removed: Promise.resolve(),
  }
}
