import { randomBytes } from 'node:crypto'
import type { ContainerDemand } from '../domain/demand.ts'
import { asNumber, asRecord } from '../domain/decode.ts'
import type { Ending } from '../domain/ending.ts'
import { messageOf } from '../domain/errors.ts'
import type { CredentialScan, EngineFacts, GateEvidence } from '../domain/evidence.ts'
import { sentenceOf } from '../plan/printable.ts'
import { whenAborted } from './aborted.ts'
import type { GateWords } from './container-request.ts'
import type { Engine } from './engine.ts'
import { readGoferMounts } from './host-gofer.ts'
import { readHostView } from './host-view.ts'
import { PATIENCE, type Patience } from './patience.ts'
import { explainRefusal } from './refusals.ts'
import type { StepStream } from './step-stream.ts'
import { within } from './within.ts'

/** Node's timers wrap to 1 ms above this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export interface GatePort {
  readonly engine: Engine
  readonly engineFacts: EngineFacts
  readonly resolvedImageId: string
  readonly credentialScan: CredentialScan
  readonly probe: string
  readonly cancel: AbortSignal
  readonly patience?: Patience
}

/** A container before its turn: created, and no process yet. */
export interface GatedContainer {
  readonly id: string
  readonly warnings: readonly string[]
  readonly sent: object
  readonly words: GateWords
}

export function gateWords(): GateWords {
  return { nonce: randomBytes(16).toString('hex'), release: randomBytes(16).toString('hex') }
}

/** The probe's lines, or how the container ended before they were whole. */
export async function readProbe(
  { cancel: signal, patience = PATIENCE }: Pick<GatePort, 'cancel' | 'patience'>,
  stream: StepStream,
  exit: Promise<number | null>,
): Promise<{ readonly lines: readonly string[] } | Ending> {
  const cancel = whenAborted(signal)
  const cancelled = cancel.fired.then((): Ending => ({ kind: 'cancelled', released: false }))
  const ended = exit.then((code): Ending => {
    if (code === null)
      return { kind: 'no-proof', reason: 'wait: the engine says that the container ended, and not how' }
    // The runtime's last words, on the container's own stream, where the start itself was answered with a yes.
    if (/^exec \/bin\/sh: exec format error/.test(stream.complaint))
      return { kind: 'refused', call: 'start', reason: explainRefusal(sentenceOf(stream.complaint)) }
    const said = stream.complaint === '' ? '' : `: ${sentenceOf(stream.complaint)}`
    return {
      kind: 'no-proof',
      reason: `the image’s /bin/sh ended with ${String(code)} before the probe was done${said}`,
    }
  })
  const probe = stream.probe.then((lines) => ({ lines }))
  const late = () => new Error(`the probe did not finish within ${String(patience.probeMs / 1000)} seconds`)
  try {
    return await within(Promise.race([probe, ended, cancelled]), patience.probeMs, late)
  } catch (error) {
    // The stream of a shell that died may end before the exit is told: its complaint says more.
    const last = await within(ended, 2_000, late).catch(() => null)
    return last ?? { kind: 'no-proof', reason: messageOf(error) }
  } finally {
    cancel.stop()
  }
}

/** All that is known of a container while its gate is shut. Rejects with an EngineError. */
export async function gateEvidence(
  port: GatePort,
  demand: ContainerDemand,
  created: GatedContainer,
  probeLines: readonly string[],
  outputLimit: number,
): Promise<GateEvidence> {
  const inspected = await port.engine.inspectContainer(created.id)
  const pid = asNumber(asRecord(asRecord(inspected)['State'])['Pid'])
  const host = await readHostView(pid, created.id)
  return {
    demand,
    engine: port.engineFacts,
    sent: created.sent,
    warnings: created.warnings,
    containerId: created.id,
    inspected,
    host,
    goferMounts: await readGoferMounts(host),
    probeLines,
    resolvedImageId: port.resolvedImageId,
    deadlineArmed: demand.timeoutMs > 0 && demand.timeoutMs <= LONGEST_TIMER_MS,
    outputLimit,
    credentialScan: port.credentialScan,
  }
}
