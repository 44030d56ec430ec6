import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { digestTree, type TreeDigest } from '../../../src/plan/host-tree.ts'
import { TempFolder } from '../../support/git.ts'

const LONG_AGO = new Date(1_000_000_000_000)
let temp: TempFolder
let root: string
const at = (name: string): string => join(root, name)

beforeEach(() => {
  temp = new TempFolder()
  root = temp.folder('root')
  for (const folder of ['a/b', 'c', '.git/refs/heads']) mkdirSync(at(folder), { recursive: true })
  for (const file of [
    'a/one',
    'a/b/two',
    'c/three',
    'four',
    '.git/config',
    '.git/refs/heads/x',
    '.git/sharedindex.0af',
  ]) {
    writeFileSync(at(file), file)
    utimesSync(at(file), LONG_AGO, LONG_AGO)
  }
})
afterEach(() => temp.remove())

/** The parts whose digest is another one. */
function changed(before: TreeDigest, after: TreeDigest): readonly string[] {
  const names = [...new Set([...before.parts.keys(), ...after.parts.keys()])]
  return names.filter((name) => before.parts.get(name) !== after.parts.get(name)).sort()
}

async function differences(change: () => unknown): Promise<readonly string[]> {
  const before = await digestTree(root)
  change()
  return changed(before, await digestTree(root))
}

test('a tree with more entries than are looked at is not complete', async () => {
  expect(await digestTree(root, 12)).toMatchObject({ entries: 12, complete: false })
  expect(await digestTree(root, 13)).toMatchObject({ entries: 13, complete: true })
})

test('a tree has a digest for each of its first parts, and for the first two below .git', async () => {
  const digest = await digestTree(root)
  const parts = ['.git', '.git/config', '.git/refs', '.git/sharedindex.0af', 'a', 'c', 'four']
  expect([...digest.parts.keys()].sort()).toEqual(parts)
  expect(digest).toMatchObject({ entries: 13, complete: true })
  for (const hash of digest.parts.values()) expect(hash).toMatch(/^[0-9a-f]{64}$/)
})

test('an unchanged tree has the same digest, however its folders were filled', async () => {
  expect(await differences(() => undefined)).toEqual([])
  const other = temp.folder('other')
  expect((await digestTree(other)).parts.size).toBe(0)
  for (const name of ['z', 'y', 'x']) writeFileSync(join(other, name), '')
  const [before, after] = [await digestTree(other), await digestTree(other)]
  expect([...before.parts]).toEqual([...after.parts])
  expect([...before.parts.keys()]).toEqual(['x', 'y', 'z'])
})

describe('a part changes with', () => {
  test.each<[name: string, change: () => unknown, parts: readonly string[]]>([
    ['a file’s size', () => appendFileSync(at('a/one'), 'x'), ['a']],
    ['a file deep below', () => appendFileSync(at('a/b/two'), 'x'), ['a']],
    ['a file’s mode', () => chmodSync(at('c/three'), 0o600), ['c']],
    ['a folder’s mode', () => chmodSync(at('a/b'), 0o700), ['a']],
    ['a file’s time', () => utimesSync(at('four'), 5, 5), ['four']],
    ['a file’s name', () => renameSync(at('four'), at('five')), ['five', 'four']],
    ['a new file', () => writeFileSync(at('c/new'), ''), ['c']],
    ['a new folder', () => mkdirSync(at('d')), ['d']],
    ['a file less', () => rmSync(at('c/three')), ['c']],
    ['a link', () => symlinkSync('one', at('a/link')), ['a']],
    ['a second name for a file', () => linkSync(at('four'), at('c/four')), ['c', 'four']],
    ['a branch', () => writeFileSync(at('.git/refs/heads/x'), 'other'), ['.git/refs']],
  ])('%s', async (_, change, parts) => {
    expect(await differences(change)).toEqual(parts)
  })

  test('a write that was put back', async () => {
    const found = await differences(() => {
      writeFileSync(at('four'), 'FOUR')
      writeFileSync(at('four'), 'four')
      utimesSync(at('four'), LONG_AGO, LONG_AGO)
    })
    expect(found).toEqual(['four'])
  })

  test('where a link leads, and not with what is there', async () => {
    symlinkSync('../one', at('c/link'))
    symlinkSync(at('a'), at('c/folder'))
    expect(await differences(() => appendFileSync(at('a/one'), 'x'))).toEqual(['a'])
    const before = await digestTree(root)
    rmSync(at('c/link'))
    symlinkSync('../two', at('c/link'))
    expect(changed(before, await digestTree(root))).toEqual(['c'])
  })
})

