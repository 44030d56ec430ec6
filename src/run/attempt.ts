import { ConfineError, messageOf } from '../domain/errors.ts'
import type { Runner } from '../domain/runner.ts'
import { refuseEngineOfCheckout } from '../sandbox/branch-engine.ts'
import { Creations } from '../sandbox/creations.ts'
import type { Engine, OwnedKind } from '../sandbox/engine.ts'
import { findEndpoint, type Endpoint } from '../sandbox/endpoint.ts'
import { flattenLayer } from '../sandbox/deep-layer.ts'
import { PATIENCE, type Patience } from '../sandbox/patience.ts'
import { RUN_LABEL, sweepAll } from '../sandbox/sweep.ts'
import { prepare, type Found, type Surroundings } from './prepared.ts'
import { runSteps, skipAll, type StepsResult } from './run-steps.ts'

export interface AttemptPort extends Omit<Surroundings, 'engine' | 'endpoint' | 'info'> {
  readonly runner: Runner
  readonly cancel: AbortSignal
  /** The first step waits for the check to be open. */
  readonly opened: Promise<unknown>
  /** Only tests have another. */
  readonly patience?: Patience
}

export interface Attempted extends StepsResult {
  /** What went wrong outside of any step. */
  readonly error: string | null
  /** Nothing of the run is left on the engine. */
  readonly clean: boolean
  /** What the engine may still make: it never answered these creates. */
  readonly unheard: readonly OwnedKind[]
}

/** Everything that needs an engine, and the clean-up after it. Never throws: what went wrong is in the answer. */
export async function attempt(port: AttemptPort, found: Found): Promise<Attempted> {
  const { plan, runner, cancel, patience = PATIENCE } = port
  const creations = new Creations()
  const info = (line: string): void => {
    runner.info(line)
  }
  let engine: Engine | null = null
  // Another one for the end: through the first, nothing can be made any more.
  const reconnect = (): Promise<Engine> => connect(findEndpoint(port.env), patience.callMs, new Creations())
  let result: StepsResult
  let error: string | null = null
  try {
    const endpoint = findEndpoint(port.env)
    refuseEngineOfCheckout(port.env, endpoint, plan.checkout, port.git.facts)
    engine = await connect(endpoint, patience.callMs, creations)
    await orCancelled(prepare({ ...port, engine, endpoint, info }, found), cancel)
    await port.opened
    result = await runSteps({ ...port, engine }, found)
  } catch (thrown) {
    error = messageOf(thrown)
    result = { judged: skipAll(plan, error, cancel.aborted), control: null }
  }
  // Before the engine has said what it is, nothing was made on it: one that never answers is not waited for again.
  const clean =
    engine === null || found.engine === null || (await swept({ ...port, engine, creations, reconnect }, found))
  return { ...result, error, clean: clean && !(cancel.aborted && error !== null), unheard: creations.unheard }
}

/** Here and not at the top of the file: a run that ends at its inputs needs no engine's client. */
async function connect(endpoint: Endpoint, callMs: number, creations: Creations): Promise<Engine> {
  const { DockerEngine } = await import('../sandbox/docker-engine.ts')
  return new DockerEngine(endpoint, callMs, creations)
}

/** A pull or a copy may take minutes, and the runner leaves a cancelled action only seconds. */
async function orCancelled(work: Promise<void>, cancel: AbortSignal): Promise<void> {
  const cancelled = new Promise<never>((_, reject) => {
    const stop = (): void => {
      reject(new ConfineError('containment', 'the workflow was cancelled'))
    }
    if (cancel.aborted) stop()
    cancel.addEventListener('abort', stop, { once: true })
  })
  await Promise.race([work, cancelled])
}

interface SweepPort extends Pick<AttemptPort, 'plan' | 'runner' | 'label' | 'cancel' | 'patience'> {
  readonly engine: Engine
  readonly creations: Creations
  readonly reconnect: () => Promise<Engine>
}

async function swept(port: SweepPort, found: Found): Promise<boolean> {
  const { engine, label, cancel, creations, patience = PATIENCE } = port
  try {
    // A cancelled action has seconds: the post step looks again.
    const pauses = cancel.aborted ? [] : patience.sweepMs
    const first = await sweepAll(engine, label, creations, pauses)
    const layer = found.workspace?.layerVolume ?? ''
    const isStuck = first.left.some((what) => what.startsWith(`volume ${layer}: `)) && !cancel.aborted
    const { left, unheard } =
      isStuck && (await flattened(port, found)) ? await sweepAll(engine, label, creations, []) : first
    found.notes.push(...left.map((what) => `could not be removed yet: ${what}`))
    if (unheard.length > 0) found.notes.push(mayAppear(unheard))
    return left.length === 0 && unheard.length === 0
  } catch (error) {
    found.notes.push(`the engine could not be cleaned up yet: ${messageOf(error)}`)
    return false
  }
}

/** A step may leave a tree so deep that the engine can't remove it. True when something was done about it. */
async function flattened({ plan, runner, label, reconnect }: SweepPort, found: Found): Promise<boolean> {
  const { image, workspace } = found
  if (image === null || workspace === null) return false
  runner.info('The engine can not remove what the steps wrote: it is cut into pieces')
  try {
    await flattenLayer(await reconnect(), {
      imageId: image.id,
      labels: { [RUN_LABEL]: label },
      volume: workspace.layerVolume,
      user: workspace.user,
      memoryBytes: plan.profile.memoryBytes,
    })
    return true
  } catch (error) {
    found.notes.push(`what the steps wrote could not be cut into pieces: ${messageOf(error)}`)
    return false
  }
}

function mayAppear(unheard: readonly OwnedKind[]): string {
  const what = [...new Set(unheard)].join(', ')
  return `something of this run may still appear on the engine, which never answered a call to create it (${what})`
}
