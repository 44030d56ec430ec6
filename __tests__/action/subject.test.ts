import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { type ActionOptions, type ActionRun, expectVerified, outputOf, reportOf, runAction } from '../support/action.ts'
import {
  type Checkout,
  finish,
  makeCheckout,
  makeFolders,
  makeMergeCheckout,
  writeFiles,
} from '../support/checkouts.ts'
import { commit, git, makeRepository } from '../support/git.ts'

const OTHER = 'f'.repeat(40)

/** The wrong commit: no step ran, and the check on the right one is red. */
async function expectRefused(options: ActionOptions, reason: RegExp): Promise<ActionRun> {
  const run = await runAction({ ...options, steps: ['echo RAN'] })
  expect(run.exitCode).toBe(1)
  expect(readable(run)).toMatch(reason)
  expect(reportOf(run).steps.map(({ outcome }) => outcome.kind)).toEqual(['not-run'])
  expect(reportOf(run).subject.tested).toBeNull()
  expect(run.log).not.toMatch(/^RAN$/m)
  expect(run.github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
  return run
}

function readable(run: ActionRun): string {
  return reportOf(run).verdict.reason
}

describe('a pull request', () => {
  test('is tested as the merge that GitHub made, with the check on its head', async () => {
    const checkout = makeMergeCheckout()
    const { base, head, merge } = checkout
    const eventOptions = { baseSha: base, mergeSha: merge }
    const run = await runAction({ checkout, eventOptions, steps: ['ls; echo $GITHUB_SHA'] })
    expectVerified(run)
    expect(outputOf(run)).toBe(`README\nother\ntopic\n${merge}\n`)
    expect(reportOf(run).subject).toMatchObject({
      headSha: head,
      baseSha: base,
      tested: { sha: merge, parents: [base, head], relation: 'merge' },
    })
    expect(run.github.state.checkRuns).toMatchObject([{ headSha: head, conclusion: 'success' }])
    expect(run.github.state.comments[0]?.body).toContain(merge)
  })

  test('is refused as a merge that is not the one of the event', async () => {
    const options = { checkout: makeMergeCheckout(), eventOptions: { mergeSha: OTHER } }
    await expectRefused(options, /a merge of the latter that GitHub did not make for this event/)
  })

  test('is refused with another commit checked out, which is named', async () => {
    const checkout = makeCheckout()
    const run = await expectRefused({ checkout, eventOptions: { headSha: OTHER } }, /no merge of the latter/)
    expect(readable(run)).toContain(checkout.head)
    expect(readable(run)).toContain(OTHER)
    expect(run.github.state.checkRuns).toMatchObject([{ headSha: OTHER }])
  })

  test('is refused with a commit on top of its head', async () => {
    const checkout = makeCheckout()
    const parent = git(checkout.path, 'rev-parse', 'HEAD')
    commit(checkout.path, { more: '1\n' })
    await expectRefused({ checkout: finish(checkout), eventOptions: { headSha: parent } }, /no merge of the latter/)
  })

  test('is refused with its base checked out, as pull_request_target does by default', async () => {
    const { path, head, base, ...rest } = makeMergeCheckout()
    git(path, 'checkout', '-q', base)
    await expectRefused(
      {
        checkout: finish({ path, head, ...rest }),
        eventOptions: { headSha: head, baseSha: base },
        env: { GITHUB_EVENT_NAME: 'pull_request_target', GITHUB_SHA: base },
      },
      /what was checked out is its base; give actions\/checkout the input "ref: /,
    )
  })
})

describe('an event without a pull request', () => {
  test.each([
    'push.branch',
    'push.tag',
    'merge_group',
    'schedule',
    'workflow_dispatch',
    'repository_dispatch',
  ] as const)('is tested at its commit: %s', async (event) => {
    const checkout = makeCheckout()
    const run = await runAction({ checkout, event })
    expectVerified(run)
    expect(run.github.state.checkRuns).toMatchObject([{ headSha: checkout.head, conclusion: 'success' }])
    expect(run.github.state.comments).toEqual([])
    expect(reportOf(run).subject).toMatchObject({ event: event.split('.')[0], pullRequests: [] })
  })

  test('is refused at any other commit', async () => {
    await expectRefused(
      { checkout: makeCheckout(), event: 'push.branch', eventOptions: { headSha: OTHER } },
      /push event/,
    )
  })

  test('is refused with a merge of its commit', async () => {
    const checkout = makeMergeCheckout()
    const event = { event: 'push.branch', eventOptions: { headSha: checkout.head } } as const
    await expectRefused({ checkout, ...event }, /a commit was made on top of it/)
  })
})

describe('a checkout', () => {
  test('may be a linked worktree', async () => {
    const { folder, path, temp } = makeFolders('tree')
    const main = join(folder.path, 'work', 'main')
    const head = makeRepository(main)
    git(main, 'worktree', 'add', '--quiet', '--detach', path)
    const run = await runAction({ checkout: finish({ folder, path, temp, head }), steps: ['cat README'] })
    expectVerified(run)
    expect(outputOf(run)).toBe('hello\n')
  })

  test('may be shallow, which is said', async () => {
    const checkout = shallowClone()
    const steps = ['git log --oneline | wc -l; git status --porcelain']
    const run = await runAction({ checkout, image: 'debian', steps })
    expectVerified(run)
    expect(outputOf(run).trim()).toBe('1')
    expect(reportOf(run).subject.tested).toMatchObject({ shallow: true })
    expect(reportOf(run).notes).toContainEqual(expect.stringContaining('the clone is shallow'))
  })

  test('with changes is tested as it is, which is said', async () => {
    const checkout = makeCheckout({}, { untracked: { README: 'changed\n', more: '1\n' } })
    const run = await runAction({ checkout, steps: ['cat README'] })
    expectVerified(run)
    expect(outputOf(run)).toBe('changed\n')
    expect(reportOf(run).subject.tested?.dirtyFiles).toBe(2)
    expect(run.github.state.comments[0]?.body).toContain('2 files differed from the commit')
  })

  test('with changes that its index hides, and files that git ignores, says so', async () => {
    const files = { 'a.sh': 'echo a\n', 'b.sh': 'echo b\n', '.gitignore': 'node_modules/\n' }
    const untracked = { 'a.sh': 'echo A\n', 'b.sh': 'echo B\n', 'node_modules/m/i.js': '1\n', 'helper.sh': 'echo h\n' }
    const checkout = makeCheckout(files, {
      change: (path) => {
        git(path, 'update-index', '--assume-unchanged', 'a.sh')
        git(path, 'update-index', '--skip-worktree', 'b.sh')
        writeFiles(path, { ...untracked, '.git/info/exclude': 'helper.sh\n' })
        makeRepository(join(path, 'nest'))
      },
    })
    const run = await runAction({ checkout, steps: ['sh a.sh; sh b.sh; sh helper.sh'] })
    expectVerified(run)
    expect(outputOf(run)).toBe('A\nB\nh\n')
    expect(reportOf(run).subject.tested).toMatchObject({
      dirtyFiles: 3,
      foreignFolders: { count: 1, first: ['"nest/"'] },
      ignored: { count: 1, first: ['"node_modules/"'] },
    })
    const told = '3 files changed, added or deleted, and 1 folder not of this commit (`nest/`)'
    const beside = '; beside it 1 path that git ignores: `node_modules/`'
    for (const text of [run.github.state.comments[0]?.body, run.summary]) {
      expect(text).toContain(`, the head itself **with ${told}**${beside}\n`)
      expect(text).toContain(`| Not as in the commit, before the first step | ${told}${beside} |`)
    }
  })

  test('has to be one', async () => {
    const { folder, path, temp } = makeFolders()
    const checkout = finish({ folder, path, temp, head: OTHER })
    await expectRefused({ checkout }, /is no git checkout \(run actions\/checkout first\)/)
  })

  test('in another place than the input path says is named', async () => {
    const { folder, path, temp } = makeFolders()
    const head = makeRepository(join(path, 'packages'))
    mkdirSync(join(path, 'packages/server'))
    const checkout = finish({ folder, path, temp, head })
    await expectRefused({ checkout }, /but there is one below it: set the input path to "packages"/)
    const inputs = { path: 'packages/server' }
    const advice = /set the input path to "packages", and give the steps working-directory: "server"/
    await expectRefused({ checkout, inputs }, advice)
  })
})

function shallowClone(): Checkout {
  const { folder, path, temp } = makeFolders()
  const origin = join(folder.path, 'origin')
  makeRepository(origin)
  const head = commit(origin, { more: '1\n' })
  git(folder.path, 'clone', '--quiet', '--depth=1', `file://${origin}`, path)
  return finish({ folder, path, temp, head })
}
