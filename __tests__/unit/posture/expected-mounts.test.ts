import { describe, expect, test } from '@jest/globals'
import { compareMounts } from '../../../src/posture/expected-mounts.ts'
import { parseMountRow } from '../../../src/domain/mountinfo.ts'
import { evidence } from '../../support/evidence.ts'

const { demand, containerId, probeLines } = evidence()
const ROWS = probeLines.filter((each) => each.startsWith('mount ')).map((each) => each.slice('mount '.length))
const CACHE = { type: 'bind', source: '/opt/cache', target: '/cache', readOnly: true } as const

function compare(rows: readonly string[], of = demand): readonly string[] {
  return compareMounts(
    rows.map(parseMountRow).filter((row) => row !== null),
    of,
    containerId,
    [],
  )
}

/** The recorded rows with the one at `target` changed, or left out. */
function changed(target: string, change: (row: string) => string | null): readonly string[] {
  const own = (row: string): boolean => row.split(' ')[4] === target
  expect(ROWS.filter(own).length).toBe(1)
  return ROWS.flatMap((row) => (own(row) ? (change(row) ?? []) : [row]))
}

const row = (target: string, options: string, fsType: string, root = '/', tags = ''): string =>
  `90 80 0:9 ${root} ${target} ${options} ${tags === '' ? '' : `${tags} `}- ${fsType} none rw`

test('the recorded mounts are as demanded', () => {
  expect(ROWS.length).toBeGreaterThan(25)
  expect(compare(ROWS)).toEqual([])
})

describe('a problem', () => {
  test.each(
    (
      [
        [[...ROWS, row('/opt/x', 'ro', 'ext4')], '/opt/x (ext4) was not asked for'],
        [[...ROWS, row('/cache', 'rw', 'tmpfs')], '/cache (tmpfs) was not asked for'],
        [[...ROWS, row('/run/docker.sock', 'rw', 'tmpfs')], '/run/docker.sock (tmpfs) was not asked for'],
        [[...ROWS, row('/etc/passwd', 'ro', 'ext4')], '/etc/passwd is mounted twice'],
        [[...ROWS, row('/', 'ro', 'overlay')], '/ is mounted twice'],
        [changed('/tmp', () => null), '/tmp is missing'],
        [changed('/etc/group', () => null), '/etc/group is missing'],
        [changed('/etc/passwd', (r) => r.replace(' ro,', ' rw,')), '/etc/passwd is writable'],
        [changed('/tmp', (r) => r.replace('- tmpfs', '- ext4')), '/tmp is ext4, not tmpfs'],
        [changed('/tmp', (r) => r.replace('nosuid,', '')), '/tmp lacks nosuid'],
        [changed('/home/confine', (r) => r.replace('nosuid,nodev', 'x')), '/home/confine lacks nosuid and nodev'],
        [changed('/proc', (r) => r.replace('- proc', '- tmpfs')), '/proc is tmpfs'],
        [changed('/sys', (r) => r.replace('- sysfs', '- ext4')), '/sys is ext4'],
        [changed('/sys', (r) => r.replace(' ro,', ' rw,')), '/sys is writable'],
        [changed('/sys/fs/cgroup', (r) => r.replace('- tmpfs', '- cgroup2')), '/sys/fs/cgroup is writable'],
        [changed('/dev/shm', (r) => r.replace('noexec,', '')), '/dev/shm lacks noexec'],
        [
          changed('/etc/group', (r) => r.replace('/etc/group ', '/docker.sock ')),
          '/etc/group is another file than was asked for',
        ],
        [changed('/dev', (r) => r.replace('- tmpfs', '- devtmpfs')), '/dev is devtmpfs'],
        [changed('/sys/fs/cgroup/memory', (r) => r.replace(' ro,', ' rw,')), '/sys/fs/cgroup/memory is writable'],
        [changed('/sys/fs/cgroup/memory', (r) => r.replace('- cgroup', '- ext4')), '/sys/fs/cgroup/memory is ext4'],
        [changed('/proc/sys', (r) => r.replace(' ro,', ' rw,')), '/proc/sys is writable'],
        [changed('/proc/keys', (r) => r.replace(' /null ', ' /keys ')), '/proc/keys is not masked'],
        [changed('/proc/acpi', (r) => r.replace(' ro,', ' rw,')), '/proc/acpi is not masked'],
        [
          changed('/etc/hostname', (r) => r.replace(containerId, 'd'.repeat(64))),
          "/etc/hostname is not this container's",
        ],
        [changed('/tmp', (r) => r.replace(' - ', ' shared:7 - ')), '/tmp is shared with the host'],
        [changed('/', (r) => r.replace(/(master:\d+) -/, '$1 shared:9 -')), '/ is shared with the host'],
      ] as const
    ).map(([rows, problem]) => ({ rows, problem })),
  )('is told: $problem', ({ rows, problem }) => {
    expect(compare(rows)).toEqual([problem])
  })

  test('does not hide another', () => {
    const rows = [...changed('/etc/passwd', (r) => r.replace(' ro,', ' rw,')), row('/x', 'rw', 'nfs')]
    expect(compare(rows)).toEqual(['/etc/passwd is writable', '/x (nfs) was not asked for'])
  })
})

describe('as it should be', () => {
  test.each<[name: string, rows: readonly string[], of: typeof demand]>([
    [
      'control groups v2',
      changed('/sys/fs/cgroup', (r) => r.replace(' rw,', ' ro,').replace('- tmpfs', '- cgroup2')),
      demand,
    ],
    ['a masked file on devtmpfs', changed('/proc/keys', (r) => r.replace('- tmpfs', '- devtmpfs')), demand],
    ['a slave of the host', changed('/tmp', (r) => r.replace(' - ', ' master:7 - ')), demand],
    [
      'a demanded mount, read-only',
      [...ROWS, row('/cache', 'ro', 'ext4')],
      { ...demand, mounts: [...demand.mounts, CACHE] },
    ],
    [
      'a demanded mount over a place that is masked otherwise',
      changed('/sys/firmware', () => row('/sys/firmware', 'ro', 'ext4')),
      { ...demand, mounts: [...demand.mounts, { ...CACHE, target: '/sys/firmware' }] },
    ],
  ])('%s', (_, rows, of) => {
    expect(compare(rows, of)).toEqual([])
  })
})
