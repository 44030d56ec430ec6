import type { Report } from '../../src/report/schema.ts'
import { extraLines, line, set } from './evidence.ts'
import { HOSTILE, HOSTILE_LINES } from './hostile-text.ts'
import { claimsWith, shutGate } from './report-claims.ts'
import { failed, output, posture, report, step, unrun } from './report-fixtures.ts'
import { hostileWeaknesses, withWeaknesses } from './report-weaknesses.ts'

const TEST_OUTPUT = `
> rocket@1.4.2 test
> node --test

✔ lexer reads numbers (1.2ms)
✖ lexer reads escapes (0.9ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  + actual - expected

  + 'a\\\\n'
  - 'a\\n'

ℹ tests 2
ℹ pass 1
ℹ fail 1
`

const DEVICES = 'Inter-|   Receive\n face |bytes\n'
const CPU = { 'cpu-quota-v1': '100000', 'cpu-period-v1': '100000' }

const SHORT_OF_DISK = 'only 812 MiB are free on the engine’s disk, below its floor of 1 GiB'

const LATER = { kind: 'not-run', because: 'step "npm test" could not be confined or watched to its end' } as const

/** A network too many, a limit that nobody could read, and a host without a security module. */
function notConfined(): Report {
  const { claims, reason, unmet } = shutGate(
    extraLines('device   eth0:       0', 'route eth0\t0', 'route eth0\t1'),
    set('host.files.net/dev', `${DEVICES}    lo: 0\n  eth0: 0\n`),
    line(/^pids-v1/, null),
    set('host.cgroup', { 'memory-v1': '268435456', 'memory-swap-v1': '268435456', ...CPU }),
    set('engine.securityOptions', ['name=seccomp,profile=default']),
    set('inspected.AppArmorProfile', ''),
    line(/^lsm /, null),
    set('host.files.attr/current', null),
  )
  const sample = report(
    [unrun('npm test', { kind: 'not-confined', reason, claims: [...unmet] }), unrun('npm run build', LATER)],
    'step "npm test" was not run: network.none is refuted, limits.pids is unproven',
    { posture: posture(claims.map((claim) => ({ ...claim, observations: [...claim.observations] }))) },
  )
  return { ...sample, engine: sample.engine && { ...sample.engine, securityOptions: ['name=seccomp,profile=builtin'] } }
}

/** What the rendered goldens show, by name. */
export const SAMPLES: Readonly<Record<string, () => Report>> = {
  verified: () =>
    report(
      [
        step('npm run lint'),
        step('npm test', { durationMs: 48_300 }),
        step('Build', { run: 'npm run build', durationMs: 125_000 }),
      ],
      '3 steps ran to the end and passed, all 23 claims proven',
    ),
  failed: () =>
    report(
      [
        step('npm run lint'),
        failed('npm test', TEST_OUTPUT, { durationMs: 12_400 }),
        failed('Integration tests', 'ci/it.sh: line 3: psql: command not found\n', {
          run: 'set -x\nci/it.sh --all',
          workingDirectory: 'packages/server',
          outcome: { kind: 'failed', exitCode: 127, signal: null },
          durationMs: 310,
          hints: ['psql is not in the image. Steps have no network: what they need has to be in the image.'],
        }),
        failed('npm run bench', 'Segmentation fault (core dumped)\n', {
          outcome: { kind: 'failed', exitCode: 139, signal: 'SIGSEGV' },
          continueOnError: true,
          durationMs: 3_050,
        }),
      ],
      'step "npm test" failed with exit code 1, and 1 more not verified',
    ),
  'not-confined': notConfined,
  'timed-out': () =>
    report(
      [
        step('npm test', {
          outcome: { kind: 'timed-out', afterMs: 600_014 },
          durationMs: 600_120,
          output: output('waiting for 127.0.0.1:5432\n'.repeat(40), { complete: false }),
        }),
        step('npm run lint'),
      ],
      'step "npm test" timed out',
    ),
  'out-of-memory': () =>
    report(
      [
        step('npm test', {
          outcome: { kind: 'out-of-memory', exitCode: 0, limitBytes: 2 * 1024 ** 3 },
          durationMs: 9_300,
          output: output('', { head: '' }),
        }),
      ],
      'step "npm test" ran out of memory',
    ),
  'out-of-disk': () =>
    report(
      [
        step('npm run lint'),
        step('npm test', {
          outcome: { kind: 'out-of-disk', reason: SHORT_OF_DISK },
          durationMs: 9_300,
          output: output('writing fixtures\n'),
        }),
        unrun('npm run build', { kind: 'not-run', because: SHORT_OF_DISK }),
      ],
      `step "npm test" was killed: ${SHORT_OF_DISK}, and 1 was not run`,
    ),
  'engine-lost': () =>
    report(
      [
        step('npm run lint'),
        step('npm test', {
          outcome: { kind: 'lost', reason: 'POST /containers/4f0c/wait: socket hang up' },
          durationMs: 4_000,
          output: output('started\n', { complete: false }),
        }),
        unrun('npm run build', LATER),
      ],
      'step "npm test" was lost: POST /containers/4f0c/wait: socket hang up',
      { notes: ['the engine could not be cleaned up yet: GET /containers/json: socket hang up'] },
    ),
  cancelled: () =>
    report(
      [
        step('npm run lint'),
        step('npm test', {
          outcome: { kind: 'cancelled', released: true },
          durationMs: 31_000,
          output: output('…\n', { complete: false }),
        }),
        unrun('npm run build', { kind: 'cancelled', released: false }),
      ],
      'the workflow was cancelled',
      { verdict: { value: 'not-verified', reason: 'the workflow was cancelled', cancelled: true } },
    ),
  'sixty-failures': () =>
    report(
      Array.from({ length: 60 }, (_, index) => {
        const name = `ci/f${String(index + 1).padStart(2, '0')}.sh`
        return failed(name, `${'not ok 🚀🔥 expected ✅ but got ❌\n'.repeat(200)}last line of ${name}\n`)
      }),
      'step "ci/f01.sh" failed with exit code 1, and 59 more not verified',
    ),
  hostile: () =>
    withWeaknesses(
      report(
        [
          failed('ci/m.sh @someone', HOSTILE, { hints: HOSTILE_LINES.slice(0, 4) }),
          ...HOSTILE_LINES.map((line) => failed(line, line, { run: `echo ${line}` })),
          unrun('ci/`x`|y.sh', { kind: 'not-started', reason: HOSTILE }),
        ],
        `step "${HOSTILE_LINES[0] ?? ''}" failed with exit code 1`,
        {
          posture: posture(
            claimsWith({
              'user.non-root': {
                verdict: 'refuted',
                observations: HOSTILE_LINES.map((seen) => ({
                  witness: 'inside' as const,
                  seen,
                  stance: 'contradicts' as const,
                })),
              },
            }),
          ),
          notes: [HOSTILE],
        },
      ),
      hostileWeaknesses(),
    ),
  'no-engine': () =>
    report(
      ['npm test', 'npm run build'].map((name) =>
        unrun(name, { kind: 'not-run', because: 'no engine answers at unix:///var/run/docker.sock: no such file' }),
      ),
      'no engine answers at unix:///var/run/docker.sock: no such file',
      { image: null, engine: null, profile: null, workspace: null, posture: posture([]) },
    ),
}