test('git’s shared index may have its time renewed, and nothing else', async () => {
  const index = at('.git/sharedindex.0af')
  expect(await differences(() => utimesSync(index, 5, 5))).toEqual([])
  expect(await differences(() => appendFileSync(index, 'x'))).toEqual(['.git/sharedindex.0af'])
  for (const name of ['a/sharedindex', '.git/xsharedindex.0af', '.git/sharedindex.0af.lock', '.git/sharedindex.xyz']) {
    writeFileSync(at(name), '')
    expect(await differences(() => utimesSync(at(name), 5, 5))).toEqual([name.startsWith('a/') ? 'a' : name])
  }
})

test('nor changes it a repository that is looked at by itself, as a linked worktree’s is', async () => {
  const before = await digestTree(at('.git'))
  utimesSync(at('.git/sharedindex.0af'), 5, 5)
  expect(changed(before, await digestTree(at('.git')))).toEqual([])
  appendFileSync(at('.git/sharedindex.0af'), 'x')
  expect(changed(before, await digestTree(at('.git')))).toEqual(['sharedindex.0af'])
})

test('where git’s shared index is a link, its target counts to the byte', async () => {
  const link = at('.git/sharedindex.1')
  symlinkSync(Buffer.from([0xfe]), link)
  const found = await differences(() => {
    rmSync(link)
    symlinkSync(Buffer.from([0xff]), link)
  })
  expect(found).toContain('.git/sharedindex.1')
})

test('what can’t be listed is a part of the record, not an error', async () => {
  expect(await digestTree(at('nowhere'))).toMatchObject({ entries: 1, complete: true })
  expect([...(await digestTree(at('nowhere'))).parts.keys()]).toEqual([' can not be listed'])
})

test('names are bytes, each as a character', async () => {
  const file = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xe9])])
  const folder = Buffer.concat([Buffer.from(`${root}/`), Buffer.from('ü')])
  writeFileSync(file, '')
  mkdirSync(folder)
  expect((await digestTree(root)).parts.has('\xff\xe9')).toBe(true)
  expect(await differences(() => appendFileSync(file, 'x'))).toEqual(['\xff\xe9'])
  expect(await differences(() => writeFileSync(at('ü/new'), ''))).toEqual(['\xc3\xbc'])
})

test('a walk through thousands of files lets others have their turn', async () => {
  for (let n = 0; n < 2000; n += 1) writeFileSync(at(`c/${String(n)}`), '')
  let turns = 0
  setImmediate(() => (turns += 1))
  await digestTree(root)
  expect(turns).toBe(1)
})

test('beyond two thousand parts the rest is put together, and none of it is left out', async () => {
  for (let n = 0; n < 2010; n += 1) writeFileSync(at(`n${String(n).padStart(4, '0')}`), '')
  const before = await digestTree(root)
  expect(before.parts.size).toBe(2001)
  expect(before.parts.has('')).toBe(true)
  expect(before).toMatchObject({ entries: 2023, complete: true })
  writeFileSync(at('n2009'), 'x')
  expect(changed(before, await digestTree(root))).toEqual([''])
  writeFileSync(at('n0001'), 'x')
  expect(changed(before, await digestTree(root))).toEqual(['', 'n0001'])
})
