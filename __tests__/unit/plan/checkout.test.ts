import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { hasFreshIndex, readCheckout } from '../../../src/plan/checkout.ts'
import { withGit } from '../../../src/plan/git.ts'
import { relate } from '../../../src/plan/relate.ts'
import { commit, git, makeMerge, makeRepository, TempFolder } from '../../support/git.ts'
import { gitTools } from './git-tools.ts'

const NONE = { count: 0, first: [] }

let temp: TempFolder
let repo: string

beforeEach(() => {
  temp = new TempFolder()
  repo = join(temp.path, 'repo')
})
afterEach(() => temp.remove())

const read = (path = repo) => readCheckout(gitTools(temp), path)

describe('a checkout', () => {
  test('has commit, tree and parents', async () => {
    const first = makeRepository(repo)
    expect(await read()).toEqual({
      sha: first,
      tree: git(repo, 'rev-parse', 'HEAD^{tree}'),
      parents: [],
      dirtyFiles: 0,
      foreignFolders: NONE,
      ignored: NONE,
      shallow: false,
    })
    const second = commit(repo, { a: '1' })
    expect(await read()).toMatchObject({ sha: second, parents: [first] })
  })

  test('may be a detached merge, in a subfolder of the workspace', async () => {
    repo = temp.folder('ws/sub dir')
    makeRepository(repo)
    const { base, head, merge } = makeMerge(repo)
    git(repo, 'checkout', '-q', '--detach', merge)
    expect(await read()).toMatchObject({ sha: merge, parents: [base, head] })
  })

  test('may be an octopus', async () => {
    makeRepository(repo)
    const heads = ['a', 'b'].map((name) => {
      git(repo, 'checkout', '-q', '-b', name, 'main')
      return commit(repo, { [name]: name })
    })
    git(repo, 'checkout', '-q', 'main')
    const base = commit(repo, { c: 'c' })
    git(repo, 'merge', '-q', '-m', 'octopus', 'a', 'b')
    expect((await read()).parents).toEqual([base, ...heads])
  })

  test('may be SHA-256', async () => {
    const sha = makeRepository(repo, '--object-format=sha256')
    expect(sha).toHaveLength(64)
    expect(await read()).toMatchObject({ sha, parents: [] })
  })

  test('may be a linked worktree', async () => {
    const main = temp.folder('main')
    const sha = makeRepository(main)
    git(main, 'worktree', 'add', '-q', '-b', 'linked', repo)
    expect(await read()).toMatchObject({ sha, dirtyFiles: 0 })
  })

  test('leaves nothing in the temp folder', async () => {
    makeRepository(repo)
    await read()
    expect(readdirSync(join(temp.path, 'tmp'))).toEqual([])
  })
})

describe('a shallow clone', () => {
  test('of a merge still tells the parents, which rev-list hides', async () => {
    const origin = temp.folder('origin')
    makeRepository(origin)
    const { base, head, merge } = makeMerge(origin)
    git(temp.path, 'clone', '-q', '--depth=1', `file://${origin}`, repo)
    expect(git(repo, 'rev-list', '--parents', 'HEAD')).toBe(merge)
    const state = await read()
    expect(state).toMatchObject({ sha: merge, parents: [base, head], shallow: true })
    const event = {
      event: 'pull_request',
      repository: 'o/n',
      headSha: head,
      baseSha: base,
      mergeSha: null,
      pullRequests: [],
      fork: false,
    }
    expect(relate(event, state, merge).tested.relation).toBe('merge')
  })
})

describe('files that differ from the commit', () => {
  beforeEach(() => {
    makeRepository(repo)
    commit(repo, { a: '1', b: '2', 'old name': '3', '.gitignore': 'ignored\n' })
  })

  test('are counted one by one', async () => {
    writeFileSync(join(repo, 'a'), 'changed')
    rmSync(join(repo, 'b'))
    git(repo, 'mv', 'old name', 'new name')
    mkdirSync(join(repo, 'd/e'), { recursive: true })
    writeFileSync(join(repo, 'd/x'), '')
    writeFileSync(join(repo, 'd/e/line\nend'), '')
    writeFileSync(join(repo, 'ignored'), '')
    expect((await read()).dirtyFiles).toBe(6)
  })

  test('are not those that were only touched', async () => {
    utimesSync(join(repo, 'a'), 1, 1)
    expect((await read()).dirtyFiles).toBe(0)
  })

  test('are counted beyond what is kept of the output', async () => {
    for (let index = 0; index < 3000; index += 1) writeFileSync(join(repo, `${String(index)}-${'x'.repeat(100)}`), '')
    expect((await read()).dirtyFiles).toBe(3000)
  })
})

describe('the index', () => {
  const fresh = () => withGit(gitTools(temp), repo, hasFreshIndex)

  test('is true of the files until something puts others in their place', async () => {
    makeRepository(repo)
    git(repo, 'update-index', '--refresh')
    expect(await fresh()).toBe(true)
    // The index knows inode, owner and times; a new owner can be given by root alone.
    cpSync(join(repo, 'README'), join(temp.path, 'copy'), { preserveTimestamps: true })
    renameSync(join(temp.path, 'copy'), join(repo, 'README'))
    expect(await fresh()).toBe(false)
    git(repo, 'status')
    expect(await fresh()).toBe(true)
    writeFileSync(join(repo, 'README'), 'changed')
    expect(await fresh()).toBe(false)
  })
})

describe('no checkout', () => {
  test.each([
    ['an empty folder', () => mkdirSync(repo), /is no git checkout \(run actions\/checkout first\)/],
    ['a repository without a commit', () => git(temp.path, 'init', '-q', repo), /has no commit/],
    ['a bare repository', () => git(temp.path, 'init', '-q', '--bare', repo), /is no git checkout/],
    ['a .git that leads nowhere', () => temp.write('repo/.git', 'gitdir: /nonexistent\n'), /is no git checkout/],
  ])('%s', async (_, make, reason) => {
    make()
    await expect(read()).rejects.toMatchObject({ code: 'subject', message: expect.stringMatching(reason) })
  })

  test('a folder of a repository is not its checkout', async () => {
    makeRepository(repo)
    const inner = temp.folder('repo/inner')
    await expect(read(inner)).rejects.toMatchObject({
      code: 'subject',
      message: expect.stringMatching(/is no git checkout/),
    })
  })

  test('a repository whose working tree is elsewhere', async () => {
    makeRepository(repo)
    const elsewhere = temp.folder('elsewhere')
    git(repo, 'config', 'core.worktree', elsewhere)
    const message = expect.stringMatching(
      /the working tree is at ".*\/elsewhere", not at ".*\/repo": set the input path to it/,
    )
    await expect(read()).rejects.toMatchObject({ code: 'subject', message })
  })

  test('a machine without git', async () => {
    makeRepository(repo)
    symlinkSync('/usr/bin/timeout', join(temp.folder('bin'), 'timeout'))
    const tools = gitTools(temp, { PATH: join(temp.path, 'bin') })
    await expect(readCheckout(tools, repo)).rejects.toThrow('there is no git on the PATH of the runner')
  })
})
