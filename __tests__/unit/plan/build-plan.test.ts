import { describe, expect, test } from '@jest/globals'
import { CLAIM_IDS } from '../../../src/domain/claim.ts'
import { ConfineError, InputError } from '../../../src/domain/errors.ts'
import { buildPlan } from '../../../src/plan/build-plan.ts'
import { type JobEnvironment } from '../../../src/plan/run-context.ts'
import { machine } from './given.ts'

const SHA = 'a'.repeat(40)
const TOKEN = 'ghs_0123456789abcdef'
const FACTS = machine(['/w/repo/ci', '/w/_temp', '/opt/tools'])
const JOB: JobEnvironment = {
  GITHUB_WORKSPACE: '/w/repo',
  GITHUB_REPOSITORY: 'owner/name',
  GITHUB_EVENT_NAME: 'push',
  GITHUB_SHA: SHA,
  GITHUB_REF: 'refs/heads/main',
  GITHUB_RUN_ID: '42',
  GITHUB_RUN_ATTEMPT: '2',
  GITHUB_WORKFLOW: 'CI',
  GITHUB_JOB: 'test',
  GITHUB_SERVER_URL: 'https://github.example.test',
  GITHUB_API_URL: 'https://github.example.test/api/v3',
  RUNNER_TEMP: '/w/_temp',
  HOME: '/home/runner',
}

function plan(inputs: Readonly<Record<string, string>>, env = JOB, payload: unknown = null) {
  const all: Readonly<Record<string, string>> = { image: 'node:24', steps: 'npm test', token: TOKEN, ...inputs }
  return buildPlan((name) => all[name] ?? '', env, payload, FACTS)
}

function problems(inputs: Readonly<Record<string, string>>, env = JOB): readonly string[] {
  try {
    plan(inputs, env)
  } catch (error) {
    if (error instanceof InputError)
      return error.problems.map(({ input, expected, got }) => `${input}: ${expected} / ${got}`)
    throw error
  }
  return []
}

describe('a plan', () => {
  test('of the two required inputs has all the rest by default', () => {
    const { profile, ...rest } = plan({})
    expect(profile).toMatchObject({
      env: {},
      mounts: [],
      user: null,
      runtime: null,
      memoryBytes: 4_294_967_296,
      cpus: 2,
    })
    expect(rest).toEqual({
      name: 'Confine',
      image: { text: 'node:24', digest: null, registry: 'docker.io' },
      pull: 'missing',
      steps: [expect.objectContaining({ run: 'npm test', timeoutMs: 600_000 })],
      checkout: '/w/repo',
      failFast: false,
      require: { claims: CLAIM_IDS, named: [], host: false, noKnownWeakness: false },
      publishing: {
        token: TOKEN,
        check: true,
        comment: 'always',
        summary: true,
        reportPath: expect.stringMatching(/^\/w\/_temp\/confine-report-confine-[0-9a-f]{8}\.json$/),
      },
      event: {
        event: 'push',
        repository: 'owner/name',
        headSha: SHA,
        baseSha: null,
        mergeSha: null,
        pullRequests: [],
        fork: false,
      },
      context: {
        runId: '42',
        runAttempt: 2,
        workflow: 'CI',
        workflowRef: null,
        workflowSha: null,
        job: 'test',
        serverUrl: 'https://github.example.test',
        apiUrl: 'https://github.example.test/api/v3',
        ref: 'refs/heads/main',
        sha: SHA,
        tempDir: '/w/_temp',
      },
    })
  })

  test('takes every input', () => {
    const inputs = {
      name: ' Lint (fast) ',
      path: 'ci',
      'timeout-minutes': '1',
      env: 'A=b',
      mounts: '/opt/tools:/opt/tools',
      user: '1001:1002',
      runtime: 'runsc',
      pull: 'never',
      'fail-fast': 'true',
      require: 'seccomp.filter, host, network.none\nnetwork.none known-weaknesses',
      check: 'false',
      comment: 'on-failure',
      summary: 'False',
      report: '/w/_temp/r.json',
    }
    expect(plan(inputs)).toMatchObject({
      name: 'Lint (fast)',
      checkout: '/w/repo/ci',
      pull: 'never',
      failFast: true,
      require: {
        claims: ['network.none', 'seccomp.filter'],
        named: ['network.none', 'seccomp.filter'],
        host: true,
        noKnownWeakness: true,
      },
      steps: [{ timeoutMs: 60_000 }],
      profile: {
        env: { A: 'b' },
        mounts: [{ source: '/opt/tools', target: '/opt/tools' }],
        user: { uid: 1001, gid: 1002 },
        runtime: 'runsc',
      },
      publishing: { check: false, comment: 'on-failure', summary: false, reportPath: '/w/_temp/r.json' },
    })
  })

  test.each([
    ['true', 'always'],
    ['FALSE', 'never'],
    ['on-failure', 'on-failure'],
  ])('comment %s is %s', (text, comment) => {
    expect(plan({ comment: text }).publishing.comment).toBe(comment)
  })

  test('may have no token: a fork gets no secrets, and what can not be published is said', () => {
    expect(plan({ token: '' }).publishing.token).toBe('')
  })

  test('stands outside of a workflow too', () => {
    const { checkout, context } = plan({}, { GITHUB_REPOSITORY: 'o/n', GITHUB_SHA: SHA, GITHUB_RUN_ATTEMPT: 'x' })
    expect(checkout).toBe('/w/repo')
    expect(context).toMatchObject({ runId: '0', runAttempt: 1, tempDir: '/tmp', apiUrl: 'https://api.github.com' })
  })
})

