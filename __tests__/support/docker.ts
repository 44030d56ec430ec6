import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { asRecord, asString } from '../../src/domain/decode.ts'
import type { ContainerDemand } from '../../src/domain/demand.ts'
import type { ControlEvidence, EngineFacts, GateEvidence } from '../../src/domain/evidence.ts'
import type { Profile } from '../../src/domain/profile.ts'
import { hostFacts } from '../../src/plan/host-facts.ts'
import { trustedPrograms } from '../../src/plan/programs.ts'
import type { Requirements } from '../../src/domain/requirements.ts'
import type { Step } from '../../src/domain/step.ts'
import { judgePosture } from '../../src/posture/judge-posture.ts'
import { collect } from '../../src/sandbox/collect.ts'
import { containerDemand, HOME } from '../../src/sandbox/container-demand.ts'
import { runControl } from '../../src/sandbox/control-container.ts'
import { DockerEngine } from '../../src/sandbox/docker-engine.ts'
import { findEndpoint } from '../../src/sandbox/endpoint.ts'
import type { Engine } from '../../src/sandbox/engine.ts'
import { resolveImage, type ResolvedImage } from '../../src/sandbox/image.ts'
import { runStep, type StepRecord } from '../../src/sandbox/step-container.ts'
import { RUN_LABEL, sweep } from '../../src/sandbox/sweep.ts'
import { provisionWorkspace, type Workspace, type WorkspaceRequest } from '../../src/sandbox/workspace.ts'
import { git, makeRepository, TempFolder } from './git.ts'
import { EVERY_CLAIM } from './requirements.ts'

export const PROBE = readFileSync(new URL('../../src/sandbox/probe.sh', import.meta.url), 'utf8')

export const PROFILE: Profile = {
  memoryBytes: 256 * 1024 * 1024,
  cpus: 1,
  pidsLimit: 64,
  tmpBytes: 16 * 1024 * 1024,
  shmBytes: 8 * 1024 * 1024,
  fileBytes: 64 * 1024 * 1024,
  outputBytes: 64 * 1024,
  env: { GIVEN: 'by the profile' },
  mounts: [],
  user: { uid: 1000, gid: 1000 },
  runtime: null,
}

export function step(run: string, more: Partial<Step> = {}): Step {
  const fixed = {
    index: 0,
    id: 's',
    name: run,
    workingDirectory: '.',
    timeoutMs: 60_000,
    env: {},
    stdin: null,
  } as const
  return { ...fixed, run, shell: 'auto', continueOnError: false, ...more }
}

/** One call of the engine's API that Confine has no use for. */
async function askEngine(method: string, path: string, body: object): Promise<unknown> {
  const { connection } = findEndpoint(process.env)
  const headers = { 'Content-Type': 'application/json' }
  const request = http.request({ ...connection, method, path, headers } as http.RequestOptions)
  request.end(JSON.stringify(body))
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  const text = (await collect(answer, 1024 * 1024)).toString('utf8')
  if ((answer.statusCode ?? 500) > 299) throw new Error(`${method} ${path}: ${text}`)
  return text.startsWith('{') ? JSON.parse(text) : null
}

function idOf(answer: unknown): string {
  const id = asString(asRecord(answer)['Id'])
  if (id === null) throw new Error(`no id in ${JSON.stringify(answer)}`)
  return id
}

/** An image of the test run, which `npm test` builds. Its absence is an error, and no reason to skip. */
export function testImage(engine: Engine, facts: EngineFacts, name: 'busybox' | 'debian'): Promise<ResolvedImage> {
  const login = () => Promise.resolve(null)
  const reference = { text: `confine-test/${name}:latest`, digest: null, registry: 'docker.io' }
  return resolveImage({ engine, enginePlatform: facts.platform, login, progress: () => undefined }, reference, 'never')
}

/** A real engine, an image and a checkout; whatever is made on the engine goes when it is disposed of. */
export class DockerScope implements AsyncDisposable {
  readonly label = `test-${randomBytes(6).toString('hex')}`
  readonly labels = { [RUN_LABEL]: this.label, 'confine.test': '1' }
  readonly engine: DockerEngine
  readonly facts: EngineFacts
  readonly image: ResolvedImage
  readonly folder: TempFolder
  readonly checkout: string

