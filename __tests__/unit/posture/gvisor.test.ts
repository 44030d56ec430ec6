import { describe, expect, test } from '@jest/globals'
import type { ClaimId } from '../../../src/domain/claim.ts'
import { judgePosture } from '../../../src/posture/judge-posture.ts'
import { evidence, extraLines, line, notProven, set, type Change } from '../../support/evidence.ts'
import { goferText, gvisorEvidence, host, hostText } from '../../support/evidence-runsc.ts'
import { EVERY_CLAIM } from '../../support/requirements.ts'

/** Its kernel shows none of them. */
const UNSEEN: readonly ClaimId[] = ['privileges.no-new', 'seccomp.filter', 'lsm.profile', 'devices.minimal']

function claim(id: ClaimId, ...changes: readonly Change[]) {
  const found = judgePosture(gvisorEvidence(...changes), EVERY_CLAIM).claims.find((each) => each.id === id)
  if (found === undefined) throw new Error(`no claim ${id}`)
  return found
}

test('as recorded, all is proven that can be seen, and the gate opens', () => {
  expect(notProven(gvisorEvidence())).toEqual({})
  const { claims } = judgePosture(gvisorEvidence(), EVERY_CLAIM)
  expect(claims.filter(({ verdict }) => verdict === 'not-applicable').map(({ id }) => id)).toEqual(UNSEEN)
  expect(judgePosture(gvisorEvidence(), EVERY_CLAIM).unmet).toEqual([])
})

test('what can not be seen is said so, beside what the host sees of the sandbox', () => {
  const seen = (id: ClaimId) => claim(id).observations.map(({ witness, seen: text }) => `${witness}: ${text}`)
  expect(seen('privileges.no-new')).toEqual(
    expect.arrayContaining([
      'inside: NoNewPrivs not observable under this runtime',
      'host: only gVisor’s own process is seen: NoNewPrivs 1',
    ]),
  )
  expect(seen('seccomp.filter')).toContain('host: only gVisor’s own process is seen: Seccomp 2')
  expect(seen('limits.memory')).toContain('inside: not observable under this runtime')
  expect(claim('kernel.isolation').statement).toContain('gVisor')
})

describe('each claim can be refuted', () => {
  test.each<readonly [ClaimId, string, Change]>([
    ['network.none', 'an interface that the host sees', hostText('net/dev', /lo:/, 'eth0:')],
    ['network.none', 'an interface inside', line(/^device\s+lo:/, 'device eth0: 0 0')],
    [
      'rootfs.read-only',
      'a writable root inside',
      line(/^mount \d+ \d+ 0:8 \/ \/ ro/, 'mount 8 8 0:8 / / rw - 9p none rw'),
    ],
    ['rootfs.read-only', 'a write that works', line(/^write \/\.confine-probe/, 'write /.confine-probe written')],
    ['rootfs.read-only', 'a writable root of the file server', goferText(/ \/ \/ ro/, ' / / rw')],
    [
      'workspace.detached',
      'another file system inside',
      line(/ \/home\/runner\S+ rw/, 'mount 21 9 0:20 / /home/runner/work/repo/repo rw - tmpfs none rw'),
    ],
    ['workspace.detached', 'no layer at the file server’s', goferText(/upperdir=\S*_data\/upper/, 'nothing')],
    [
      'workspace.detached',
      'no mount at the file server’s',
      goferText(/ \/home\/runner\/work\/repo\/repo /, ' /elsewhere '),
    ],
    ['mounts.exact', 'a mount inside', extraLines('mount 99 8 0:99 / /extra rw  - tmpfs none rw')],
    [
      'mounts.exact',
      'account files that can be written',
      line(/ \/etc\/passwd ro/, 'mount 17 8 0:16 / /etc/passwd rw - 9p none rw'),
    ],
    ['mounts.exact', 'a mount that is missing', line(/ \/home\/confine rw/, null)],
    ['mounts.exact', 'a mount of the file server’s', goferText(/$/, '\n99 1 8:1 / /extra rw - ext4 /dev/sda1 rw')],
    ['mounts.exact', 'another container’s file', goferText(/c{63}0\/hostname/, 'other/hosts')],
    ['user.non-root', 'root', line(/^status Uid:/, 'status Uid:\t0\t0\t0\t0')],
    ['capabilities.none', 'a capability', line(/^status CapBnd:/, 'status CapBnd:\t0000000000000001')],
    ['capabilities.none', 'an ambient one, where it is shown', extraLines('status CapAmb:\t0000000000000001')],
    ['privileges.no-new', 'a sandbox that may gain rights', hostText('status', /NoNewPrivs:\t1/, 'NoNewPrivs:\t0')],
    ['privileges.no-new', 'a step that may, where it is shown', extraLines('status NoNewPrivs:\t0')],
    ['seccomp.filter', 'a sandbox without a filter', hostText('status', /Seccomp:\t2/, 'Seccomp:\t0')],
    ['seccomp.filter', 'a filter without the mark', line(/^status Seccomp:/, 'status Seccomp:\t2')],
    ['namespaces.private', 'the host’s users', hostText('uid_map', /^.*$/m, '0 0 4294967295')],
    [
      'namespaces.private',
      'the host’s network',
      host(({ namespaces }) => ({ namespaces: { ...namespaces, net: 'shared' } })),
    ],
    ['devices.minimal', 'a disk', extraLines('node block /dev/sda')],
    ['limits.memory', 'another limit', host(({ cgroup }) => ({ cgroup: { ...cgroup, 'memory-v1': '1' } }))],
    ['limits.pids', 'no limit', host(({ cgroup }) => ({ cgroup: { ...cgroup, 'pids-v1': 'max' } }))],
    ['limits.cpu', 'no limit', host(({ cgroup }) => ({ cgroup: { ...cgroup, 'cpu-quota-v1': '-1' } }))],
    [
      'kernel.isolation',
      'the host’s boot inside',
      line(/^unreadable boot$/, 'boot 00000000-0000-4000-8000-000000000000'),
    ],
  ])('%s by %s', (id, _, change) => {
    expect(claim(id).verdict).not.toBe('refuted')
    expect(claim(id, change).verdict).toBe('refuted')
    expect(judgePosture(gvisorEvidence(change), EVERY_CLAIM).unmet).toContain(id)
  })
})

