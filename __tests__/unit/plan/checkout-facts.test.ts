import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { CheckoutFacts } from '../../../src/domain/step-facts.ts'
import { readCheckoutFacts } from '../../../src/plan/checkout-facts.ts'
import { commit, git, makeRepository, TempFolder } from '../../support/git.ts'
import { gitTools } from './git-tools.ts'
import { WHOLE as NOTHING_LACKS } from '../../support/step-facts.ts'

const HASH = '0'.repeat(64)
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${HASH}\nsize 3750871\n`
const NONE = { count: 0, first: [], paths: [] }
const WHOLE: CheckoutFacts = { ...NOTHING_LACKS, hasTags: false, ownerUid: process.getuid?.() ?? 0 }

let temp: TempFolder
let origin: string
let repo: string

beforeEach(() => {
  temp = new TempFolder()
  origin = join(temp.path, 'origin')
  repo = join(temp.path, 'repo')
  makeRepository(origin)
})
afterEach(() => temp.remove())

const facts = (path = repo) => readCheckoutFacts(gitTools(temp), path)

function clone(...options: string[]): void {
  git(temp.path, 'clone', '-q', ...options, `file://${origin}`, repo)
}

describe('history', () => {
  test('of a whole clone lacks nothing', async () => {
    git(origin, 'tag', 'v1')
    clone()
    expect(await facts()).toEqual({ ...WHOLE, hasTags: true })
  })

  test('of a shallow clone is as long as it is', async () => {
    commit(origin, { a: '1\n' })
    commit(origin, { a: '2\n' })
    clone('--depth=2')
    expect(await facts()).toEqual({ ...WHOLE, shallowCommits: 2 })
  })

  test('of a partial clone is fetched when it is asked for', async () => {
    git(origin, 'config', 'uploadpack.allowFilter', 'true')
    clone('--filter=blob:none')
    expect(await facts()).toEqual({ ...WHOLE, partial: true })
    git(repo, 'config', 'remote.origin.promisor', 'false')
    git(repo, 'config', '--unset', 'remote.origin.partialclonefilter')
    expect(await facts()).toEqual(WHOLE)
  })

  test('of a linked worktree lies elsewhere, as it does behind a link', async () => {
    git(origin, 'worktree', 'add', '-q', '--detach', repo)
    expect(await facts()).toEqual({ ...WHOLE, repositoryOutside: true })
    rmSync(join(repo, '.git'))
    symlinkSync(join(origin, '.git'), join(repo, '.git'))
    expect(await facts()).toEqual({ ...WHOLE, repositoryOutside: true })
    expect(await facts(origin)).toEqual(WHOLE)
  })
})

describe('pointers of Git LFS', () => {
  test('are counted, tracked or not, and the first are named in a printable form', async () => {
    clone()
    commit(repo, { 'a b': POINTER, 'new\nline': POINTER, ünï: POINTER })
    temp.write('repo/deep/untracked', POINTER)
    const found = await facts()
    expect(found?.lfsPointers).toEqual({
      count: 4,
      first: ['"a b"', '"new\\u{a}line"', '"ünï"'],
      paths: ['a b', 'new\nline', 'ünï', 'deep/untracked'],
    })
  })

  test('are told from what only looks like one', async () => {
    clone()
    commit(repo, {
      '.gitignore': 'ignored\n',
      prose: `A pointer is:\n${POINTER}`,
      spec: 'version https://git-lfs.github.com/spec/v1\n',
      long: POINTER + 'x'.repeat(1024),
      other: POINTER.replace('git-lfs', 'example'),
      ignored: POINTER,
    })
    const outside = temp.write('outside/pointer', POINTER)
    symlinkSync(outside, join(repo, 'link'))
    execFileSync('mkfifo', [join(repo, 'pipe')])
    expect(await facts()).toMatchObject({ lfsPointers: NONE })
  })

  test('are never looked for through a link that took the place of a folder', async () => {
    clone()
    commit(repo, { 'folder/pointer': POINTER })
    temp.write('outside/pointer', POINTER)
    rmSync(join(repo, 'folder'), { recursive: true })
    symlinkSync(join(temp.path, 'outside'), join(repo, 'folder'))
    expect(await facts()).toMatchObject({ lfsPointers: NONE })
  })
})

describe('submodules', () => {
  const SUB = ['submodule', '-q', 'add']

  test('are absent by the index, whatever .gitmodules says', async () => {
    const inner = join(temp.path, 'inner')
    makeRepository(inner)
    git(origin, ...SUB, `file://${inner}`, 'vendor/sub')
    commit(origin, {})
    clone()
    expect((await facts())?.absentSubmodules).toEqual({ count: 1, first: ['"vendor/sub"'], paths: ['vendor/sub'] })
    rmSync(join(repo, '.gitmodules'))
    expect((await facts())?.absentSubmodules.count).toBe(1)
    rmSync(join(repo, 'vendor'), { recursive: true })
    expect((await facts())?.absentSubmodules.count).toBe(1)
    // Somebody put the files there by other means.
    temp.write('repo/vendor/sub/file', '')
    expect((await facts())?.absentSubmodules).toEqual(NONE)
  })

  test('are gone into, with their own submodules and pointers', async () => {
    const [middle, inner] = ['middle', 'inner'].map((name) => join(temp.path, name))
    makeRepository(inner!)
    makeRepository(middle!)
    git(middle!, ...SUB, `file://${inner!}`, 'in')
    commit(middle!, { data: POINTER })
    git(origin, ...SUB, `file://${middle!}`, 'mid')
    commit(origin, {})
    clone()
    git(repo, 'submodule', '-q', 'update', '--init')
    expect(await facts()).toEqual({
      ...WHOLE,
      lfsPointers: { count: 1, first: ['"mid/data"'], paths: ['mid/data'] },
      absentSubmodules: { count: 1, first: ['"mid/in"'], paths: ['mid/in'] },
    })
  })
})

test('files that a sparse checkout leaves out are counted', async () => {
  commit(origin, { 'a/one': '1\n', 'b/two': '2\n', 'b/three': '3\n' })
  clone()
  git(repo, 'sparse-checkout', 'set', '--no-cone', '/a')
  expect((await facts())?.leftOut).toMatchObject({ count: 3, paths: ['README', 'b/three', 'b/two'] })
})

test('packages that are not installed are known by every package.json', async () => {
  clone()
  commit(repo, { 'web/package.json': '{}' })
  expect(await facts()).toEqual({ ...WHOLE, packagesAbsent: true })
  mkdirSync(join(repo, 'node_modules'))
  expect((await facts())?.packagesAbsent).toBe(true)
  mkdirSync(join(repo, 'web/node_modules'))
  expect((await facts())?.packagesAbsent).toBe(false)
})

test('names by which its scripts import each other are known, down to the second', async () => {
  clone()
  commit(repo, { 'calc.py': '', 'src/app/main.py': '', 'lib/x.test.ts': '', 'docs/a.md': '', 'a/b/c.js': '' })
  expect((await facts())?.ownNames).toEqual(new Set(['calc', 'src', 'app', 'lib', 'x.test', 'a', 'b']))
})

test('nothing is known of what is no checkout, and nothing is thrown', async () => {
  mkdirSync(repo)
  expect(await facts()).toBeNull()
  expect(await facts(join(temp.path, 'nowhere'))).toBeNull()
})
