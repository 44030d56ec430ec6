import { describe, expect, test } from '@jest/globals'
import type { RuntimeEntry } from '../../../src/domain/evidence.ts'
import { parseMountRow, type MountRow } from '../../../src/domain/mountinfo.ts'
import { runtimeKind, type RuntimeWitnesses } from '../../../src/posture/runtime-kind.ts'

function rows(...lines: readonly string[]): readonly MountRow[] {
  return lines.map((line) => {
    const row = parseMountRow(line)
    if (row === null) throw new Error(`no row: ${line}`)
    return row
  })
}

/** As seen on a host. */
const SENTRY = rows('61 91 0:51 / / ro,relatime - tmpfs runsc-root rw,uid=65534,gid=65534')
const PROCESS = rows(
  '300 200 0:44 / / ro,relatime - overlay overlay rw,lowerdir=/l,upperdir=/u,workdir=/w',
  '301 300 0:45 / /proc rw,nosuid,nodev,noexec,relatime - proc proc rw',
  '302 300 0:46 / /work rw,relatime - overlay overlay rw,lowerdir=/a,upperdir=/b,workdir=/c',
  '303 300 0:47 / /tmp rw,nosuid,nodev,relatime - tmpfs tmpfs rw,size=16384k',
)

const demand: RuntimeWitnesses['demand'] = {
  mounts: [{ type: 'volume', source: 'v', target: '/work', readOnly: false }],
  tmpfs: [{ target: '/tmp', bytes: 1 }],
}

function entry(path: string | null, type: string | null = null, args: readonly string[] = []): RuntimeEntry {
  return { path, args, type }
}

const engine = {
  runtimeEntries: {
    runc: entry('runc'),
    crun: entry('/usr/bin/crun'),
    runsc: entry('/usr/bin/runsc', null, ['--platform=ptrace']),
    'gvisor-shim': entry(null, 'io.containerd.runsc.v1'),
    kata: entry(null, 'io.containerd.kata.v2'),
    wrapped: entry('/opt/runsc-wrapper'),
    // A shim decides, whatever path stands beside it.
    odd: entry('/usr/bin/runsc', 'io.containerd.runc.v2'),
    empty: entry(null),
    // Written out, and yet no shim.
    'no-shim': entry('/usr/bin/crun', ''),
    'nothing-said': entry(null, ''),
  },
}

const identify = (runtime: string | null, hostMounts: RuntimeWitnesses['hostMounts']) =>
  runtimeKind({ runtime, engine, hostMounts, demand })

describe('where the host can not tell, the engine’s configuration says', () => {
  test.each([
    ['runc', 'shared-kernel'],
    ['crun', 'shared-kernel'],
    ['runsc', 'gvisor'],
    ['gvisor-shim', 'gvisor'],
    ['kata', 'kata'],
    ['odd', 'shared-kernel'],
    ['wrapped', 'unknown'],
    ['empty', 'unknown'],
    ['no-shim', 'shared-kernel'],
    ['nothing-said', 'unknown'],
    ['not-there', 'unknown'],
    ['constructor', 'unknown'],
    [null, 'unknown'],
  ] as const)('%s is %s', (name, kind) => {
    expect(identify(name, null)).toMatchObject({ kind, engine: { says: kind }, host: { says: null }, agree: null })
  })

  test('and is quoted', () => {
    expect(identify('runsc', null).engine.seen).toBe('runtime runsc is /usr/bin/runsc --platform=ptrace')
    expect(identify('gvisor-shim', null).engine.seen).toBe('runtime gvisor-shim is io.containerd.runsc.v1')
    expect(identify('not-there', null).engine.seen).toBe('runtime not-there, which the engine does not describe')
  })
})

describe('where the host sees the process', () => {
  test.each([
    ['runc', PROCESS, 'shared-kernel', 'shared-kernel', true],
    ['runsc', SENTRY, 'gvisor', 'gvisor', true],
    ['runsc', PROCESS, 'unknown', 'shared-kernel', false],
    ['runc', SENTRY, 'unknown', 'gvisor', false],
    ['kata', PROCESS, 'unknown', 'shared-kernel', false],
    // Nobody vouches for a wrapper, but the container's mounts can't be had without the host's kernel.
    ['wrapped', PROCESS, 'shared-kernel', 'shared-kernel', true],
    ['wrapped', SENTRY, 'unknown', 'gvisor', null],
    [null, PROCESS, 'shared-kernel', 'shared-kernel', true],
  ] as const)('%s', (name, mounts, kind, says, agree) => {
    expect(identify(name, mounts)).toMatchObject({ kind, host: { says }, agree })
  })

  test.each([
    ['some of the mounts', PROCESS.slice(0, 3)],
    ['a root that can be written', rows('61 91 0:51 / / rw,relatime - tmpfs runsc-root rw')],
    ['a root of the host’s', rows('61 91 254:0 / / ro,relatime - ext4 /dev/vda rw')],
    ['no root', PROCESS.slice(1)],
    ['nothing', []],
  ] as const)('%s tells nothing', (_, mounts) => {
    expect(identify('runsc', mounts)).toMatchObject({ kind: 'gvisor', host: { says: null }, agree: null })
  })

  test('a demand of no mounts tells nothing either', () => {
    const nothing = { mounts: [], tmpfs: [] }
    expect(runtimeKind({ runtime: 'runsc', engine, hostMounts: SENTRY, demand: nothing }).host.says).toBeNull()
    expect(runtimeKind({ runtime: 'runsc', engine, hostMounts: PROCESS, demand: nothing }).host.says).toBeNull()
  })
})
