import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { flattenLayer } from '../../src/sandbox/deep-layer.ts'
import { DockerScope } from '../support/docker.ts'

const USER = { uid: 1000, gid: 1000 }
const LEVELS = 2000

/** As a step's user: names of all kinds, levels that nobody may enter, and files beside them. */
const BUILD = `
import os
os.setgid(${String(USER.gid)})
os.setuid(${String(USER.uid)})
names = ['d', '.hidden', 'a name', 'line\\nend', '-rf', 'x' * 255]
for level in range(${String(LEVELS)}):
    open('file', 'w').close()
    os.mkdir(names[level % len(names)])
    os.chdir(names[level % len(names)])
    if level % 100 == 0:
        os.chmod('..', 0)
`

function deepest(folder: string): number {
  const depths = execFileSync('find', [folder, '-printf', '%d\n'], { maxBuffer: 1024 ** 3, encoding: 'utf8' })
  return Math.max(...depths.trim().split('\n').map(Number))
}

test.each([
  ['debian', 2],
  // Its rm gives up at the length of a path: what is left is cut into pieces.
  ['busybox', 30],
] as const)('a tree of thousands of levels is made such that an engine can remove it, by %s', async (image, atMost) => {
  await using scope = await DockerScope.open(image)
  const volume = `confine-deep-${scope.label}`
  const { mountpoint } = await scope.engine.createVolume({ Name: volume, Labels: scope.labels })
  const upper = join(mountpoint, 'upper')
  mkdirSync(upper)
  chownSync(upper, USER.uid, USER.gid)
  execFileSync('python3', ['-c', BUILD], { cwd: upper })
  expect(deepest(mountpoint)).toBeGreaterThanOrEqual(LEVELS)
  await flattenLayer(scope.engine, {
    imageId: scope.image.id,
    labels: scope.labels,
    volume,
    user: USER,
    memoryBytes: 256 * 1024 * 1024,
  })
  expect(deepest(mountpoint)).toBeLessThanOrEqual(atMost)
  if (image === 'debian') expect(readdirSync(upper)).toEqual([])
  await scope.engine.remove('volume', volume)
})
