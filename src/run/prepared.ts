import type { EngineFacts } from '../domain/evidence.ts'
import { ConfineError, messageOf } from '../domain/errors.ts'
import type { Plan } from '../domain/plan.ts'
import type { CheckoutFacts, CommandFacts } from '../domain/step-facts.ts'
import type { Step } from '../domain/step.ts'
import type { Subject } from '../domain/subject.ts'
import { checkoutNotes } from '../hints/checkout-hints.ts'
import { hasFreshIndex, readCheckout } from '../plan/checkout.ts'
import { commandFacts } from '../plan/command-facts.ts'
import { readCheckoutFacts } from '../plan/checkout-facts.ts'
import { type Git, type GitTools, withGit } from '../plan/git.ts'
import { requireCheckout } from '../plan/nearby-checkout.ts'
import { type Programs, trustedPrograms } from '../plan/programs.ts'
import { variable } from '../plan/run-context.ts'
import { relate, subjectNotes } from '../plan/relate.ts'
import { takeSnapshot, type CheckoutSnapshot } from '../plan/snapshot.ts'
import { weaknessesOf, weaknessRefusal } from '../posture/known-weaknesses.ts'
import { HOME, mountTargets } from '../sandbox/container-demand.ts'
import { diskFloor, type DiskFloor } from '../sandbox/disk-floor.ts'
import type { Engine } from '../sandbox/engine.ts'
import type { Endpoint } from '../sandbox/endpoint.ts'
import { resolveImage, type ResolvedImage } from '../sandbox/image.ts'
import { findLogin } from '../sandbox/registry-login.ts'
import { RUN_LABEL } from '../sandbox/sweep.ts'
import type { ScrubPort } from '../sandbox/git-credentials.ts'
import { provisionWorkspace, type Workspace } from '../sandbox/workspace.ts'
import { checkMountedGit, checkMounts } from './mount-checks.ts'

/** A shorter value would be found by chance. */
const SHORTEST_SECRET = 8
/** Settings of a file, or the names of all that is committed in some folders. */
const GIT_OUTPUT_BYTES = 32 * 1024 * 1024

const OWN_CERTIFICATE = 'if it asks for a client certificate, cert.pem and key.pem have to be of its authority'

const OUTSIDE =
  'the git folder of the checkout lies outside of it, as a linked worktree’s does: steps do not see it, and git fails in them'

/** What a run found out before its first step. Filled in order, so that a report can be made from what there is. */
export interface Found {
  subject: Subject | null
  before: CheckoutSnapshot | null
  engine: EngineFacts | null
  image: ResolvedImage | null
  workspace: Workspace | null
  /** `null` where it can't be told which disk of this machine holds the layer. */
  disk: DiskFloor | null
  /** Names of what enters the containers beside the image's own variables. */
  readonly environment: Set<string>
  /** Read before the first step; only for hints. */
  checkout: CheckoutFacts | null
  readonly commands: Map<Step, CommandFacts>
  readonly notes: string[]
}

export function nothingFound(): Found {
  const absent = { subject: null, before: null, engine: null, image: null, workspace: null, disk: null, checkout: null }
  return { ...absent, environment: new Set(), commands: new Map(), notes: [] }
}

export interface Surroundings {
  readonly plan: Plan
  readonly engine: Engine
  readonly endpoint: Endpoint
  readonly git: GitTools
  readonly env: Readonly<Record<string, string | undefined>>
  readonly label: string
  readonly tempDir: string
  readonly info: (line: string) => void
}

/**
 * Subject, engine, image, workspace: all that the steps need. Throws at the first that can't be had.
 *
 * The subject comes first, before any engine call: a checkout of the wrong commit is refused whatever the machine has. And
 * all that is said of the checkout is read after the snapshot, so that whatever changes it meanwhile is found at the end.
 */
export async function prepare(around: Surroundings, found: Found): Promise<void> {
  const { plan, info } = around
  await requireCheckout(around.git, plan.checkout)
  found.before = await takeSnapshot(around.git, plan.checkout)
  const checkout = await readCheckout(around.git, plan.checkout)
  found.subject = relate(plan.event, checkout, plan.context.sha)
  found.notes.push(...subjectNotes(found.subject))
  info(`Testing ${checkout.sha}, ${found.subject.tested.relation === 'head' ? 'the head' : 'a merge of the head'}`)
  for (const step of plan.steps) {
    const facts = commandFacts(plan.checkout, step)
    if (facts !== null) found.commands.set(step, facts)
  }
  found.checkout = await readCheckoutFacts(around.git, plan.checkout)
  if (found.checkout?.repositoryOutside === true) found.notes.push(OUTSIDE)
  if (found.checkout !== null) found.notes.push(...checkoutNotes(found.checkout))

  found.notes.push(...(await checkMounts(plan)))
  if (plan.profile.mounts.length > 0)
    found.notes.push(...(await withScrubPort(around, (port) => checkMountedGit(port, plan, tokenOf(plan)))))
  if (around.endpoint.warning !== null) found.notes.push(around.endpoint.warning)
  found.engine = await engineFacts(around)
  info(`Engine ${found.engine.version} at ${found.engine.endpoint}, kernel ${found.engine.kernel}`)
  refuseUnknownRuntime(plan, found.engine)
  refuseKnownWeakness(plan, found.engine)
  found.image = await resolveImage(
    {
      engine: around.engine,
      enginePlatform: found.engine.platform,
      login: () => findLogin(plan.image.registry, around.env, programsOf(around)),
      progress: info,
    },
    plan.image,
    plan.pull,
  )
  info(`Image ${found.image.digest ?? found.image.id} (${found.image.origin})`)
  found.workspace = await provision(around, found.image)
  if (found.workspace.imageNote !== null) found.notes.push(found.workspace.imageNote)
  info(`Workspace by ${found.workspace.method}: ${found.workspace.reason}`)
  found.disk = await watchedDisk(found.workspace, found.engine)
  info('Steps have no network. They may write to their copy of the checkout, /tmp and HOME')
}

