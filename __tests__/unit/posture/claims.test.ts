import { describe, expect, test } from '@jest/globals'
import { GATE_CLAIM_IDS, type ClaimId } from '../../../src/domain/claim.ts'
import { evidence, extraLines, line, notProven, set, type Change } from '../../support/evidence.ts'

/** What one witness says otherwise: the claims that are then refuted. `engine.faithful` follows where inspect differs. */
type Row = readonly [id: ClaimId, name: string, change: Change, also?: readonly ClaimId[]]

const FAITHFUL: readonly ClaimId[] = ['engine.faithful']
/** The host's list of mounts is another one than the probe's. */
const UNLIKE: readonly ClaimId[] = ['mounts.exact']
const inspected = (path: string, value: unknown): Change => set(`inspected.${path}`, value)
const host = (path: string, value: unknown): Change => inspected(`HostConfig.${path}`, value)
/** Security options beside the filter that was demanded. */
const option = (...options: readonly string[]): Change =>
  host('SecurityOpt', [...options, `seccomp=${evidence().demand.seccomp.profile}`])
const status = (name: string, value: string): Change =>
  line(new RegExp(`^status ${name}:`), `status ${name}:\t${value}`)
const mountRow = (target: string, options: string, fsType: string): string =>
  `mount 900 65 0:99 / ${target} ${options} - ${fsType} none rw`
const ids = (n: number): string => Array<number>(4).fill(n).join('\t')
const bind = { Type: 'bind', Source: '/x/app.sock', Destination: '/x', RW: true }
const recorded = evidence().inspected as { readonly Mounts: readonly object[] }
const [workspaceMount = {}, passwdMount = {}, groupMount = {}] = recorded.Mounts
const mounts = (...all: readonly object[]): Change => inspected('Mounts', all)
const { lower, upper } = evidence().demand.overlay ?? { lower: '', upper: '' }
const LOST_DEVICE = 'device  eth0:   1 1 0'

