import { asArray, asBoolean, asNumber, asRecord, asString } from '../domain/decode.ts'
import type { Ending, Kill } from '../domain/ending.ts'
import { messageOf } from '../domain/errors.ts'
import type { Counters } from '../domain/step-facts.ts'
import { watchDisk, type DiskFloor } from './disk-floor.ts'
import { EngineError } from './engine.ts'
import type { Engine } from './engine.ts'
import type { Patience } from './patience.ts'
import { pause } from './pause.ts'
import type { StepStream } from './step-stream.ts'

export interface ExitPort {
  readonly engine: Pick<Engine, 'inspectContainer' | 'kill'>
  readonly containerId: string
  readonly stream: StepStream
  readonly exit: Promise<number | null>
  readonly cancel: AbortSignal
  /** Opens the gate. Called once the deadline is set. */
  readonly release: () => void
  readonly timeoutMs: number
  readonly memoryLimitBytes: number
  readonly disk: DiskFloor | null
  /** What the kernel counted so far. */
  readonly counters: () => Promise<Counters | null>
  readonly patience: Patience
}

export interface ExitResult {
  readonly ending: Ending
  /** The output stream came to its end. */
  readonly complete: boolean
}

type Event =
  { readonly kind: 'exit'; readonly code: number | null } | { readonly kind: 'failed'; readonly reason: string }

/** Releases a step, waits for its end, and kills it at its deadline, for want of disk, or when the workflow is cancelled. */
export async function awaitExit(port: ExitPort): Promise<ExitResult> {
  const started = performance.now()
  const watch = new AbortController()
  let killing: Promise<Kill | null> = Promise.resolve(null)
  let giveUp: (event: Event) => void = () => undefined
  const notKilled = new Promise<Event>((resolve) => {
    giveUp = resolve
  })
  const kill = (by: Kill) => {
    killing = killing.then(
      (earlier) =>
        earlier ??
        port.engine.kill(port.containerId).then(
          () => {
            void unended(port, watch.signal).then(giveUp)
            return by
          },
          (error: unknown) => {
            if (!wasGone(error)) giveUp({ kind: 'failed', reason: messageOf(error) })
            return null
          },
        ),
    )
  }
  const deadline = setTimeout(kill, port.timeoutMs, 'deadline')
  port.release()
  const onCancel = () => {
    kill('cancel')
  }
  port.cancel.addEventListener('abort', onCancel, { once: true })
  if (port.cancel.aborted) onCancel()
  const unwatchDisk = watchDisk(port.disk, (disk) => {
    kill({ disk })
  })
  try {
    const ends = [exitEvent(port), streamEvent(port, watch.signal), heartbeat(port, watch.signal), notKilled]
    const event = await Promise.race(ends)
    const afterMs = performance.now() - started
    if (event.kind === 'failed') return broke(event.reason)
    const killed = await killing
    // The exit may be the work of a kill that was never answered: then it says nothing of the step.
    const unanswered = await Promise.race([notKilled, Promise.resolve(null)])
    return unanswered?.kind === 'failed' ? broke(unanswered.reason) : await settle(port, event.code, killed, afterMs)
  } finally {
    clearTimeout(deadline)
    unwatchDisk()
    port.cancel.removeEventListener('abort', onCancel)
    watch.abort()
  }
}

function broke(reason: string): ExitResult {
  return { ending: { kind: 'broke', released: true, reason }, complete: false }
}

/** Then the kill ended nothing: the exit tells, or else the heartbeat does. Any other refusal leaves a step running. */
function wasGone(error: unknown): boolean {
  return error instanceof EngineError && (error.status === 404 || error.status === 409)
}

/** A kill that was answered has to be seen: nothing else ends a step that goes on behind it. */
async function unended({ patience }: ExitPort, signal: AbortSignal): Promise<Event> {
  await pause(patience.exitMs, signal)
  return { kind: 'failed', reason: 'the engine says that it killed the container, and reports no exit' }
}

async function exitEvent(port: ExitPort): Promise<Event> {
  try {
    return { kind: 'exit', code: await port.exit }
  } catch (error) {
    return { kind: 'failed', reason: messageOf(error) }
  }
}

/** PID 1 holds both streams open until it ends: a stream that ends long before the exit was lost. */
async function streamEvent(port: ExitPort, signal: AbortSignal): Promise<Event> {
  const end = await port.stream.end
  if (end.kind === 'broke') return { kind: 'failed', reason: end.reason }
  await pause(port.patience.exitMs, signal)
  return { kind: 'failed', reason: 'the output stream ended, and the engine reports no exit' }
}

async function heartbeat(port: ExitPort, signal: AbortSignal): Promise<Event> {
  for (;;) {
    await pause(port.patience.heartbeatMs, signal)
    if (signal.aborted) return { kind: 'failed', reason: 'no longer watched' }
    try {
      const state = asRecord(asRecord(await port.engine.inspectContainer(port.containerId))['State'])
      if (asBoolean(state['Running']) === true) continue
    } catch (error) {
      return { kind: 'failed', reason: messageOf(error) }
    }
    await pause(port.patience.exitMs, signal)
    return { kind: 'failed', reason: 'the container has ended, and the engine does not report its exit' }
  }
}

async function settle(
  port: ExitPort,
  waited: number | null,
  killed: Kill | null,
  afterMs: number,
): Promise<ExitResult> {
  const stop = new AbortController()
  const end = await Promise.race([port.stream.end, pause(port.patience.drainMs, stop.signal)])
  stop.abort()
  if (end?.kind === 'broke') return { ending: { kind: 'broke', released: true, reason: end.reason }, complete: false }
  const complete = end !== undefined
  try {
    const inspected = await port.engine.inspectContainer(port.containerId)
    const state = asRecord(asRecord(inspected)['State'])
    const exit = {
      waited,
      said: port.stream.saidCode,
      inspected: hasEnded(port, inspected) ? asNumber(state['ExitCode']) : null,
      oomKilled: asBoolean(state['OOMKilled']),
      memoryKills: (await port.counters())?.memoryKills ?? null,
      killed,
      afterMs,
      ranMs: millisecondsBetween(state['StartedAt'], state['FinishedAt']),
      limitMs: port.timeoutMs,
      memoryLimitBytes: port.memoryLimitBytes,
    }
    return { ending: { kind: 'exited', ...exit }, complete }
  } catch (error) {
    return { ending: { kind: 'broke', released: true, reason: messageOf(error) }, complete }
  }
}

/** This very container, ended once and by itself, without anything that was started in it from outside. */
function hasEnded(port: ExitPort, inspected: unknown): boolean {
  const all = asRecord(inspected)
  const state = asRecord(all['State'])
  const undisturbed = asArray(all['ExecIDs']).length === 0 && asNumber(all['RestartCount']) === 0
  return all['Id'] === port.containerId && state['Status'] === 'exited' && state['Error'] === '' && undisturbed
}

function millisecondsBetween(from: unknown, to: unknown): number | null {
  const ms = Date.parse(asString(to) ?? '') - Date.parse(asString(from) ?? '')
  return Number.isFinite(ms) && ms >= 0 ? ms : null
}
