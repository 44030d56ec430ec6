import { expect, test } from '@jest/globals'
import { imagePlaces, refuseInCheckout } from '../../../src/sandbox/image-places.ts'
import { imageTree } from '../../support/image-tree.ts'

test('an image without links has none of its mounts elsewhere', async () => {
  const { look, asked } = imageTree({ '/tmp': { kind: 'folder' }, '/etc/hostname': '' })
  expect(await imagePlaces(look, ['/tmp', '/home/confine', '/tmp', '/data/', 'relative'])).toEqual(new Map())
  expect(asked.filter((path) => path === '/etc')).toHaveLength(1)
  expect(asked).not.toContain('/home/confine')
})

test('links are followed, those of folders above and those of the engine’s own files too', async () => {
  const { look } = imageTree({
    '/tmp': { to: '/var/tmp' },
    '/var/tmp/x': '',
    '/var/run': { to: '/run' },
    '/run/db': { to: '/srv/db' },
    '/etc/hostname': { to: '/run/systemd/name' },
  })
  const places = await imagePlaces(look, ['/tmp', '/tmp/w/repo', '/var/run/db', '/run'])
  expect(Object.fromEntries(places)).toEqual({
    '/var/tmp': '/tmp',
    '/var/tmp/w/repo': '/tmp/w/repo',
    '/srv/db': '/var/run/db',
    '/run/systemd/name': '/etc/hostname',
  })
})

test('links below what an engine tells no kind of are followed too', async () => {
  const { look } = imageTree({ '/var': { kind: 'other' }, '/var/tmp': { to: '/tmp' } })
  expect(Object.fromEntries(await imagePlaces(look, ['/var/tmp/x']))).toEqual({ '/tmp/x': '/var/tmp/x' })
})

test('a link to itself is a place, and one that leads ever on is an error', async () => {
  expect(await imagePlaces(imageTree({ '/tmp': { to: '/tmp' } }).look, ['/tmp'])).toEqual(new Map())
  const round = imageTree({ '/a': { to: '/b' }, '/b': { to: '/a' } })
  await expect(imagePlaces(round.look, ['/a/x'])).rejects.toMatchObject({ code: 'image' })
})

test.each<[what: string, targets: readonly string[], links: Readonly<Record<string, string>>]>([
  ['below it', ['/w/repo', '/w/repo/test'], {}],
  ['below it, told otherwise', ['/w/repo', '/w/./repo/a/../test/'], {}],
  ['by a link into it', ['/w/repo', '/data'], { '/w/repo/test': '/data' }],
  ['by a link to it', ['/w/repo', '/data'], { '/w/repo': '/data' }],
  ['by a link that takes the engine’s own file there', ['/w/repo'], { '/w/repo/hostname': '/etc/hostname' }],
  ['where the checkout itself lies behind a link', ['/w/repo', '/srv/repo/test'], { '/srv/repo': '/w/repo' }],
])('a place in the checkout is refused: %s', (_, targets, links) => {
  expect(() => {
    refuseInCheckout('/w/repo', targets, new Map(Object.entries(links)))
  }).toThrow(/would hide files of the commit/)
})

test('places beside and above the checkout are none in it', () => {
  const targets = ['/w/repo', '/w', '/w/repo2', '/tmp', '/data']
  expect(() => {
    refuseInCheckout('/w/repo', targets, new Map([['/w/repository', '/data']]))
  }).not.toThrow()
})
