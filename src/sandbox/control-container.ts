import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import type { ContainerDemand } from '../domain/demand.ts'
import { messageOf } from '../domain/errors.ts'
import type { ControlEvidence } from '../domain/evidence.ts'
import { configuredKind, runtimeEntry } from '../domain/runtime-kind.ts'
import { whenAborted } from './aborted.ts'
import { CONTROL_WORKSPACE, controlRequest, type ControlPlace } from './control-request.ts'
import { EngineError } from './engine.ts'
import { gateEvidence, gateWords, readProbe, type GatedContainer, type GatePort } from './gate.ts'
import { PATIENCE } from './patience.ts'
import { StepStream } from './step-stream.ts'
import { packTar, type TarEntry } from './tar.ts'
import { within } from './within.ts'

/** What a checkout with a stored token looks like, with a word in its place. */
const CANARY = '[http "https://confine.invalid/"]\n\textraheader = AUTHORIZATION: basic no-secret\n'
/** sockaddr_un has room for 108 bytes (unix(7)). */
const LONGEST_SOCKET_PATH = 107

export interface ControlPort extends GatePort {
  /** Unique on the engine: the network is called so. */
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  /** The run's own folder, when the engine sees this machine's files. */
  readonly sharedFolder: string | null
}

interface Looked {
  readonly port: ControlPort
  readonly demand: ContainerDemand
  /** What there is to tell, while the rest is still being removed. */
  seen: ControlEvidence | null
}

/**
 * Runs the probe in a container that is unconfined on purpose, and nothing else: its gate is never opened.
 * Never rejects. What can't be removed at once carries the run's label.
 */
export async function runControl(port: ControlPort, demand: ContainerDemand): Promise<ControlEvidence> {
  const socket = takesSockets(port, demand) ? await openSocket(port.sharedFolder) : null
  try {
    const look = { port, demand, seen: null }
    return await bounded(look, withNetwork(look, socket?.path ?? null))
  } catch (error) {
    return { kind: 'unavailable', reason: messageOf(error) }
  } finally {
    socket?.server.close()
  }
}

/**
 * gVisor refuses to start with a socket among its mounts, and an engine may leave its own helper process behind when a
 * start fails: none is tried that is known to.
 */
function takesSockets({ engineFacts }: ControlPort, { runtime }: ContainerDemand): boolean {
  return configuredKind(runtimeEntry(engineFacts, runtime ?? engineFacts.defaultRuntime)) !== 'gvisor'
}

/** What is late goes on behind, and is left to the sweep: a run doesn't wait for more than its steps. */
async function bounded(look: Looked, work: Promise<ControlEvidence>): Promise<ControlEvidence> {
  const { cancel: signal, patience = PATIENCE } = look.port
  const cancel = whenAborted(signal)
  const cancelled = cancel.fired.then((): ControlEvidence => ({ kind: 'unavailable', reason: 'it was cancelled' }))
  try {
    return await within(
      Promise.race([work, cancelled]),
      patience.controlMs,
      () => new Error('it was not there in time'),
    )
  } catch (error) {
    if (look.seen !== null) return look.seen
    throw error
  } finally {
    cancel.stop()
    work.catch(() => undefined)
  }
}

async function withNetwork(look: Looked, socket: string | null): Promise<ControlEvidence> {
  const { port } = look
  const { engine, name, labels } = port
  const network = await engine.createNetwork({
    Name: name,
    Driver: 'bridge',
    Internal: true,
    // Without an address of the host's on it, where the engine knows the option.
    Options: { 'com.docker.network.bridge.inhibit_ipv4': 'true' },
    Labels: labels,
  })
  try {
    return await withContainer(look, { network: name, socket }).catch((error: unknown) => {
      // Not every runtime can be given a socket. The control is as good for every other claim.
      if (socket === null || port.cancel.aborted || !isRefusal(error)) throw error
      return withContainer(look, { network: name, socket: null })
    })
  } finally {
    await engine.remove('network', network).catch(() => undefined)
  }
}

/** What an engine that answers nothing is asked for again, it does not answer either: the time would run out unnamed. */
function isRefusal(error: unknown): boolean {
  return error instanceof EngineError && error.status !== null
}

async function withContainer(look: Looked, place: ControlPlace): Promise<ControlEvidence> {
  const { port, demand } = look
  const { engine } = port
  const words = gateWords()
  const sent = controlRequest(demand, words, port.probe, place)
  const created = { ...(await engine.createContainer(sent)), sent, words }
  try {
    await engine.putArchive(created.id, '/', packTar(canary()))
    look.seen = await lookAt(port, demand, created, place.socket !== null)
    return look.seen
  } finally {
    await engine.remove('container', created.id).catch(() => undefined)
  }
}

async function lookAt(
  port: ControlPort,
  demand: ContainerDemand,
  created: GatedContainer,
  socket: boolean,
): Promise<ControlEvidence> {
  const { engine } = port
  const stopWaiting = new AbortController()
  const stream = new StepStream(await engine.attach(created.id), created.words.nonce, 0, { write: () => undefined })
  try {
    const exit = engine.wait(created.id, stopWaiting.signal)
    exit.catch(() => undefined) // told by what is read of the probe
    await engine.start(created.id)
    const probed = await readProbe(port, stream, exit)
    if (!('lines' in probed)) {
      return { kind: 'unavailable', reason: 'reason' in probed ? probed.reason : 'it was ended by the workflow' }
    }
    return { kind: 'seen', evidence: await gateEvidence(port, demand, created, probed.lines, 0), socket }
  } finally {
    stopWaiting.abort()
    stream.close()
  }
}

function canary(): readonly TarEntry[] {
  const owner = { uid: 0, gid: 0, mtime: new Date(0) }
  const folder = (name: string): TarEntry => ({
    name,
    type: 'directory',
    mode: 0o755,
    content: Buffer.alloc(0),
    ...owner,
  })
  const name = `${CONTROL_WORKSPACE.slice(1)}/.git/config`
  return [
    folder(`${CONTROL_WORKSPACE.slice(1)}/`),
    folder(`${CONTROL_WORKSPACE.slice(1)}/.git/`),
    { name, type: 'file', mode: 0o644, content: Buffer.from(CANARY), ...owner },
  ]
}

/** A socket that hangs up on everybody; `null` where the engine could not be given one. */
async function openSocket(folder: string | null): Promise<{ readonly path: string; readonly server: Server } | null> {
  const path = folder === null ? null : join(folder, 'control.sock')
  if (path === null || path.length > LONGEST_SOCKET_PATH) return null
  const server = createServer((connection) => connection.destroy())
  return new Promise((resolve) => {
    server.once('error', () => {
      resolve(null)
    })
    server.listen(path, () => {
      resolve({ path, server })
    })
  })
}
