import { describe, expect, test } from '@jest/globals'
import { CLAIM_IDS } from '../../../src/domain/claim.ts'
import { backgroundFold } from '../../../src/report/background-section.ts'
import { levels } from '../../../src/report/detail.ts'
import { engineLine, heading, imageLine, runLine, testedLine } from '../../../src/report/heading.ts'
import { claimsFold, postureLine } from '../../../src/report/posture-section.ts'
import { excerptFolds } from '../../../src/report/excerpt-section.ts'
import { overview } from '../../../src/report/document.ts'
import { requiredPhrase } from '../../../src/report/required.ts'
import { stepsTable } from '../../../src/report/steps-table.ts'
import type { ReportClaim } from '../../../src/report/schema.ts'
import { textsOf } from '../../support/github-references.ts'
import { claimsWith, provenClaims } from '../../support/report-claims.ts'
import { failed, HEAD, MERGE, output, posture, report, step } from '../../support/report-fixtures.ts'
import { SAMPLES } from '../../support/report-samples.ts'

const [full] = levels(1000)
const base = report([step('x')], 'r')

test('the heading names instance, verdict and reason', () => {
  expect(heading({ ...base, run: { ...base.run, name: 'Lint|@x' } })).toBe(
    '### ✅ <code>Lint&#124;&#64;x</code> · verified: r',
  )
})

describe('posture in a line', () => {
  test.each([
    ['all proven', provenClaims(), '23 of 23 claims proven'],
    ['none judged', [], 'nothing was proven, as no step got as far as the gate'],
    [
      'some not',
      claimsWith({ 'network.none': { verdict: 'refuted' }, 'limits.cpu': { verdict: 'unproven' } }),
      '21 of 23 claims proven; **refuted**: `network.none`; **unproven**: `limits.cpu`',
    ],
    [
      'one that does not apply',
      claimsWith({ 'seccomp.filter': { verdict: 'not-applicable' } }),
      '22 of 23 claims proven; not applicable: `seccomp.filter`',
    ],
  ])('%s', (_, claims, line) => {
    expect(postureLine({ ...base, posture: posture(claims) })).toBe(line)
  })

  test('a claim that nobody required is said to be so', () => {
    const claims = claimsWith({ 'limits.cpu': { verdict: 'unproven' } })
    const profile = base.profile && { ...base.profile, require: ['network.none' as const] }
    expect(postureLine({ ...base, profile, posture: posture(claims) })).toContain('`limits.cpu` (not required)')
  })
})

describe('a reason that stopped the whole run', () => {
  const because = `no engine: ${'a long way '.repeat(30)}to its end, which says what to do`
  const stopped = SAMPLES['no-engine']!()
  const steps = stopped.steps.map((step) => ({ ...step, outcome: { kind: 'not-run' as const, because } }))
  const told = (reason: string) =>
    overview({ ...stopped, steps, verdict: { ...stopped.verdict, reason } }, full!, null).join('\n')

  test('stands below in full where the heading has only its begin, and not in every row', () => {
    expect(told(because).match(/which says what to do/g)).toHaveLength(1)
    expect(told(because)).toMatch(/^- \*\*Reason\*\*: no engine: .* which says what to do$/m)
    expect(told(because)).toContain('| **not run** |')
  })

  test('is not repeated where the heading has all of it', () => {
    expect(told('no engine')).not.toContain('**Reason**')
    expect(told('no engine')).toContain('| **not run**: no engine: a long way ')
  })
})

describe('what is required', () => {
  const phrase = (...require: NonNullable<typeof base.profile>['require']) =>
    requiredPhrase(base.profile && { ...base.profile, require }, (id) => id)

  test('is not told when it is the default, or never settled', () => {
    expect([phrase(...CLAIM_IDS), requiredPhrase(null, String)]).toEqual([null, null])
  })

  test.each([
    [phrase('network.none'), 'only network.none (1 of 23)'],
    [phrase(...CLAIM_IDS, 'host'), 'every applicable claim, and the host must confirm each that it can see'],
    [
      phrase(...CLAIM_IDS, 'host', 'known-weaknesses'),
      'every applicable claim, and the host must confirm each that it can see, and no known weakness of the engine',
    ],
    [
      phrase('limits.cpu', 'limits.pids', 'known-weaknesses'),
      'only limits.cpu, limits.pids (2 of 23), and no known weakness of the engine',
    ],
  ])('%s', (told, expected) => {
    expect(told).toBe(expected)
  })

  test('stands in what is read first, below the posture', () => {
    const profile = base.profile && { ...base.profile, require: ['network.none' as const] }
    expect(overview({ ...base, profile }, full!, null).join('\n')).toMatch(
      /\*\*Posture\*\*: .*\n- \*\*Required\*\*: only `network\.none` \(1 of 23\)\n- \*\*Commit/,
    )
    expect(overview(base, full!, null).join('')).not.toContain('Required')
  })
})