describe('input errors', () => {
  test.each([
    [{ image: '' }, 'image: an image / nothing'],
    [{ image: 'UPPER/x' }, /^image: an image reference such as .* \/ "UPPER\/x"$/],
    [{ steps: '' }, 'steps: at least one step / none'],
    [{ name: 'a\nb' }, 'name: 1 to 100 printable characters on one line / "a\\u{a}b"'],
    [{ name: 'x'.repeat(101) }, /^name: 1 to 100 printable characters .* \(101 characters\)$/],
    [{ 'timeout-minutes': '43200' }, 'timeout-minutes: minutes from 0.01 to 35791 / "43200"'],
    [{ user: '0:0' }, 'user: uid:gid, two numbers from 1 to 2147483647 / "0:0"'],
    [{ user: '0:1000' }, 'user: uid:gid, two numbers from 1 to 2147483647 / "0:1000"'],
    [{ user: '1000:0' }, 'user: uid:gid, two numbers from 1 to 2147483647 / "1000:0"'],
    [{ user: '00:1' }, 'user: uid:gid, two numbers from 1 to 2147483647 / "00:1"'],
    [{ user: '1000' }, 'user: uid:gid, two numbers from 1 to 2147483647 / "1000"'],
    [{ user: 'node:node' }, 'user: uid:gid, two numbers from 1 to 2147483647 / "node:node"'],
    [{ user: '2147483648:1' }, 'user: uid:gid, two numbers from 1 to 2147483647 / "2147483648:1"'],
    [{ runtime: '../runc' }, 'runtime: a runtime\'s name of letters, digits, _, . and - / "../runc"'],
    [{ pull: 'sometimes' }, 'pull: one of missing, always, never / "sometimes"'],
    [{ 'fail-fast': 'yes' }, 'fail-fast: one of true, True, TRUE, false, False, FALSE / "yes"'],
    [{ check: '1' }, 'check: one of true, True, TRUE, false, False, FALSE / "1"'],
    [{ comment: 'always' }, 'comment: one of true, True, TRUE, false, False, FALSE, on-failure / "always"'],
    [{ summary: 'on-failure' }, 'summary: one of true, True, TRUE, false, False, FALSE / "on-failure"'],
    [{ require: 'network.none, no.such' }, /^require: claims out of network\.none, .* \/ "no\.such"$/],
    [{ path: '../other' }, 'path: an existing folder in the workspace / "../other"'],
    [{ report: 'r.json' }, /^report: a file in the runner's temp folder, .* \/ "r\.json"$/],
    [{ token: 'a b' }, 'token: a token / text with blanks or control characters'],
  ])('%j', (inputs, problem) => {
    expect(problems(inputs)).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)])
  })

  test('are told all at once, whichever input they are in', () => {
    const inputs = {
      name: '',
      image: 'a b',
      steps: '- {run: x, shell: y}\n- {run: x, working-directory: ..}',
      path: 'absent',
      'timeout-minutes': '0',
      memory: 'x',
      env: '1=2',
      mounts: 'a',
      user: 'u',
      runtime: '-',
      pull: 'p',
      'fail-fast': 'f',
      require: 'r',
      check: 'c',
      comment: 'c',
      summary: 's',
      report: '/etc/x',
    }
    const named = problems(inputs).map((problem) => problem.split(':')[0])
    expect(named).toEqual([
      'path',
      'timeout-minutes',
      'steps[0].shell',
      'memory',
      'env',
      'mounts line 1',
      'user',
      'runtime',
      'image',
      'pull',
      'fail-fast',
      'check',
      'comment',
      'summary',
      'report',
      'require',
    ])
  })

  test('come before the event is looked at', () => {
    expect(() => plan({ image: '' }, {})).toThrow(InputError)
    expect(() => plan({}, {})).toThrow(
      new ConfineError('subject', 'GITHUB_REPOSITORY should be owner/name, and is nothing'),
    )
  })

  test('never show a token, wherever it was put', () => {
    const job = { ...JOB, ACTIONS_RUNTIME_TOKEN: 'eyJ0123456789' }
    const misplaced = {
      image: `x ${TOKEN}`,
      name: `${'n'.repeat(70)}${TOKEN}`.repeat(2),
      user: TOKEN,
      require: TOKEN,
      steps: `- {run: x, id: "${TOKEN}?"}\n- run: x\n  ${TOKEN}: y\n- echo eyJ0123456789`,
      mounts: TOKEN,
      env: `${TOKEN}-=x`,
    }
    const told = problems(misplaced, job)
    expect(told).toHaveLength(9)
    expect(told.join()).not.toContain(TOKEN.slice(0, 6))
    expect(told.join()).not.toContain('eyJ')
  })

  test('are the whole message', () => {
    expect(() => plan({ image: '', pull: 'x' })).toThrow(
      'image: expected an image, got nothing\npull: expected one of missing, always, never, got "x"',
    )
  })

  test('that are blank are as good as absent', () => {
    expect(
      plan({ cpus: ' ', memory: '\n', 'timeout-minutes': ' ', user: ' ', report: ' ', comment: '' }).steps[0]
        ?.timeoutMs,
    ).toBe(600_000)
  })
})
