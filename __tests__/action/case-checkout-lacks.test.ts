import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { type ActionRun, outcomesOf, outputOf, reportOf, runAction } from '../support/action.ts'
import { type Checkout, finish, makeFolders } from '../support/checkouts.ts'
import { commit, git, makeRepository } from '../support/git.ts'
import { addScripts, madeCheckout, shell } from '../support/made-checkouts.ts'

const POINTER = `version https://git-lfs.github.com/spec/v1\\noid sha256:${'0'.repeat(64)}\\nsize 3750871\\n`

const SCRIPTS = { 'l.sh': '[ $(wc -c < data.yaml) -gt 1000 ]' }

const hintsOf = (run: ActionRun) => reportOf(run).steps.map(({ hints }) => hints)

/** Makes an origin, and a clone of it as actions/checkout would with these options. */
function cloneOf(make: (origin: string, other: string) => string, ...options: string[]): Checkout {
  const { folder, path, temp } = makeFolders()
  const [origin, other] = [join(folder.path, 'origin'), join(folder.path, 'other')]
  makeRepository(other)
  makeRepository(origin, '-b', 'main')
  git(origin, 'config', 'uploadpack.allowFilter', 'true')
  const head = make(origin, other)
  git(folder.path, 'clone', '-q', ...options, `file://${origin}`, path)
  git(path, 'remote', 'set-url', 'origin', 'https://git.example.invalid/o/r.git')
  return finish({ folder, path, temp, head })
}

describe('a checkout that lacks something', () => {
  test('SHAL-01: is pointed out: history and tags where a step fails of them, LFS data and submodules where one names them, else in a note', async () => {
    const checkout = cloneOf(
      (origin, other) => {
        git(origin, 'tag', 'v1')
        git(origin, 'submodule', '-q', 'add', `file://${other}`, 'vendor/sub')
        shell(origin, `printf '${POINTER}' >data.bin`)
        addScripts(origin, { 'd.sh': 'git describe --tags' })
        return commit(origin, {})
      },
      '--depth=1',
      '--no-tags',
    )
    const run = await runAction({
      checkout,
      image: 'debian',
      steps: ['ci/d.sh', 'false', 'sh vendor/sub/x.sh', 'true'],
    })
    expect(outcomesOf(run)).toMatchObject([
      { kind: 'failed', exitCode: 128 },
      { kind: 'failed', exitCode: 1 },
      { kind: 'failed' },
      { kind: 'verified' },
    ])
    expect(outputOf(run)).toMatch(/fatal: No (names found|tags can describe)/)
    expect(hintsOf(run)).toEqual([
      [expect.stringMatching(/shallow \(1 commit\) and has no tags: .*"fetch-depth: 0"/)],
      [],
      [expect.stringMatching(/^The submodule "vendor\/sub" is not checked out.*"submodules: recursive"/)],
      [],
    ])
    expect(reportOf(run).notes.filter((note) => note.startsWith('this checkout'))).toEqual([
      expect.stringMatching(/1 LFS pointer file .*\("data\.bin"\): .*"lfs: true"/),
      expect.stringMatching(/1 submodule not checked out \("vendor\/sub"\): .*"submodules: recursive"/),
    ])
    for (const text of [run.summary, run.github.state.comments[0]?.body]) expect(text).toContain('shallow (1 commit)')
  })

  test('SHAL-03: works as far as its objects go, and a step that asks for others is told why it can’t have them', async () => {
    const checkout = cloneOf((origin) => {
      for (const text of ['1\n', '2\n', '3\n']) commit(origin, { README: text })
      addScripts(origin, {
        's.sh': 'git status --porcelain && echo clean',
        'l.sh': 'git log -p -3 -- README >/dev/null',
      })
      return commit(origin, {})
    }, '--filter=blob:none')
    const run = await runAction({ checkout, image: 'debian', steps: ['ci/s.sh', 'ci/l.sh'] })
    expect(outcomesOf(run)).toMatchObject([{ kind: 'verified' }, { kind: 'failed', exitCode: 128 }])
    expect(outputOf(run, 0)).toBe('clean\n')
    expect(outputOf(run, 1)).toMatch(/^fatal: /m)
    const hint = expect.stringContaining('partial clone, missing objects cannot be fetched without a network')
    expect(hintsOf(run)).toEqual([[], [hint]])
  })

  test('LFS-01: a pointer in place of data is noted, and named where a step names it; nothing is said once the data is there', async () => {
    const attributes = 'data.yaml filter=lfs diff=lfs merge=lfs -text'
    const odd = `printf '${POINTER}' >"$(printf 'a|b\\n\`c\`')"`
    const untracked = `printf '${POINTER}' >data.yaml; ${odd}; echo '${attributes}' >.gitattributes`
    const checkout = madeCheckout({ scripts: SCRIPTS, untracked })
    const run = await runAction({ checkout, steps: ['ci/l.sh', 'sh data.yaml', 'grep -q key data.yaml'] })
    expect(outcomesOf(run)).toMatchObject([{ kind: 'failed' }, { kind: 'failed' }, { kind: 'failed' }])
    expect(hintsOf(run)).toEqual([
      [],
      [expect.stringMatching(/^The step met a pointer of Git LFS/)],
      ['"data.yaml" is a pointer of Git LFS in place of the data: give actions/checkout "lfs: true".'],
    ])
    expect(reportOf(run).notes).toContainEqual(expect.stringContaining('2 LFS pointer files in place of the data'))
    const body = run.github.state.comments[0]?.body ?? ''
    expect(body.split('\n').filter((line) => line.includes('2 LFS pointer files in place'))).toEqual([
      expect.stringContaining('a&#124;b&#92;u&#123;a&#125;&#96;c&#96;'),
    ])
    const real = madeCheckout({ scripts: SCRIPTS, untracked: 'seq 500 >data.yaml' })
    const whole = await runAction({ checkout: real, steps: ['ci/l.sh', 'false'] })
    expect(outcomesOf(whole)).toMatchObject([{ kind: 'verified' }, { kind: 'failed' }])
    expect(hintsOf(whole)).toEqual([[], []])
    expect(reportOf(whole).notes.join()).not.toContain('LFS')
  })

  test('a sparse one says so where a file is missing', async () => {
    const checkout = madeCheckout({
      committed: 'mkdir a b; echo 1 >a/one; echo 2 >b/two',
      untracked: 'git sparse-checkout set --no-cone /a /ci',
    })
    const run = await runAction({ checkout, steps: ['cat a/one', 'cat b/two'] })
    expect(outcomesOf(run)).toMatchObject([{ kind: 'verified' }, { kind: 'failed' }])
    expect(reportOf(run).notes).toContainEqual(expect.stringContaining('is sparse, without 3 files'))
    expect(hintsOf(run)).toEqual([[], [expect.stringMatching(/^This checkout is sparse and leaves "b\/two" out/)]])
  })
})