const CONTRADICTIONS: readonly Row[] = [
  ['network.none', 'another network', inspected('NetworkSettings.Networks', { bridge: {} })],
  ['network.none', 'a second network', inspected('NetworkSettings.Networks', { none: {}, bridge: {} })],
  [
    'network.none',
    'no network at all, where networking is not disabled',
    inspected('Config.NetworkDisabled', false),
    FAITHFUL,
  ],
  [
    'engine.faithful',
    'the engine’s own networking, of a container that has no network',
    (draft) => inspected('Config.NetworkDisabled', false)(inspected('NetworkSettings.Networks', { none: {} })(draft)),
  ],
  ['network.none', 'another mode', host('NetworkMode', 'bridge'), FAITHFUL],
  ['network.none', 'a second interface', line(/^device +lo:/, LOST_DEVICE)],
  ['network.none', 'a second interface beside lo', extraLines(LOST_DEVICE)],
  ['network.none', 'a route', extraLines('route eth0\t00000000\t0100000A')],

  ['rootfs.read-only', 'a writable root', host('ReadonlyRootfs', false), FAITHFUL],
  ['rootfs.read-only', 'a writable mount', line(/^mount .* \/ \/ ro,/, mountRow('/', 'rw', 'overlay')), UNLIKE],
  ['rootfs.read-only', 'a write that worked', line(/^write \/\.c/, 'write /.confine-probe written')],
  ['rootfs.read-only', 'a write refused for rights', line(/^write \/\.c/, 'write /.confine-probe Permission denied')],

  [
    'workspace.detached',
    'another source',
    mounts({ ...workspaceMount, Name: 'x' }, passwdMount, groupMount),
    ['mounts.exact'],
  ],
  [
    'workspace.detached',
    'a bind',
    mounts({ ...workspaceMount, Type: 'bind' }, passwdMount, groupMount),
    ['mounts.exact'],
  ],
  [
    'workspace.detached',
    'no overlay',
    line(/repo\/repo rw.* - overlay/, mountRow('/home/runner/work/repo/repo', 'rw', 'ext4')),
    UNLIKE,
  ],
  [
    'workspace.detached',
    'an overlay without an upper folder',
    line(/repo\/repo rw.* - overlay/, mountRow('/home/runner/work/repo/repo', 'rw', 'overlay')),
    UNLIKE,
  ],
  [
    'workspace.detached',
    'a second folder below the layer',
    line(
      /^mount .*lowerdir=\/home\/runner/,
      `${mountRow('/home/runner/work/repo/repo', 'rw', 'overlay')},lowerdir=/root:${lower},upperdir=${upper}`,
    ),
    UNLIKE,
  ],
  ['workspace.detached', 'another checkout', set('demand.overlay.lower', '/home/runner/work/_temp/shared/other')],
  ['workspace.detached', 'a layer elsewhere', set('demand.overlay.upper', '/var/lib/docker/volumes/x/_data/upper')],
  ['workspace.detached', 'a copy that is no copy', set('demand.overlay', null)],
  ['workspace.detached', 'a workspace that can not be entered', line(/^reachable workspace$/, 'reachable nothing')],

  [
    'mounts.exact',
    'a mount that nobody asked for',
    mounts(workspaceMount, passwdMount, groupMount, { ...bind, Source: '/x' }),
  ],
  ['mounts.exact', 'a mount without a place', mounts(workspaceMount, passwdMount, groupMount, {})],
  ['mounts.exact', 'a mount less', mounts(workspaceMount, passwdMount)],
  ['mounts.exact', 'the same mount twice in place of another', mounts(workspaceMount, passwdMount, passwdMount)],
  ['mounts.exact', 'another source', mounts(workspaceMount, { ...passwdMount, Source: '/etc/shadow' }, groupMount)],
  ['mounts.exact', 'a writable mount', mounts(workspaceMount, { ...passwdMount, RW: true }, groupMount)],
  ['mounts.exact', 'a mount seen inside', extraLines(mountRow('/opt', 'ro', 'ext4'))],
  ['mounts.exact', 'a mount not seen inside', line(/ \/etc\/group ro/, null)],

  ['user.non-root', 'another user', inspected('Config.User', '0:0'), FAITHFUL],
  ['user.non-root', 'no user', inspected('Config.User', ''), FAITHFUL],
  ['user.non-root', 'root inside', status('Uid', ids(0))],
  ['user.non-root', 'a saved id of root', status('Uid', '1000\t1000\t0\t1000')],
  ['user.non-root', 'group root', status('Gid', ids(0))],
  ['user.non-root', 'another group', status('Groups', '1000 0 ')],
  ['user.non-root', 'a demand for root', set('demand.user', { uid: 0, gid: 0 })],

  ['capabilities.none', 'privileged', host('Privileged', true), ['devices.minimal', ...FAITHFUL]],
  ['capabilities.none', 'one added', host('CapAdd', ['CHOWN']), FAITHFUL],
  ['capabilities.none', 'not all dropped', host('CapDrop', ['CHOWN']), FAITHFUL],
  ['capabilities.none', 'none dropped', host('CapDrop', null), FAITHFUL],
  ...['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map((name): Row => [
    'capabilities.none',
    `${name} holds one`,
    status(name, '0000000000000001'),
  ]),
  ['capabilities.none', 'a shorter set of zeros', status('CapBnd', '0')],

  ['privileges.no-new', 'the option is false', option('no-new-privileges:false'), FAITHFUL],
  ['privileges.no-new', 'the option is gone', option(), FAITHFUL],
  ['privileges.no-new', 'twice', option('no-new-privileges:true', 'no-new-privileges:false'), FAITHFUL],
  ['privileges.no-new', '0 inside', status('NoNewPrivs', '0')],

  ['seccomp.filter', 'unconfined', host('SecurityOpt', ['no-new-privileges:true', 'seccomp=unconfined']), FAITHFUL],
  [
    'seccomp.filter',
    'unconfined, the older way',
    host('SecurityOpt', ['no-new-privileges:true', 'seccomp:unconfined']),
    FAITHFUL,
  ],
  ['seccomp.filter', 'a profile of another', host('SecurityOpt', ['no-new-privileges:true', 'seccomp={}']), FAITHFUL],
  ['seccomp.filter', 'not on offer', set('engine.securityOptions', ['name=apparmor'])],
  ['seccomp.filter', 'no filter', status('Seccomp', '0')],
  ['seccomp.filter', 'strict mode', status('Seccomp', '1')],

  ['seccomp.filter', 'a filter without the mark', line(/^signal 46 /, 'signal 46 sh: kill: No such process')],
  ['seccomp.filter', 'a filter that marks every signal', line(/^signal 47 /, 'signal 47 sh: kill: Too many links')],
  ['seccomp.filter', 'a signal that was sent', line(/^signal 46 /, 'signal 46 sent')],

  ['lsm.profile', 'another profile', inspected('AppArmorProfile', 'unconfined')],
  ['lsm.profile', 'unconfined inside', line(/^lsm /, 'lsm unconfined')],
  ['lsm.profile', 'a profile that only complains', line(/^lsm /, 'lsm docker-default (complain)')],

  ['namespaces.private', 'processes of the host', host('PidMode', 'host'), FAITHFUL],
  ['namespaces.private', 'IPC of the host', host('IpcMode', 'host'), FAITHFUL],
  ['namespaces.private', 'the host’s name', host('UTSMode', 'host'), FAITHFUL],
  ['namespaces.private', 'users of the host', host('UsernsMode', 'host'), FAITHFUL],
  ['namespaces.private', 'control groups of the host', host('CgroupnsMode', 'host'), FAITHFUL],
  ['namespaces.private', 'a number from outside', status('NSpid', '4711\t1')],
  ['namespaces.private', 'another host name', line(/^hostname /, 'hostname runner')],
  ['namespaces.private', 'a control group’s path', line(/^cgroup .*:memory:/, 'cgroup 4:memory:/docker/abc')],
  ['namespaces.private', 'an open file from outside', extraLines('descriptor 7')],

  ['devices.minimal', 'a device added', host('Devices', [{ PathOnHost: '/dev/kvm' }]), FAITHFUL],
  ['devices.minimal', 'a request for devices', host('DeviceRequests', [{ Driver: 'nvidia' }]), FAITHFUL],
  ['devices.minimal', 'a rule for devices', host('DeviceCgroupRules', ['c 1:3 mr']), FAITHFUL],
  ['devices.minimal', 'a disk', extraLines('node block /dev/sda')],
  ['devices.minimal', 'another device', extraLines('node char /dev/kvm')],
  ['devices.minimal', 'a disk by the name of a usual device', line(/^node char .dev.null/, 'node block /dev/null')],

  ['mounts.exact', 'a path that should be masked', extraLines('present /proc/kcore')],

  ['sockets.none', 'a mounted socket', mounts(workspaceMount, passwdMount, groupMount, bind), ['mounts.exact']],
  ['sockets.none', 'a socket file', extraLines('socket /run/docker.sock')],
  ['sockets.none', 'a bound socket', extraLines('unix 0000: 00000002 0 1 01 7 @abstract')],

  ['limits.memory', 'more', host('Memory', 536870912), FAITHFUL],
  ['limits.memory', 'unlimited', host('Memory', 0), FAITHFUL],
  ['limits.memory', 'swap', host('MemorySwap', -1), FAITHFUL],
  ['limits.memory', 'more inside', line(/^memory-v1/, 'memory-v1 9223372036854771712')],
  ['limits.memory', 'swap inside', line(/^memory-swap-v1/, 'memory-swap-v1 9223372036854771712')],
  ['limits.memory', 'one page less', line(/^memory-v1/, `memory-v1 ${268435456 - 4096}`)],
  ['limits.memory', 'no number', line(/^memory-v1/, 'memory-v1 268435456x')],

  ['limits.pids', 'more', host('PidsLimit', 65), FAITHFUL],
  ['limits.pids', 'unlimited', host('PidsLimit', 0), FAITHFUL],
  ['limits.pids', 'more inside', line(/^pids-v1/, 'pids-v1 max')],

  ['limits.cpu', 'more', host('NanoCpus', 2e9), FAITHFUL],
  ['limits.cpu', 'unlimited inside', line(/^cpu-quota/, 'cpu-quota-v1 -1')],
  ['limits.cpu', 'more inside', line(/^cpu-quota/, 'cpu-quota-v1 200000')],
  ['limits.cpu', 'another period', line(/^cpu-period/, 'cpu-period-v1 50000')],
  ['limits.cpu', 'a period of nothing', line(/^cpu-period/, 'cpu-period-v1 0')],

  ['limits.time', 'no timer', set('deadlineArmed', false)],

  ['limits.output', 'a log of the engine', host('LogConfig', { Type: 'json-file', Config: {} }), FAITHFUL],
  [
    'limits.output',
    'larger files',
    host('Ulimits', [
      { Name: 'core', Soft: 0, Hard: 0 },
      { Name: 'fsize', Soft: 67108864, Hard: 134217728 },
    ]),
    FAITHFUL,
  ],
  [
    'limits.output',
    'larger files inside',
    line(/^limit Max file size/, 'limit Max file size  67108864  unlimited  bytes'),
  ],
  ['limits.output', 'nothing is kept', set('demand.outputBytes', 0)],

  ['environment.allowlist', 'one more', inspected('Config.Env', [...envOf(), 'AWS_SECRET=x'])],
  ['environment.allowlist', 'one less', inspected('Config.Env', envOf().slice(1)), FAITHFUL],
  ['environment.allowlist', 'one more inside', extraLines('environment ACTIONS_RUNTIME_TOKEN')],
  ['environment.allowlist', 'one less inside', line(/^environment GIVEN$/, 'environment PATH')],

  ['credentials.none', 'one that stayed', set('credentialScan.remaining', ['.git/config'])],
  ['credentials.none', 'one seen inside', extraLines('credential /home/runner/work/repo/repo/.git/config')],

  ['image.identity', 'another image', inspected('Image', `sha256:${'2'.repeat(64)}`)],
  ['image.identity', 'another image was resolved', set('resolvedImageId', `sha256:${'2'.repeat(64)}`)],

  ['engine.faithful', 'a warning', set('warnings', ['Your kernel does not support swap limit'])],
  ['engine.faithful', 'another container', inspected('Id', 'd'.repeat(64))],
  ['engine.faithful', 'it does not run', inspected('State.Running', false)],
  ['engine.faithful', 'a process from outside', inspected('ExecIDs', ['e'.repeat(64)])],
  ['engine.faithful', 'a mask less', host('MaskedPaths', [])],
  ['engine.faithful', 'another command', inspected('Config.Cmd', ['-c', 'exit 0'])],

  ['kernel.isolation', 'another runtime', host('Runtime', 'io.containerd.runc.v2')],
  ['kernel.isolation', 'a runtime that the engine does not have', set('demand.runtime', 'runsc')],
]

function envOf(): readonly string[] {
  return (evidence().inspected as { readonly Config: { readonly Env: readonly string[] } }).Config.Env
}

test('the recorded evidence proves every claim', () => {
  expect(notProven(evidence())).toEqual({})
})

test('root is never proven, though all agree on it', () => {
  const root = [
    set('demand.user', { uid: 0, gid: 0 }),
    set('sent.User', '0:0'),
    inspected('Config.User', '0:0'),
    ...['Uid', 'Gid'].map((name) => status(name, ids(0))),
    status('Groups', '0'),
  ]
  expect(notProven(evidence(...root))).toEqual({ 'user.non-root': 'refuted' })
})

test('every claim has a contradiction', () => {
  expect([...new Set(CONTRADICTIONS.map(([id]) => id))].sort()).toEqual([...GATE_CLAIM_IDS].sort())
})

describe('a witness that contradicts refutes that claim and no other', () => {
  test.each(CONTRADICTIONS)('%s: %s', (id, _, change, also = []) => {
    expect(notProven(evidence(change))).toEqual(Object.fromEntries([id, ...also].map((each) => [each, 'refuted'])))
  })
})
