import { CLAIM_IDS } from '../../src/domain/claim.ts'
import { parseReport } from '../../src/report/codec-schema.ts'
import type { Report, ReportOutput, ReportStep } from '../../src/report/schema.ts'
import { NOT_COVERED } from '../../src/run/not-covered.ts'
import { evidence } from './evidence.ts'
import { provenClaims } from './report-claims.ts'
import { WEAKNESSES } from './report-weaknesses.ts'

export const HEAD = '5f1c9e0ab27d43c8b6a1f0e9d8c7b6a594837261'
export const MERGE = 'c3a7f2b1908e4d5c6b7a8990aabbccddeeff0011'

/** Output of a step: all of it in `head`, unless told otherwise. */
export function output(text: string, more: Partial<ReportOutput> = {}): ReportOutput {
  const size = Buffer.byteLength(text)
  return {
    stdout: { bytes: size, sha256: 'a'.repeat(64) },
    stderr: { bytes: 0, sha256: 'b'.repeat(64) },
    head: text,
    tail: '',
    droppedBytes: 0,
    complete: true,
    ...more,
  }
}

/** A verified step; the index is set by `report`. */
export function step(name: string, more: Partial<ReportStep> = {}): ReportStep {
  return {
    index: 0,
    id: name.toLowerCase().replace(/\W+/g, '-').slice(0, 40),
    name,
    run: name,
    workingDirectory: '.',
    continueOnError: false,
    timeoutMs: 600_000,
    shell: 'bash -eo pipefail',
    outcome: { kind: 'verified' },
    startedAt: '2026-03-02T10:00:05.000Z',
    durationMs: 2140,
    output: output('ok\n'),
    hints: [],
    ...more,
  }
}

export function failed(name: string, text: string, more: Partial<ReportStep> = {}): ReportStep {
  return step(name, { outcome: { kind: 'failed', exitCode: 1, signal: null }, output: output(text), ...more })
}

/** A step that never ran. */
export function unrun(name: string, outcome: ReportStep['outcome']): ReportStep {
  return step(name, { outcome, shell: null, startedAt: null, durationMs: null, output: null })
}

/** Everything but steps and verdict, as a pull request on a hosted runner gives it. */
const SETTING = {
  version: 1,
  tool: { name: 'confine', version: '0.1.0' },
  run: {
    id: '8123456789',
    attempt: 1,
    name: 'Confine',
    workflow: 'CI',
    workflowRef: 'acme/rocket/.github/workflows/ci.yml@refs/pull/42/merge',
    workflowSha: 'c0ffee0123456789abcdef0123456789abcdef01',
    job: 'confine',
    url: 'https://github.com/acme/rocket/actions/runs/8123456789/attempts/1',
    label: '8123456789-1-confine',
    startedAt: '2026-03-02T10:00:00.000Z',
    finishedAt: '2026-03-02T10:01:30.000Z',
  },
  subject: {
    event: 'pull_request',
    repository: 'acme/rocket',
    headSha: HEAD,
    baseSha: '0123456789abcdef0123456789abcdef01234567',
    fork: false,
    pullRequests: [{ number: 42, headRef: 'agent/faster-lexer', baseRef: 'main' }],
    tested: {
      sha: MERGE,
      tree: '9e8d7c6b5a49382716059483726150af1e2d3c4b',
      parents: ['0123456789abcdef0123456789abcdef01234567', HEAD],
      relation: 'merge',
      dirtyFiles: 0,
      foreignFolders: { count: 0, first: [] },
      ignored: { count: 0, first: [] },
      shallow: true,
    },
  },
  image: {
    reference: 'node:24-bookworm-slim',
    id: `sha256:5d0da3dc976460b72c77d94c8a1ad043720b0416bfc16c52c45d4847e53fadb6`,
    digest: 'node@sha256:1f2e3d4c5b6a79880706f5e4d3c2b1a0f9e8d7c6b5a4938271605f4e3d2c1b0a',
    pinned: false,
    platform: 'linux/amd64',
    origin: 'pulled',
  },
  engine: {
    endpoint: 'unix:///var/run/docker.sock',
    version: 'Docker Engine 28.0.4',
    apiVersion: '1.48',
    kernel: '6.8.0-1021-azure',
    cgroupVersion: '1',
    runtime: 'runc',
    runtimeVersion: '1.2.5',
    securityOptions: ['name=apparmor', 'name=seccomp,profile=builtin'],
    knownWeaknesses: WEAKNESSES,
  },
  profile: {
    user: '1001:127',
    userSource: 'owner of the checkout',
    memoryBytes: 2 * 1024 ** 3,
    cpus: 2,
    pidsLimit: 512,
    tmpBytes: 256 * 1024 ** 2,
    shmBytes: 64 * 1024 ** 2,
    fileBytes: 1024 ** 3,
    outputBytes: 1024 ** 2,
    environment: Object.keys(evidence().demand.env),
    mounts: [],
    require: [...CLAIM_IDS],
  },
  workspace: {
    method: 'overlay',
    reason: 'the engine sees the checkout',
    scrubbed: [],
    notes: [],
  },
} as const

/** A report, checked against the schema: what a fixture says can be said. */
export function report(steps: readonly ReportStep[], reason: string, more: Partial<Report> = {}): Report {
  const green = steps.length > 0 && steps.every(({ outcome }) => outcome.kind === 'verified')
  return parseReport({
    ...SETTING,
    verdict: { value: green ? 'verified' : 'not-verified', reason, cancelled: false },
    posture: { claims: provenClaims(), notCovered: [...NOT_COVERED] },
    steps: steps.map((entry, index) => ({ ...entry, index })),
    notes: [],
    ...more,
  })
}

/** A report of a run that got as far as its first step at most. */
export function posture(claims: Report['posture']['claims']): Report['posture'] {
  return { claims, notCovered: [...NOT_COVERED] }
}