describe('what is missing proves nothing', () => {
  test.each<readonly [string, readonly ClaimId[], Change]>([
    [
      'file server',
      ['rootfs.read-only', 'workspace.detached', 'mounts.exact'],
      (draft) => ({ ...draft, goferMounts: null }),
    ],
    ['control groups', ['limits.memory', 'limits.pids', 'limits.cpu'], host(() => ({ cgroup: {} }))],
    ['network list', ['network.none'], host(({ files }) => ({ files: { ...files, 'net/dev': null } }))],
    ['capabilities', ['capabilities.none'], line(/^status CapBnd:/, null)],
  ])('no %s', (_, ids, change) => {
    expect(notProven(gvisorEvidence(change))).toEqual(Object.fromEntries(ids.map((id) => [id, 'unproven'])))
  })

  test.each<readonly [string, readonly ClaimId[], Change]>([
    ['status', ['privileges.no-new', 'seccomp.filter'], host(({ files }) => ({ files: { ...files, status: null } }))],
    ['user map', ['namespaces.private'], host(({ files }) => ({ files: { ...files, uid_map: null } }))],
  ])('no %s of the sandbox keeps the gate shut', (_, ids, change) => {
    expect(judgePosture(gvisorEvidence(change), EVERY_CLAIM).unmet).toEqual(ids)
  })
})

describe('gVisor’s rules hold only where engine and host agree on it', () => {
  const STRICT: readonly ClaimId[] = ['seccomp.filter', 'workspace.detached', 'limits.memory']

  test.each<readonly [string, Change]>([
    ['the host sees nothing', (draft) => ({ ...draft, host: { kind: 'unavailable', reason: 'elsewhere' } })],
    ['the engine starts another program', set(['engine', 'runtimeEntries', 'runsc', 'path'], '/usr/bin/runc')],
    ['the engine does not describe it', set(['engine', 'runtimeEntries'], {})],
    ['the host sees the container’s mounts', set(['host', 'files', 'mountinfo'], ordinaryMounts())],
  ])('%s', (_, change) => {
    const { unmet } = judgePosture(gvisorEvidence(change), EVERY_CLAIM)
    expect(unmet).toEqual(expect.arrayContaining([...STRICT, 'kernel.isolation']))
  })

  test.each<readonly [string, Change]>([
    ['the engine says another', set(['engine', 'runtimeEntries', 'runsc', 'path'], '/usr/bin/runc')],
    ['the host sees another', set(['host', 'files', 'mountinfo'], ordinaryMounts())],
  ])('a contradiction is refuted: %s', (_, change) => {
    expect(claim('kernel.isolation', change).verdict).toBe('refuted')
  })
})

function ordinaryMounts(): string {
  const { host: seen } = evidence()
  if (seen.kind !== 'seen' || seen.files.mountinfo === null) throw new Error('the host saw nothing')
  return seen.files.mountinfo
}
