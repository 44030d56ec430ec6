import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { compareSnapshots, isComplete, takeSnapshot } from '../../../src/plan/snapshot.ts'
import { commit, git, makeRepository, TempFolder } from '../../support/git.ts'
import { gitTools } from './git-tools.ts'

let temp: TempFolder
let repo: string

beforeEach(() => {
  temp = new TempFolder()
  repo = join(temp.path, 'repo')
  makeRepository(repo)
  commit(repo, { 'src/a': 'a', 'src/b/c': 'c', '.gitignore': 'build\n', 'build/x': 'never added' })
  mkdirSync(join(repo, 'build'), { recursive: true })
  writeFileSync(join(repo, 'build/out'), 'ignored')
})
afterEach(() => temp.remove())

async function differences(change: () => unknown): Promise<readonly string[]> {
  const before = await takeSnapshot(gitTools(temp), repo)
  change()
  return compareSnapshots(before, await takeSnapshot(gitTools(temp), repo))
}

test('nothing done is no difference', async () => {
  expect(await differences(() => readFileSync(join(repo, 'src/a')))).toEqual([])
})

describe('a difference is seen in', () => {
  const at = (name: string) => join(repo, name)
  test.each([
    ['a tracked file', () => appendFileSync(at('src/a'), 'x'), ['git status says something else', '"src" changed']],
    ['an ignored file', () => appendFileSync(at('build/out'), 'x'), ['"build" changed']],
    ['a new file', () => writeFileSync(at('new'), ''), ['git status says something else', '"new" changed']],
    ['a file that is gone', () => rmSync(at('src/b/c')), ['git status says something else', '"src" changed']],
    ['a mode', () => chmodSync(at('build/out'), 0o600), ['"build" changed']],
    ['a folder’s mode', () => chmodSync(at('build'), 0o700), ['"build" changed']],
    ['a link', () => symlinkSync('/etc', at('build/link')), ['"build" changed']],
    ['a hard link from elsewhere', () => linkSync(at('build/out'), join(temp.path, 'hard')), ['"build" changed']],
    ['the git settings', () => git(repo, 'config', 'a.b', 'c'), ['config', '".git/config" changed']],
    ['a hook', () => temp.write('repo/.git/hooks/post-checkout', '', 0o755), ['post-checkout', '".git/hooks" changed']],
    [
      'attributes outside of the tree',
      () => temp.write('repo/.git/info/attributes', ''),
      ['attributes', '".git/info" changed'],
    ],
    ['a branch', () => git(repo, 'update-ref', 'refs/heads/x', 'HEAD'), ['".git/refs" changed']],
    ['an object', () => temp.write('repo/.git/objects/ff/x', ''), ['".git/objects" changed']],
  ])('%s', async (_, change, expected) => {
    const found = await differences(change)
    for (const sentence of expected) expect(found).toContainEqual(expect.stringContaining(sentence))
  })

  test('a change that was put back', async () => {
    const found = await differences(() => {
      writeFileSync(at('src/a'), 'evil')
      writeFileSync(at('src/a'), 'a')
      utimesSync(at('src/a'), 1, 1)
    })
    expect(found).toContain('"src" changed')
  })

  test('a file whose name is no UTF-8', async () => {
    const place = Buffer.concat([Buffer.from(`${repo}/build/`), Buffer.from([0xff])])
    writeFileSync(place, 'a')
    expect(await differences(() => writeFileSync(place, 'b'))).toEqual(['"build" changed'])
  })

  test('a rename and back', async () => {
    const found = await differences(() => {
      renameSync(at('build/out'), at('build/tmp'))
      renameSync(at('build/tmp'), at('build/out'))
    })
    expect(found).toContain('"build" changed')
  })

  test('HEAD', async () => {
    const before = git(repo, 'rev-parse', 'HEAD')
    const found = await differences(() => commit(repo, { z: 'z' }))
    expect(found[0]).toBe(`HEAD went from ${before} to ${git(repo, 'rev-parse', 'HEAD')}`)
  })
})

test('names are printable, and the list is short', async () => {
  const found = await differences(() => {
    for (let index = 0; index < 30; index += 1) writeFileSync(join(repo, `${String(index)}\n::error::x`), '')
    writeFileSync(Buffer.concat([Buffer.from(`${repo}/`), Buffer.from([0xff])]), '')
  })
  expect(found).toHaveLength(21)
  expect(found.at(-1)).toMatch(/^and \d+ more$/)
  expect(found.join('')).not.toContain('\n')
})

describe('a linked worktree', () => {
  test('has the repository that it belongs to watched too', async () => {
    const main = temp.folder('main')
    makeRepository(main)
    rmSync(repo, { recursive: true })
    git(main, 'worktree', 'add', '-q', '-b', 'linked', repo)
    expect(await differences(() => undefined)).toEqual([])
    expect(await differences(() => git(main, 'branch', 'other'))).toContain('"refs" of the repository changed')
    expect(await differences(() => git(main, 'config', 'a.b', 'c'))).toContainEqual(
      expect.stringMatching(/config" has another content$/),
    )
  })
})

test('a snapshot says that it saw everything', async () => {
  expect(isComplete(await takeSnapshot(gitTools(temp), repo))).toBe(true)
})
