import { expect, test } from '@jest/globals'
import { imagePlaces } from '../../../src/sandbox/image-places.ts'

/** What is in an image: a folder, or where a link leads. As engines do, links on the way to a path are followed. */
function imageOf(files: Readonly<Record<string, string>>) {
  const asked: string[] = []
  const statPath = (_: string, path: string) => {
    asked.push(path)
    const found = files[path]
    return Promise.resolve(found === undefined ? null : { size: 1, mtime: '', linkTarget: found === '' ? null : found })
  }
  return { asked, engine: { statPath } }
}

test('an image without links has none of its mounts elsewhere', async () => {
  const { engine, asked } = imageOf({ '/tmp': '', '/etc': '', '/etc/hosts': '' })
  expect(await imagePlaces(engine, 'keeper', ['/tmp', '/home/confine', '/tmp'])).toEqual(new Map())
  expect(asked.filter((path) => path === '/etc')).toHaveLength(1)
  expect(asked).not.toContain('/home/confine')
})

test('links are followed, those of folders above and those of the engine’s own files too', async () => {
  const { engine } = imageOf({
    '/tmp': '/var/tmp',
    '/var': '',
    '/var/tmp': '',
    '/var/run': '/run',
    '/run': '',
    '/run/db': '/srv/db',
    '/etc': '',
    '/etc/resolv.conf': '/run/systemd/stub.conf',
  })
  const places = await imagePlaces(engine, 'keeper', ['/tmp', '/tmp/w/repo', '/var/run/db', '/run'])
  expect(Object.fromEntries(places)).toEqual({
    '/var/tmp': '/tmp',
    '/var/tmp/w/repo': '/tmp/w/repo',
    '/srv/db': '/var/run/db',
    '/run/systemd/stub.conf': '/etc/resolv.conf',
  })
})

test('a link to itself is a place, and one that leads ever on is an error', async () => {
  expect(await imagePlaces(imageOf({ '/tmp': '/tmp' }).engine, 'keeper', ['/tmp'])).toEqual(new Map())
  const round = imageOf({ '/a': '/b', '/b': '/a' })
  await expect(imagePlaces(round.engine, 'keeper', ['/a/x'])).rejects.toMatchObject({ code: 'image' })
})
