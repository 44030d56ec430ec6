import { describe, expect, test } from '@jest/globals'
import { compareGoferMounts, compareSentryMounts } from '../../../src/posture/expected-gvisor-mounts.ts'
import { linesOf, mountsOf } from '../../../src/posture/kernel-view.ts'
import { gvisorEvidence } from '../../support/evidence-runsc.ts'

const { demand, containerId, probeLines, goferMounts } = gvisorEvidence()
const INSIDE = probeLines.filter((each) => each.startsWith('mount ')).map((each) => each.slice('mount '.length))
const SERVER = linesOf(goferMounts)
const WORKSPACE = demand.workspacePath

const sentry = (rows: readonly string[]) => compareSentryMounts(mountsOf(rows).rows, demand)
const gofer = (rows: readonly string[]) => compareGoferMounts(mountsOf(rows).rows, demand, containerId)
const without = (rows: readonly string[], target: string) => rows.filter((row) => row.split(' ')[4] !== target)
const row = (target: string, options: string, fsType: string, root = '/') =>
  `90 80 0:9 ${root} ${target} ${options} - ${fsType} none rw`

test('the recorded mounts are as demanded', () => {
  expect([INSIDE.length, SERVER.length]).toEqual([14, 7])
  expect([sentry(INSIDE), gofer(SERVER)]).toEqual([[], []])
})

describe('a problem that gVisor’s kernel shows', () => {
  test.each<[problem: string, rows: readonly string[]]>([
    ['/extra (tmpfs) was not asked for', [...INSIDE, row('/extra', 'rw', 'tmpfs')]],
    ['/etc/shadow (9p) was not asked for', [...INSIDE, row('/etc/shadow', 'ro', '9p')]],
    ['/etc/passwd is writable', [...without(INSIDE, '/etc/passwd'), row('/etc/passwd', 'rw', '9p')]],
    ['/etc/passwd is missing', without(INSIDE, '/etc/passwd')],
    ['/home/confine is missing', without(INSIDE, '/home/confine')],
    ['/home/confine is 9p, not tmpfs', [...without(INSIDE, '/home/confine'), row('/home/confine', 'rw', '9p')]],
    ['/proc is tmpfs', [...without(INSIDE, '/proc'), row('/proc', 'rw', 'tmpfs')]],
    ['/dev/shm is 9p', [...without(INSIDE, '/dev/shm'), row('/dev/shm', 'rw', '9p')]],
    ['/sys/fs/cgroup is 9p', [...without(INSIDE, '/sys/fs/cgroup'), row('/sys/fs/cgroup', 'ro', '9p')]],
    ['/sys/fs/cgroup/pids is sysfs', [...INSIDE, row('/sys/fs/cgroup/pids', 'ro', 'sysfs')]],
    [`${WORKSPACE} is mounted twice`, [...INSIDE, row(WORKSPACE, 'rw', '9p')]],
    [`${WORKSPACE} is missing`, without(INSIDE, WORKSPACE)],
  ])('%s', (problem, rows) => {
    expect(sentry(rows)).toEqual([problem])
  })

  test.each(['tmpfs', 'cgroup'])('none is a control group of its own making (%s)', (fsType) => {
    const own = ['/sys/fs/cgroup', '/sys/fs/cgroup/memory'].map((target) => row(target, 'rw', fsType))
    expect(sentry([...without(INSIDE, '/sys/fs/cgroup'), ...own])).toEqual([])
  })
})

describe('a problem that the file server’s mounts show', () => {
  test.each<[problem: string, rows: readonly string[]]>([
    ['/extra (ext4) was not asked for', [...SERVER, row('/extra', 'rw', 'ext4')]],
    ['/home/confine (tmpfs) was not asked for', [...SERVER, row('/home/confine', 'rw', 'tmpfs')]],
    [
      "/etc/hostname is not this container's",
      [...without(SERVER, '/etc/hostname'), row('/etc/hostname', 'ro', 'ext4', '/x')],
    ],
    ['/etc/hostname is mounted twice', [...SERVER, row('/etc/hostname', 'ro', 'ext4', `/x/${containerId}/hostname`)]],
    [`${WORKSPACE} is missing`, without(SERVER, WORKSPACE)],
    ['/etc/group is missing', without(SERVER, '/etc/group')],
  ])('%s', (problem, rows) => {
    expect(gofer(rows)).toEqual([problem])
  })
})