/** Only where the engine saw the job's own folders: its paths are paths of this machine. */
async function watchedDisk({ method, layerPath }: Workspace, { rootDir }: EngineFacts): Promise<DiskFloor | null> {
  if (method !== 'overlay') return null
  const disk = await diskFloor([layerPath, ...(rootDir === null ? [] : [rootDir])])
  const shortage = (await disk?.shortage()) ?? null
  if (shortage !== null) throw new ConfineError('workspace', `no step was started: ${shortage}`)
  return disk
}

async function engineFacts({ engine, endpoint, env }: Surroundings): Promise<EngineFacts> {
  try {
    return await engine.facts()
  } catch (error) {
    throw explainUnreachable(endpoint, error, env['RUNNER_OS'] ?? '')
  }
}

/** Node's words for an engine that is not there, in words that say what to do. */
function explainUnreachable(endpoint: Endpoint, error: unknown, runnerOs: string): ConfineError {
  const said = messageOf(error)
  const at = endpoint.description
  if (/ENOENT|ECONNREFUSED/.test(said)) {
    // The runner's own name for it: Linux, Windows or macOS. Hosted runners have an engine for Linux containers on Linux only.
    const other = runnerOs !== '' && runnerOs !== 'Linux'
    const advice = other ? `${runnerOs} runners have none: run the job on Linux` : 'is Docker installed and running?'
    return new ConfineError('engine', `no engine answers at ${at}: ${advice}`)
  }
  if (/EACCES|EPERM/.test(said))
    return new ConfineError(
      'engine',
      `no permission for the engine at ${at}: the runner's user must be allowed to use it`,
    )
  if (/in time/.test(said))
    return new ConfineError('engine', `the engine at ${at} accepts calls but does not answer: restart it`)
  // Engines differ in whether they say why: many only hang up on a certificate that is not of their authority.
  const advice = at.startsWith('tls ') && /broke the connection off/.test(said) ? `; ${OWN_CERTIFICATE}` : ''
  return new ConfineError('engine', `the engine at ${at}: ${said}${advice}`, { cause: error })
}

function refuseUnknownRuntime({ profile }: Plan, engine: EngineFacts): void {
  if (profile.runtime === null || engine.runtimes.includes(profile.runtime)) return
  const known = engine.runtimes.join(', ')
  throw new ConfineError('engine', `runtime: the engine has no runtime "${profile.runtime}", it has ${known}`)
}

function refuseKnownWeakness({ profile, require }: Plan, engine: EngineFacts): void {
  if (!require.noKnownWeakness) return
  const reason = weaknessRefusal(weaknessesOf(engine, profile.runtime ?? engine.defaultRuntime))
  if (reason !== null) throw new ConfineError('engine', reason)
}

function provision(around: Surroundings, image: ResolvedImage): Promise<Workspace> {
  const { plan, engine, label, tempDir, info } = around
  return withGit(around.git, plan.checkout, async (git) => {
    const port = {
      engine,
      imageId: image.id,
      labels: { [RUN_LABEL]: label },
      prefix: `confine-${label}`,
      secrets: tokenOf(plan),
      progress: info,
      tempDir,
      programs: programsOf(around),
      git: (args: readonly string[]) => outputOf(git, args),
    }
    return provisionWorkspace(port, {
      image,
      checkout: plan.checkout,
      home: HOME,
      targets: mountTargets(image, plan.profile, plan.checkout),
      user: plan.profile.user,
      freshIndex: await hasFreshIndex(git),
    })
  })
}

function withScrubPort<T>(around: Surroundings, use: (port: ScrubPort) => Promise<T>): Promise<T> {
  return withGit(around.git, around.plan.checkout, (git) =>
    use({ tempDir: around.tempDir, git: (args) => outputOf(git, args) }),
  )
}

function tokenOf({ publishing: { token } }: Plan): readonly string[] {
  return token.length >= SHORTEST_SECRET ? [token] : []
}

function programsOf({ git: { env, facts }, plan }: Surroundings): Programs {
  return trustedPrograms(variable(env, 'PATH') ?? '/usr/bin:/bin', plan.checkout, facts)
}

async function outputOf(git: Git, args: readonly string[]): Promise<Buffer> {
  const { exitCode, stdout, stderr } = await git.run(args, GIT_OUTPUT_BYTES)
  if (exitCode === 0 && stdout.bytes === stdout.kept.length) return stdout.kept
  throw new ConfineError(
    'workspace',
    `git ${args[0] ?? ''}: ${stderr.trim() === '' ? 'too much output' : stderr.trim()}`,
  )
}
