import { expect, test } from '@jest/globals'
import { wayOf } from '../../../src/sandbox/image-way.ts'
import { imageTree } from '../../support/image-tree.ts'

const TREE = {
  '/bin': { to: '/usr/bin' },
  '/usr/bin/sh': { to: 'dash' },
  '/usr/bin/dash': 'ELF',
  '/usr/app': { to: '../srv/app' },
  '/srv/app/x': 'x',
  '/self': { to: '/self' },
  '/gone': { to: '/nowhere/at/all' },
  '/root-again': { to: '/' },
} as const

test.each([
  ['/bin/sh', '/usr/bin/dash', 'file'],
  ['//usr/./bin//', '/usr/bin', 'folder'],
  ['/usr/app/x', '/srv/app/x', 'file'],
  // Of the folder that the link leads to, as the kernel takes it.
  ['/usr/app/../app', '/srv/app', 'folder'],
  ['/../../usr', '/usr', 'folder'],
  ['/root-again/usr', '/usr', 'folder'],
  ['/self', '/self', 'link'],
  ['/gone/x', '/nowhere/at/all/x', undefined],
  ['/absent/../usr', '/usr', 'folder'],
  ['/', '/', undefined],
])('%s ends at %s', async (path, end, kind) => {
  const way = await wayOf(imageTree(TREE).look, path)
  expect([way.end, way.stat?.kind]).toEqual([end, kind])
})

test('every place on the way is told, the links among them', async () => {
  const { places } = await wayOf(imageTree(TREE).look, '/usr/app/x')
  expect(places).toEqual(['/usr', '/usr/app', '/', '/srv', '/srv/app', '/srv/app/x'])
})

test('nothing is looked for below what is no folder, and nothing twice', async () => {
  const { look, asked } = imageTree({ '/a': 'text', '/b/c': 'x' })
  for (const path of ['/a/x/y', '/none/x/y', '/b/c', '/b/c']) await wayOf(look, path)
  expect(asked).toEqual(['/a', '/none', '/b', '/b/c'])
})

test('a link that leads ever on is an error of the image', async () => {
  const { look } = imageTree({ '/a': { to: '/b' }, '/b': { to: '/a' } })
  await expect(wayOf(look, '/a/x')).rejects.toMatchObject({ code: 'image', message: expect.stringContaining('/a/x') })
})