describe('claims', () => {
  const claims = claimsWith({
    'limits.cpu': {
      verdict: 'refuted',
      observations: [{ witness: 'host', seen: 'cpu.max max', stance: 'contradicts' }],
    },
    'limits.pids': { verdict: 'unproven', observations: [{ witness: 'engine', seen: 'nothing', stance: 'silent' }] },
  })
  const rows = (detail: typeof full) =>
    textsOf(claimsFold({ ...base, posture: posture(claims) }, detail!), 'tr').slice(1)

  test('those that need a look come first', () => {
    expect(
      rows(full)
        .slice(0, 3)
        .map((row) => /limits\.\w{3}|network\.none/.exec(row)?.[0]),
    ).toEqual(['limits.cpu', 'limits.pid', 'network.none'])
  })

  test('each witness is named with what it says', () => {
    expect(rows(full)[0]).toMatch(/refuted[^]*demanded: 2 CPUs[^]*host contradicts: cpu\.max max/)
    expect(rows(full)[1]).toMatch(/unproven[^]*engine could not tell: nothing/)
    expect(rows(full)[2]).toMatch(/engine: [^]*inside: [^]*host: [^]*control: inside: interfaces lo, eth0/)
  })

  test('two witnesses share a line when they say the same, and not when one contradicts', () => {
    const saying = (...observations: ReportClaim['observations']) =>
      textsOf(
        claimsFold({ ...base, posture: posture(claimsWith({ 'limits.cpu': { observations } })) }, full!),
        'tr',
      ).find((row) => row.includes('limits.cpu'))
    const seen = (witness: 'engine' | 'host' | 'inside', text: string, stance: 'confirms' | 'contradicts') => ({
      witness,
      seen: text,
      stance,
    })
    const both = saying(
      seen('engine', 'two', 'confirms'),
      seen('inside', 'max', 'confirms'),
      seen('engine', 'CPUs', 'confirms'),
      seen('host', 'max', 'confirms'),
    )
    expect(both).toMatch(/demanded: 2 CPUs ?engine: two; CPUs ?inside and host: max ?control: /)
    const torn = saying(seen('inside', 'max', 'confirms'), seen('host', 'max', 'contradicts'))
    expect(torn).toMatch(/demanded: 2 CPUs ?host contradicts: max ?inside: max ?control: /)
  })

  test('less detail leaves those that are not proven', () => {
    expect(rows({ ...full!, claims: 'not proven' })).toHaveLength(2)
    expect(rows({ ...full!, claims: 'none' })).toHaveLength(0)
  })
})

describe('facts in a line', () => {
  const tested = base.subject.tested!

  test.each([
    ['a merge', tested, `\`${MERGE.slice(0, 12)}\`, a merge commit of the head \`${HEAD.slice(0, 12)}\``],
    ['the head', { ...tested, sha: HEAD, relation: 'head' as const }, `\`${HEAD.slice(0, 12)}\`, the head itself`],
    [
      'files changed',
      { ...tested, sha: HEAD, relation: 'head' as const, dirtyFiles: 1 },
      `\`${HEAD.slice(0, 12)}\`, the head itself **with 1 file changed, added or deleted**`,
    ],
    [
      'folders of others, and what git ignores',
      {
        ...tested,
        sha: HEAD,
        relation: 'head' as const,
        dirtyFiles: 2,
        foreignFolders: { count: 1, first: ['"nest/"'] },
        ignored: { count: 5, first: ['"node_modules/"', '".env"', '"<b>|@all"'] },
      },
      `\`${HEAD.slice(0, 12)}\`, the head itself **with 2 files changed, added or deleted, and 1 folder not of this commit (\`nest/\`)**; beside it 5 paths that git ignores: \`node_modules/\`, \`.env\`, <code>&#60;b&#62;&#124;&#64;all</code> and 2 more`,
    ],
    ['nothing', null, `Nothing was tested: the checkout could not be matched with \`${HEAD.slice(0, 12)}\``],
  ])('commit: %s', (_, state, line) => {
    expect(testedLine({ ...base, subject: { ...base.subject, tested: state } })).toBe(line)
  })

  test.each([
    ['from a tag', {}, '`node:24-bookworm-slim`, `sha256:1f2e3d4c5b6a…` (resolved from the tag)'],
    [
      'pinned',
      { reference: `node@sha256:${'a'.repeat(64)}`, digest: `node@sha256:${'a'.repeat(64)}`, pinned: true },
      '`node`, `sha256:aaaaaaaaaaaa…` (pinned)',
    ],
    ['local', { digest: null }, '`node:24-bookworm-slim`, local only, id `sha256:5d0da3dc9764`'],
  ])('image: %s', (_, change, line) => {
    expect(imageLine({ ...base, image: base.image && { ...base.image, ...change } })).toBe(line)
  })

  test('what is missing is said', () => {
    expect([imageLine({ ...base, image: null }), engineLine({ ...base, engine: null })]).toEqual([
      'none could be resolved',
      'none answered',
    ])
  })

  test('a runtime of unknown version', () => {
    const engine = base.engine && { ...base.engine, runtime: 'runsc', runtimeVersion: 'unknown' }
    expect(engineLine({ ...base, engine })).toBe('Docker Engine 28.0.4, runtime runsc, kernel 6.8.0-1021-azure')
  })

  test('a run without a page is no link', () => {
    expect(runLine({ ...base, run: { ...base.run, id: '0', url: null } })).toBe('`0`, attempt 1')
  })
})

