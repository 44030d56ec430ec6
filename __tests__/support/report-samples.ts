import type { Report } from '../../src/report/schema.ts'
import { HOSTILE, HOSTILE_LINES } from './hostile-text.ts'
import { claimsWith } from './report-claims.ts'
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

const LATER = { kind: 'not-run', because: 'the engine was lost' } as const

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
      'step "npm test" failed with exit code 1, and 1 more',
    ),
  'not-confined': () =>
    report(
      [
        unrun('npm test', {
          kind: 'not-confined',
          reason: 'the gate stayed shut: 2 required claims are not proven',
          claims: ['network.none', 'limits.pids'],
        }),
        unrun('npm run build', { kind: 'not-run', because: 'the confinement of an earlier step could not be proven' }),
      ],
      'step "npm test" was not run: the gate stayed shut: 2 required claims are not proven',
      {
        posture: posture(
          claimsWith({
            'network.none': {
              verdict: 'refuted',
              observations: [
                { witness: 'engine', seen: 'network mode none', stance: 'confirms' },
                { witness: 'inside', seen: 'interfaces lo, eth0; 2 IPv4 routes', stance: 'contradicts' },
                { witness: 'host', seen: 'interfaces lo, eth0', stance: 'contradicts' },
              ],
            },
            'limits.pids': {
              verdict: 'unproven',
              observations: [
                { witness: 'engine', seen: 'warning: Your kernel does not support pids limit', stance: 'silent' },
              ],
            },
            'lsm.profile': {
              verdict: 'not-applicable',
              statement:
                'No security module confines containers here: the engine offers none, and the process has no label.',
              demanded: 'nothing, for the engine offers none',
              observations: [
                { witness: 'engine', seen: 'offers neither AppArmor nor SELinux', stance: 'confirms' },
                { witness: 'inside', seen: 'no security module answers', stance: 'silent' },
                { witness: 'host', seen: 'no security module answers', stance: 'silent' },
              ],
              doesNotShow: 'A barrier of this kind: there is none.',
            },
          }).flatMap((claim) => (claim.id === 'probe.sighted' ? [] : [{ ...claim, control: null }])),
        ),
      },
    ),
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
          outcome: { kind: 'out-of-memory', exitCode: 0, limitBytes: 512 * 1024 ** 2 },
          durationMs: 9_300,
          output: output('', { head: '' }),
        }),
      ],
      'step "npm test" ran out of memory',
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
      { notes: ['Containers with this run’s label may be left on the engine: it did not answer the sweep.'] },
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
      'step "ci/f01.sh" failed with exit code 1, and 59 more',
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
        unrun(name, { kind: 'not-run', because: 'no engine answers at unix:///var/run/docker.sock' }),
      ),
      'no engine answers at unix:///var/run/docker.sock: no such file',
      { image: null, engine: null, profile: null, workspace: null, posture: posture([]) },
    ),
}
