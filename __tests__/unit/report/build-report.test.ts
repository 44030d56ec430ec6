import { describe, expect, test } from '@jest/globals'
import { buildReport, type ReportFacts, type StepRecord } from '../../../src/report/build-report.ts'
import { parseReport } from '../../../src/report/codec-schema.ts'
import { provenClaims } from '../../support/report-claims.ts'
import { HEAD, MERGE, output } from '../../support/report-fixtures.ts'
import { requiring } from '../../support/requirements.ts'

const record: StepRecord = {
  step: {
    ...{ index: 0, id: 'test', name: 'Tests', run: 'npm test', workingDirectory: '.', timeoutMs: 600_000 },
    ...{ env: { TOKEN: 'hidden' }, shell: 'auto', stdin: 'hidden', continueOnError: true },
  },
  outcome: { kind: 'not-confined', reason: 'r', claims: ['network.none'] },
  shell: 'sh -e',
  startedAt: new Date('2026-01-01T00:00:01Z'),
  durationMs: 12,
  output: output('x'),
  hints: ['hint'],
}

const facts: ReportFacts = {
  toolVersion: '1.2.3',
  plan: {
    name: 'Confine',
    context: {
      ...{
        runId: '7',
        runAttempt: 2,
        workflow: 'CI',
        workflowRef: 'o/r/.github/workflows/ci.yml@refs/pull/1/merge',
        workflowSha: MERGE,
        job: 'test',
        serverUrl: 'https://ghe.test',
        apiUrl: 'https://ghe.test/api',
      },
      ...{ ref: 'refs/pull/1/merge', sha: MERGE, tempDir: '/tmp' },
    },
    event: {
      ...{ event: 'pull_request', repository: 'o/r', headSha: HEAD, baseSha: null, mergeSha: null, fork: true },
      pullRequests: [{ number: 1, headRef: 'h', baseRef: 'b' }],
    },
    profile: {
      ...{ memoryBytes: 1, cpus: 1.5, pidsLimit: 2, tmpBytes: 3, shmBytes: 4, fileBytes: 5, outputBytes: 6 },
      ...{ env: { NAME: 'hidden' }, mounts: [{ source: '/s', target: '/t' }], user: null, runtime: null },
    },
    require: requiring('network.none'),
  },
  label: '7-2',
  startedAt: new Date('2026-01-01T00:00:00Z'),
  finishedAt: new Date('2026-01-01T00:00:09Z'),
  verdict: { value: 'not-verified', reason: 'because', cancelled: false },
  tested: {
    sha: MERGE,
    tree: HEAD,
    parents: [HEAD],
    relation: 'merge',
    dirtyFiles: 0,
    foreignFolders: { count: 0, first: [] },
    ignored: { count: 1, first: ['"node_modules/"'] },
    shallow: false,
  },
  image: null,
  engine: null,
  settled: { user: { uid: 1001, gid: 127 }, userSource: 'owner of the checkout', environment: ['CI', 'NAME'] },
  workspace: null,
  claims: provenClaims(),
  notCovered: ['timing'],
  steps: [record],
  notes: ['note'],
}

describe('buildReport', () => {
  const built = buildReport(facts)

  test('follows the schema', () => {
    expect(parseReport(JSON.parse(JSON.stringify(built)))).toEqual(built)
  })

  test('says where the run is seen', () => {
    expect(built.run).toMatchObject({
      url: 'https://ghe.test/o/r/actions/runs/7/attempts/2',
      name: 'Confine',
      label: '7-2',
    })
  })

  test('takes names of variables, never values, nor standard input', () => {
    expect(built.profile?.environment).toEqual(['CI', 'NAME'])
    expect(JSON.stringify(built)).not.toContain('hidden')
  })

  test('takes limits, user and what is required', () => {
    expect(built.profile).toMatchObject({ user: '1001:127', cpus: 1.5, outputBytes: 6, require: ['network.none'] })
  })

  test('takes each step as it was', () => {
    expect(built.steps).toEqual([
      {
        ...{ index: 0, id: 'test', name: 'Tests', run: 'npm test', workingDirectory: '.', timeoutMs: 600_000 },
        ...{ continueOnError: true, shell: 'sh -e', outcome: record.outcome, startedAt: '2026-01-01T00:00:01.000Z' },
        ...{ durationMs: 12, output: output('x'), hints: ['hint'] },
      },
    ])
  })

  test('a run outside of a workflow has no page', () => {
    const plan = { ...facts.plan, context: { ...facts.plan.context, runId: '0' } }
    expect(buildReport({ ...facts, plan }).run.url).toBeNull()
  })

  test('what the run never got to is null', () => {
    const early = buildReport({ ...facts, tested: null, settled: null, claims: [], steps: [] })
    expect(parseReport(early)).toMatchObject({
      profile: null,
      subject: { tested: null },
      posture: { claims: [] },
      steps: [],
    })
  })

  test('a step that never ran has neither time nor output', () => {
    const unrun = { ...record, shell: null, startedAt: null, durationMs: null, output: null }
    expect(parseReport(buildReport({ ...facts, steps: [unrun] })).steps[0]).toMatchObject({
      ...{ shell: null, startedAt: null, durationMs: null, output: null },
    })
  })
})
