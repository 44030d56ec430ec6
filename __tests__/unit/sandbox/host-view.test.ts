import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { readHostView } from '../../../src/sandbox/host-view.ts'
import { TempFolder } from '../../support/git.ts'

const ID = 'c'.repeat(64)
const V1 = `9:memory:/docker/${ID}\n8:pids:/docker/${ID}\n3:cpu,cpuacct:/docker/${ID}\n0::/\n`
const V2 = `0::/system.slice/docker-${ID}.scope\n`

/** A kernel of files: /proc with one process, and its control groups. */
function kernel(folder: TempFolder, files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder.path, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return { proc: join(folder.path, 'proc'), cgroup: join(folder.path, 'cgroup') }
}

function links(folder: TempFolder, of: string, names: Readonly<Record<string, string>>): void {
  const place = join(folder.path, 'proc', of, 'ns')
  mkdirSync(place, { recursive: true })
  for (const [name, target] of Object.entries(names)) symlinkSync(target, join(place, name))
}

describe('the host’s view', () => {
  test('is of the kernel’s files, the limits of its control groups, and its namespaces beside ours', async () => {
    await using folder = new TempFolder()
    const places = kernel(folder, {
      'proc/41/cgroup': V1,
      'proc/41/status': 'NSpid:\t41\t1\n',
      'proc/41/net/dev': 'lo\n',
      'proc/sys/kernel/random/boot_id': 'b\n',
      [`cgroup/memory/docker/${ID}/memory.limit_in_bytes`]: '7\n',
      [`cgroup/cpu/docker/${ID}/cpu.cfs_quota_us`]: '-1\n',
    })
    links(folder, '41', { net: 'net:[2]', user: 'user:[1]' })
    links(folder, 'self', { net: 'net:[1]', user: 'user:[1]', uts: 'uts:[1]' })
    const view = await readHostView(41, ID, places)
    expect(view).toMatchObject({
      kind: 'seen',
      pid: 41,
      bootId: 'b',
      files: { status: 'NSpid:\t41\t1\n', 'net/dev': 'lo\n', mountinfo: null, 'attr/current': null },
      cgroup: { 'memory-v1': '7', 'cpu-quota-v1': '-1' },
      namespaces: { net: 'own', user: 'shared', uts: null, pid: null },
    })
  })

  test('is of the one hierarchy of control groups v2', async () => {
    await using folder = new TempFolder()
    const group = `cgroup/system.slice/docker-${ID}.scope`
    const files = { [`${group}/memory.max`]: '7', [`${group}/memory.swap.max`]: '0', [`${group}/cpu.max`]: '1 2' }
    const view = await readHostView(41, ID, kernel(folder, { 'proc/41/cgroup': V2, ...files }))
    expect(view).toMatchObject({ cgroup: { 'memory-v2': '7', 'memory-swap-v2': '0', 'cpu-v2': '1 2' } })
  })

  test.each<[name: string, pid: number | null, cgroup: string | null, reason: string]>([
    ['no number', null, V1, 'the engine names no process'],
    ['number 0', 0, V1, 'the engine names no process'],
    [
      'no such process',
      41,
      null,
      'process 41 of this machine is not the container’s: the engine seems to run elsewhere',
    ],
    [
      'another container',
      41,
      V1.replaceAll('c', 'd'),
      'process 41 of this machine is not the container’s: the engine seems to run elsewhere',
    ],
  ])('is not to be had: %s', async (_, pid, cgroup, reason) => {
    await using folder = new TempFolder()
    const places = kernel(folder, { 'proc/self/status': '', ...(cgroup === null ? {} : { 'proc/41/cgroup': cgroup }) })
    expect(await readHostView(pid, ID, places)).toEqual({ kind: 'unavailable', reason })
  })

  test('leaves out a file that is larger than any of the kernel’s', async () => {
    await using folder = new TempFolder()
    const places = kernel(folder, { 'proc/41/cgroup': V1, 'proc/41/status': 'x'.repeat(1024 * 1024 + 1) })
    expect(await readHostView(41, ID, places)).toMatchObject({ files: { status: null } })
  })

  test('follows no way up in a control group’s path', async () => {
    await using folder = new TempFolder()
    const places = kernel(folder, { 'proc/41/cgroup': `0::/../${ID}\n`, [`${ID}/memory.max`]: '7' })
    expect(await readHostView(41, ID, places)).toMatchObject({ kind: 'seen', cgroup: {} })
  })
})
