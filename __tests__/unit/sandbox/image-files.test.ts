import { describe, expect, test } from '@jest/globals'
import { readImageFile } from '../../../src/sandbox/image-files.ts'
import { readInKeeper } from '../../../src/sandbox/keeper.ts'
import type { PathKind } from '../../../src/sandbox/engine.ts'
import { imageTree } from '../../support/image-tree.ts'

const KINDS: readonly PathKind[] = ['folder', 'link', 'pipe', 'socket', 'device', 'other']

const read = (tree: ReturnType<typeof imageTree>, path = '/etc/passwd') =>
  readImageFile(tree.engine, 'keeper', tree.look, path)

describe('a file of the image', () => {
  test('is read, by links too, and may be missing', async () => {
    expect(await read(imageTree({ '/etc/passwd': 'root:x' }))).toBe('root:x')
    const linked = imageTree({ '/etc/passwd': { to: '/nix/passwd' }, '/nix/passwd': 'nix:x' })
    expect(await read(linked)).toBe('nix:x')
    expect(linked.opened).toEqual(['/nix/passwd'])
    const without = imageTree({})
    expect(await read(without)).toBeNull()
    expect(without.opened).toEqual([])
  })

  test.each(KINDS)('is refused as a %s, and the engine is not asked for it', async (kind) => {
    const tree = imageTree({ '/etc/passwd': { kind } })
    const word = kind === 'other' ? 'of a kind' : `is a ${kind}`
    await expect(read(tree)).rejects.toMatchObject({ code: 'image', message: expect.stringContaining(word) })
    const linked = imageTree({ '/etc/passwd': { to: '/run/x' }, '/run/x': { kind } })
    await expect(read(linked)).rejects.toThrow('the image’s /etc/passwd, by links "/run/x",')
    expect([...tree.opened, ...linked.opened]).toEqual([])
  })

  test('is refused above 1 MiB, and not asked for', async () => {
    const most = 1024 * 1024
    const large = imageTree({ '/etc/group': { kind: 'file', size: most + 1 } })
    await expect(read(large, '/etc/group')).rejects.toThrow(
      'the image’s /etc/group has 1048577 bytes: it has to be a regular file of at most 1 MiB',
    )
    expect(large.opened).toEqual([])
    expect(await read(imageTree({ '/etc/group': 'x'.repeat(most) }), '/etc/group')).toHaveLength(most)
  })

  test('is refused where the engine gives something else than it said', async () => {
    await expect(read(imageTree({ '/etc/passwd': { kind: 'file' } }))).rejects.toMatchObject({ code: 'image' })
  })
})

describe('a file in a keeper', () => {
  test.each(KINDS)('is none as a %s, and the engine is not asked for it', async (kind) => {
    const tree = imageTree({ '/x': { kind } })
    expect(await readInKeeper(tree.engine, 'keeper', '/x')).toBeNull()
    expect(tree.opened).toEqual([])
  })

  test('is none above 4 MiB', async () => {
    const tree = imageTree({ '/x': { kind: 'file', size: 4 * 1024 * 1024 + 1 }, '/y': 'text' })
    expect([await readInKeeper(tree.engine, 'k', '/x'), await readInKeeper(tree.engine, 'k', '/y')]).toEqual([
      null,
      'text',
    ])
    expect(tree.opened).toEqual(['/y'])
  })
})
