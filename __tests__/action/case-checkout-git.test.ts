import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { expectVerified, outcomesOf, outputOf, reportOf, runAction } from '../support/action.ts'
import { finish, makeFolders } from '../support/checkouts.ts'
import { commit, git, makeRepository } from '../support/git.ts'
import { addScripts, madeCheckout, shell, WAYS } from '../support/made-checkouts.ts'

const FILES = 'for n in $(seq 200); do echo $n >file$n; done'
const CLEAN = 'git diff-index --quiet HEAD\ngit diff-files --quiet\ngit describe --always --dirty'

const TIDY = 'git worktree prune -v; git gc --prune=now -q; git reflog expire --expire=now --all; true'

/** What git says on the host of all that could have been tidied away. */
function stateOf(repository: string): string {
  return git(repository, 'worktree', 'list', '--porcelain') + git(repository, 'fsck', '--full')
}

describe.each(WAYS)('git in a checkout, by $method', ({ method, hide }) => {
  test('GIT-01, GIT-03: reads it whoever owns it, finds it clean, and no setting of the host changes', async () => {
    const scripts = {
      'g.sh': 'set -e\ngit status --porcelain\ngit rev-parse HEAD\ngit log -1 --format=%s',
      'd.sh': `set -e\n${CLEAN}`,
    }
    const checkout = madeCheckout({ scripts, committed: FILES })
    const settings = [
      checkout.folder.write('home/.gitconfig', '[user]\n\tname = host\n'),
      join(checkout.path, '.git/config'),
    ]
    const before = settings.map((path) => readFileSync(path, 'utf8'))
    // A change is still seen: of another size, and of the same one.
    const changed = 'echo more >>file1; echo X >file2; git diff-files --name-only; git describe --always --dirty'
    const run = await runAction({ checkout, image: 'debian', hide, steps: ['ci/g.sh', 'ci/d.sh', changed] })
    expectVerified(run)
    expect(run.report?.workspace?.method).toBe(method)
    expect(outputOf(run, 0)).toBe(`${checkout.head}\nmade\n`)
    expect(outputOf(run, 1)).toBe(`${checkout.head.slice(0, 7)}\n`)
    expect(outputOf(run, 2)).toBe(`file1\nfile2\n${checkout.head.slice(0, 7)}-dirty\n`)
    expect(settings.map((path) => readFileSync(path, 'utf8'))).toEqual(before)
  })

  test('SUB-01: and its submodules, nested ones and those with settings of a worktree of their own too', async () => {
    const { folder, path, temp } = makeFolders()
    const [inner, middle] = ['inner', 'middle'].map((name) => join(folder.path, name)) as [string, string]
    makeRepository(inner)
    makeRepository(middle)
    git(middle, 'submodule', '-q', 'add', `file://${inner}`, 'in')
    commit(middle, {})
    makeRepository(path)
    git(path, 'submodule', '-q', 'add', `file://${middle}`, 'vendor/sub')
    git(path, 'submodule', '-q', 'update', '--init', '--recursive', '--depth=1')
    const sub = join(path, 'vendor/sub')
    git(sub, 'config', 'extensions.worktreeConfig', 'true')
    git(sub, 'config', '--worktree', 'core.sparseCheckout', 'false')
    const asked =
      'git -C vendor/sub rev-parse HEAD\ngit submodule status --recursive\ngit -C vendor/sub status --porcelain'
    addScripts(path, { 's.sh': `set -e\n${asked}\ngit -C vendor/sub/in diff-files --quiet` })
    const head = commit(path, {})
    const [hash, deep] = [git(sub, 'rev-parse', 'HEAD'), git(inner, 'rev-parse', 'HEAD')] as [string, string]
    const run = await runAction({
      checkout: finish({ folder, path, temp, head }),
      image: 'debian',
      hide,
      steps: ['ci/s.sh'],
    })
    expectVerified(run)
    const lines = outputOf(run).trimEnd().split('\n')
    expect(lines).toEqual([
      hash,
      expect.stringMatching(`^ ${hash} vendor/sub`),
      expect.stringMatching(`^ ${deep} vendor/sub/in`),
    ])
  })

  test('WT-02: its worktrees, inside and elsewhere, and one more repository in it are what they are on the host', async () => {
    const checkout = madeCheckout({ committed: FILES, scripts: { 'p.sh': TIDY } })
    git(checkout.path, 'worktree', 'add', '-q', '--detach', 'tree')
    git(checkout.path, 'worktree', 'add', '-q', '-b', 'topic', join(checkout.folder.path, 'work/elsewhere'))
    makeRepository(join(checkout.path, 'other'))
    shell(checkout.path, 'printf "tree\\nother\\n" >.git/info/exclude')
    finish(checkout)
    const before = stateOf(checkout.path)
    const looks =
      'git status --porcelain; git -C tree status --porcelain; git -C other log --format=%s; git worktree list | wc -l'
    const run = await runAction({ checkout, image: 'debian', hide, steps: [looks, 'ci/p.sh', looks] })
    expectVerified(run)
    expect(outputOf(run, 0)).toBe('change\n3\n')
    expect(outputOf(run, 1)).toContain('Removing worktrees/elsewhere')
    expect(outputOf(run, 2)).toBe('change\n2\n')
    expect(stateOf(checkout.path)).toBe(before)
  })
})

describe('a linked worktree', () => {
  test('WT-01, WT-02: git finds no repository in it, which is said, other scripts run, and nothing is tidied away', async () => {
    const { folder, path, temp } = makeFolders('tree')
    const main = join(folder.path, 'work/main')
    makeRepository(main)
    addScripts(main, { 'g.sh': 'set -e\ngit status --porcelain\ngit rev-parse HEAD', 'p.sh': TIDY })
    const head = commit(main, {})
    git(main, 'worktree', 'add', '-q', '-b', 'topic', path)
    const checkout = finish({ folder, path, temp, head })
    const before = stateOf(main)
    const run = await runAction({ checkout, image: 'debian', steps: ['ci/g.sh', 'cat README', 'ci/p.sh'] })
    expect(outcomesOf(run)).toMatchObject([
      { kind: 'failed', exitCode: 128 },
      { kind: 'verified' },
      { kind: 'verified' },
    ])
    expect(outputOf(run)).toContain('not a git repository')
    const told = expect.stringMatching(/git folder of th(e|is) checkout lies outside of it/)
    expect(reportOf(run).notes).toContainEqual(told)
    expect(reportOf(run).steps.map(({ hints }) => hints)).toEqual([[told], [], []])
    expect(stateOf(main)).toBe(before)
  })
})