  private constructor(engine: DockerEngine, facts: EngineFacts, image: ResolvedImage, checkout: string) {
    this.engine = engine
    this.facts = facts
    this.image = image
    this.folder = new TempFolder()
    this.checkout = this.folder.folder(checkout)
    makeRepository(this.checkout)
  }

  static async open(name: 'busybox' | 'debian' = 'busybox', checkout = 'checkout'): Promise<DockerScope> {
    const engine = new DockerEngine(findEndpoint(process.env))
    const facts = await engine.facts()
    return new DockerScope(engine, facts, await testImage(engine, facts, name), checkout)
  }

  /** A network of the run's own, without a way out. */
  async createNetwork(name: string): Promise<string> {
    const body = { Name: name, Driver: 'bridge', Internal: true, Labels: this.labels }
    return idOf(await askEngine('POST', '/networks/create', body))
  }

  /** A second process in a container: what Confine itself never starts. */
  async startExec(id: string, command: readonly string[]): Promise<void> {
    const exec = idOf(await askEngine('POST', `/containers/${id}/exec`, { Cmd: command }))
    await askEngine('POST', `/exec/${exec}/start`, { Detach: true })
  }

  provision(request: Partial<WorkspaceRequest> = {}, engine: Engine = this.engine): Promise<Workspace> {
    const suffix = randomBytes(3).toString('hex')
    return provisionWorkspace(
      {
        engine,
        imageId: this.image.id,
        labels: this.labels,
        prefix: `confine-${this.label}-${suffix}`,
        secrets: [],
        programs: trustedPrograms(process.env['PATH'] ?? '', this.checkout, hostFacts()),
        progress: () => undefined,
        git: (args) => Promise.resolve(Buffer.from(git(this.folder.path, ...args))),
        tempDir: this.folder.folder(`temp-${suffix}`),
      },
      {
        image: this.image,
        checkout: this.checkout,
        home: HOME,
        targets: [],
        user: { uid: 1000, gid: 1000 },
        freshIndex: true,
        ...request,
      },
    )
  }

  demand(workspace: Workspace, of: Step, profile: Partial<Profile> = {}): ContainerDemand {
    const { image, labels, checkout: workspacePath } = this
    const engineCpus = this.facts.cpus
    const input = { profile: { ...PROFILE, ...profile }, image, workspacePath, workspace, labels, engineCpus }
    return containerDemand({ ...input, github: { GITHUB_ACTIONS: 'true' } }, of)
  }

  /** One step with everything required. `evidence` is what the gate was judged by, `null` when it never came to that. */
  async run(
    workspace: Workspace,
    of: Step,
    more: { profile?: Partial<Profile>; engine?: Engine; cancel?: AbortSignal; require?: Requirements } = {},
  ): Promise<StepRecord & { readonly evidence: GateEvidence | null }> {
    let evidence: GateEvidence | null = null
    const port = {
      engine: more.engine ?? this.engine,
      engineFacts: this.facts,
      resolvedImageId: this.image.id,
      credentialScan: workspace.credentialScan,
      probe: PROBE,
      disk: null,
      sink: { write: () => undefined },
      cancel: more.cancel ?? new AbortController().signal,
      judge: (seen: GateEvidence) => {
        evidence = seen
        return judgePosture(seen, more.require ?? EVERY_CLAIM)
      },
    }
    const record = await runStep(port, this.demand(workspace, of, more.profile), of)
    await record.removed
    return { ...record, evidence }
  }

  /** The control beside one step, on this engine or one that was altered. */
  control(
    workspace: Workspace,
    of: Step,
    engine: Engine = this.engine,
    cancel: AbortSignal = new AbortController().signal,
  ): Promise<ControlEvidence> {
    return runControl(
      {
        engine,
        engineFacts: this.facts,
        resolvedImageId: this.image.id,
        credentialScan: workspace.credentialScan,
        probe: PROBE,
        cancel,
        name: `confine-${this.label}-control`,
        labels: this.labels,
        sharedFolder: this.folder.path,
      },
      this.demand(workspace, of),
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const left = await sweep(this.engine, this.label)
    this.folder.remove()
    if (left.length > 0) throw new Error(`left on the engine: ${left.join(', ')}`)
  }
}