describe('the background', () => {
  const facts = (change: Partial<typeof base>) => textsOf(backgroundFold({ ...base, ...change }, full!), 'tr')

  test('has the digest, the limits and the names of variables in full', () => {
    expect(facts({}).join('')).toMatch(
      /node@sha256:1f2e3d4c5b6a[0-9a-f]{52}[^]*memory 2 GiB[^]*2 CPUs, 512 processes[^]*GITHUB_WORKSPACE/,
    )
  })

  test('says where the head is, and what of the workspace is odd', () => {
    const workspace = base.workspace && { ...base.workspace, notes: ['left out: "a\\nb"'] }
    const rows = facts({ subject: { ...base.subject, fork: true }, workspace }).map((row) =>
      row.trim().split(/\s*\n\s*/),
    )
    expect(rows).toContainEqual(['Head', `${HEAD}, from a fork`])
    expect(rows).toContainEqual(['Note on the workspace', 'left out: "a\\nb"'])
  })

  test('leaves out what there was not', () => {
    const rows = facts({ engine: null, image: null, profile: null, workspace: null }).join('')
    expect(rows).not.toMatch(/Engine|Image|User|Workspace/)
    expect(rows).toContain('took 1 min 30 s')
  })
})

describe('steps', () => {
  test('no steps', () => {
    expect(stepsTable(report([], 'r'), full!)).toBe('No step was run.')
  })

  test('a step that is allowed to fail says so', () => {
    const allowed = failed('x', '', { continueOnError: true })
    expect(stepsTable(report([allowed], 'r'), full!)).toContain('| ⚠️ | `x` | **failed** (allowed) | 2.1\u00a0s | 1 |')
  })

  test('what is not forgiven is not called allowed', () => {
    const lost = step('x', { continueOnError: true, outcome: { kind: 'lost', reason: 'gone' } })
    expect(stepsTable(report([lost], 'r'), full!)).toContain(
      "| ❌ | `x` | **lost**: how it ended can't be known: gone |",
    )
  })

  test.each([
    ['Tests', 'true', '| Tests runs `true` |'],
    ['npm test', 'true', '| npm test runs `true` |'],
    ['npm test', 'npm test', '| `npm test` |'],
    ['set -x', 'set -x\nci/it.sh', '| `set -x ⏎ ci/it.sh` |'],
    ['@you', 'a|b', '| `@you` runs <code>a&#124;b</code> |'],
    ['Long', 'x'.repeat(500), `| Long runs \`${'x'.repeat(79)}…\` |`],
  ])('a row says what ran, whatever it is called: %s', (name, run, cell) => {
    expect(stepsTable(report([step(name, { run })], 'r'), full!)).toContain(cell)
  })

  test('the command is shown when the name is another', () => {
    const named = failed('Tests', 'out', { run: 'npm test', workingDirectory: 'pkg' })
    expect(excerptFolds(report([named], 'r'))(full!)).toContain(
      'Command in `pkg` with `bash -eo pipefail`:\n\n```text\nnpm test\n```\n\nOutput:\n\n```text\nout\n```',
    )
    expect(excerptFolds(report([failed('npm test', 'out')], 'r'))(full!)).not.toContain('Command')
  })

  test.each([
    ['all of it', output('abc'), ': 3 B'],
    ['a part', output('x'.repeat(99).concat('\n').repeat(30)), ': the last 999 B of 2.9 KiB'],
    ['a stream that broke', output('abc', { complete: false }), ': 3 B, may be incomplete'],
  ])('the fold says how much it shows: %s', (_, printed, size) => {
    const markdown = excerptFolds(report([failed('x', '', { output: printed })], 'r'))(full!)
    expect(textsOf(markdown, 'summary')).toEqual([`Untrusted output of x${size}`])
  })

  test('silence is said', () => {
    expect(excerptFolds(report([failed('x', '')], 'r'))(full!)).toContain('It printed nothing.')
  })
})
