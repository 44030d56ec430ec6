import type { Plan } from '../../../src/domain/plan.ts'
import type { Step } from '../../../src/domain/step.ts'
import type { Found } from '../../../src/run/prepared.ts'
import { PROFILE, step } from '../../support/docker.ts'
import { evidence } from '../../support/evidence.ts'
import { EVERY_CLAIM } from '../../support/requirements.ts'

export const HEAD = '1'.repeat(40)

/** A plan of these commands. Nothing is to be posted. */
export function plan(commands: readonly string[], more: Partial<Plan> = {}): Plan {
  const steps: readonly Step[] = commands.map((run, index) => step(run, { index, id: `s${String(index)}` }))
  return {
    name: 'Confine',
    image: { text: 'busybox:latest', digest: null, registry: 'docker.io' },
    pull: 'never',
    steps,
    profile: PROFILE,
    checkout: '/home/runner/work/repo/repo',
    failFast: false,
    require: EVERY_CLAIM,
    publishing: {
      token: 'a-token-of-the-job',
      check: false,
      comment: 'never',
      summary: true,
      reportPath: '/nonexistent',
    },
    event: {
      event: 'push',
      repository: 'o/r',
      headSha: HEAD,
      baseSha: null,
      mergeSha: null,
      pullRequests: [],
      fork: false,
    },
    context: {
      runId: '7',
      runAttempt: 1,
      workflow: 'CI',
      workflowRef: null,
      workflowSha: null,
      job: 'test',
      serverUrl: 'https://github.com',
      apiUrl: 'https://api.github.com',
      ref: 'refs/heads/main',
      sha: HEAD,
      tempDir: '/tmp',
    },
    ...more,
  }
}

/** What a run has found before its first step, as the recorded evidence has it. */
export function found(more: Partial<Found> = {}): Found {
  const { demand, engine, credentialScan } = evidence()
  const [mount, ...ownFileMounts] = demand.mounts
  if (mount === undefined) throw new Error('the recording has no mount')
  return {
    subject: {
      ...plan([]).event,
      tested: {
        sha: HEAD,
        tree: '2'.repeat(40),
        parents: [],
        dirtyFiles: 0,
        foreignFolders: { count: 0, first: [] },
        ignored: { count: 0, first: [] },
        shallow: false,
        relation: 'head',
      },
    },
    before: null,
    disk: null,
    checkout: null,
    commands: new Map(),
    engine,
    image: {
      reference: 'busybox:latest',
      id: demand.imageId,
      digest: null,
      pinned: false,
      platform: 'linux/amd64',
      origin: 'local',
      env: [],
      volumes: [],
    },
    workspace: {
      method: 'overlay',
      overlay: demand.overlay,
      reason: 'the engine sees the checkout',
      notes: [],
      imageNote: null,
      mount,
      layerPath: '/var/lib/docker/volumes/layer/_data',
      layerVolume: 'confine-run-layer',
      ownFileMounts,
      places: new Map(),
      user: demand.user,
      userSource: 'owner of the checkout',
      userName: 'confine',
      freshIndex: true,
      credentialScan,
    },
    environment: new Set(),
    notes: [],
    ...more,
  }
}
