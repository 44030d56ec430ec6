import { test } from '@jest/globals'
import { HOST_FILES } from '../../../src/domain/evidence.ts'
import { evidence, extraLines, line, set, type Change } from '../../support/evidence.ts'
import { expectGolden } from '../../support/golden.ts'
import { posturePages, RECORDED } from '../../support/posture-pages.ts'

const AWAY = set('host', { kind: 'unavailable', reason: 'the engine runs elsewhere' })
const silentFiles = Object.fromEntries(HOST_FILES.map((file) => [file, null]))
const inspected = (path: string, value: unknown): Change => set(`inspected.${path}`, value)
const host = (path: string, value: unknown): Change => inspected(`HostConfig.${path}`, value)
const status = (name: string, value: string): Change =>
  line(new RegExp(`^status ${name}:`), `status ${name}:\t${value}`)

const OPEN: Readonly<Record<string, unknown>> = {
  ReadonlyRootfs: false,
  CapDrop: ['CHOWN'],
  SecurityOpt: ['no-new-privileges:false', 'seccomp=unconfined'],
  PidMode: 'host',
  Memory: 0,
  MemorySwap: -1,
  PidsLimit: 0,
  NanoCpus: 0,
  Runtime: 'other',
  Devices: [{}],
  Ulimits: [{ Name: 'fsize', Hard: 1 }],
}

/** What a reader of a posture may meet, a case for each kind of words. */
const CASES: Readonly<Record<string, readonly Change[]>> = {
  [RECORDED]: [],
  'without the host’s view': [AWAY],
  'of those who say nothing': [
    set('host.files', silentFiles),
    set('host.cgroup', {}),
    set('host.bootId', null),
    set('probeLines', []),
    set('inspected', {}),
  ],
  'of a container that is not confined': [
    AWAY,
    inspected('NetworkSettings.Networks', { bridge: {} }),
    ...Object.entries(OPEN).map(([name, value]) => host(name, value)),
    host('LogConfig.Type', 'json-file'),
    inspected('Config.User', '0:0'),
    inspected('Config.Env', ['SECRET=x']),
    inspected('AppArmorProfile', 'unconfined'),
    inspected('Mounts', [{ Type: 'bind', Source: '/run/docker.sock', Destination: '/run/docker.sock', RW: true }]),
    inspected('Image', 'sha256:other'),
    inspected('Id', 'other'),
    set('warnings', ['Your kernel does not support swap limit']),
    set('deadlineArmed', false),
    set('credentialScan', { scannedFiles: 3, hasOwnConfig: true, scrubbed: [], remaining: ['.git/config'] }),
    status('Uid', '0\t0\t0\t0'),
    status('Groups', '0 999 '),
    status('CapBnd', '00000000a80425fb'),
    status('NoNewPrivs', '0'),
    status('Seccomp', '0'),
    status('NSpid', '4711'),
    line(/^write \/\.confine/, 'write /.confine-probe written'),
    line(/^mount .* \/ \/ ro,/, 'mount 76 51 0:39 / / rw,relatime - overlay overlay rw'),
    line(/^mount .*\/repo\/repo rw/, 'mount 100 93 8:1 / /home/runner/work/repo/repo rw shared:3 - ext4 /dev/sda1 rw'),
    line(/^mount .* \/tmp /, 'mount 93 76 0:50 / /tmp rw - tmpfs tmpfs rw'),
    line(/^mount .* \/home\/confine /, 'mount 99 76 8:1 / /home/confine rw - ext4 x rw'),
    line(/^mount .* \/proc\/keys /, 'mount 58 77 0:44 / /proc/keys rw - proc proc rw'),
    line(/^mount .* \/proc\/sys /, 'mount 55 77 0:44 /sys /proc/sys rw - proc proc rw'),
    line(/^mount .* \/dev\/shm /, 'mount 92 78 8:1 / /dev/shm rw - ext4 x rw'),
    line(/^mount .* \/sys\/fs\/cgroup\/pids /, 'mount 89 81 0:36 / /sys/fs/cgroup/pids rw - cgroup cgroup rw'),
    line(/^mount .* \/sys\/fs\/cgroup\/cpu /, 'mount 82 81 0:36 / /sys/fs/cgroup/cpu ro - ext4 x rw'),
    line(/^mount .* \/etc\/hostname /, 'mount 97 76 8:1 /etc/hostname /etc/hostname ro - ext4 x rw'),
    line(/^mount .* \/etc\/group /, 'mount 95 76 8:1 /etc/group /etc/group rw - ext4 x rw'),
    line(/^mount .* \/etc\/passwd /, null),
    line(/^lsm /, 'lsm unconfined'),
    line(/^hostname /, 'hostname runner'),
    line(/^memory-v1/, 'memory-v1 9223372036854771712'),
    line(/^pids-v1/, 'pids-v1 max'),
    line(/^cpu-quota-v1/, 'cpu-quota-v1 -1'),
    line(/^limit Max file size/, 'limit Max file size unlimited unlimited bytes'),
    line(/^kernel /, 'kernel 4.4.0'),
    extraLines(
      'device  eth0: 1',
      'route eth0\t0',
      'node block /dev/sda',
      'descriptor 7',
      'socket /run/docker.sock',
      'unix 0: @x',
    ),
    extraLines(
      'environment SECRET',
      'credential /x',
      'cgroup 0::/docker/x',
      'present /proc/kcore',
      'mount 1 1 8:1 / /host rw - ext4 x rw',
    ),
  ],
  'of a host that contradicts the probe': [
    set(
      'host.files.status',
      'Uid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\nGroups:\t\nNSpid:\t4711\nSeccomp:\t0\nNoNewPrivs:\t0\n',
    ),
    set(
      'host.files.mountinfo',
      '76 51 0:39 / / rw - overlay overlay rw\n77 76 8:1 / /home/runner/work/repo/repo rw - ext4 x rw\n',
    ),
    set('host.files.attr/current', 'unconfined\n'),
    set('host.namespaces.net', 'shared'),
    set('host.cgroup', { 'memory-v1': 'max', 'pids-v1': 'max', 'cpu-quota-v1': '-1', 'cpu-period-v1': '0' }),
    set('host.bootId', 'another'),
  ],
  'under control groups v2': [
    line(/^(memory|pids|cpu)-.*v1/, null),
    line(/^unreadable/, null),
    extraLines('memory-v2 268435456', 'memory-swap-v2 0', 'pids-v2 64', 'cpu-v2 100000 100000'),
  ],
  'with a copy for a workspace, under another runtime, with mapped users and SELinux': [
    AWAY,
    set('demand.overlay', null),
    set('demand.runtime', 'kata'),
    set('engine.runtimes', ['kata']),
    set('engine.securityOptions', ['name=selinux']),
    inspected('ProcessLabel', 'system_u:system_r:container_t:s0:c1,c2'),
    line(/^lsm /, 'lsm system_u:system_r:container_t:s0:c1,c2'),
    line(/^uid-map/, 'uid-map          0     100000      65536'),
    host('Runtime', 'kata'),
  ],
  'on a host without a security module': [
    AWAY,
    set('engine.securityOptions', ['name=seccomp,profile=default']),
    line(/^lsm /, null),
    inspected('AppArmorProfile', ''),
  ],
}

test('the words of the claims are as committed (UPDATE=1 rewrites them)', () => {
  expectGolden('__tests__/golden/claims.md', `# What the claims say\n\n${posturePages(evidence, CASES)}`)
})
