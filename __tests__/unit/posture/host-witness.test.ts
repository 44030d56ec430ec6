import { describe, expect, test } from '@jest/globals'
import { GATE_CLAIM_IDS, type ClaimId } from '../../../src/domain/claim.ts'
import { HOST_FILES, type HostFile, type HostView } from '../../../src/domain/evidence.ts'
import { judgePosture } from '../../../src/posture/judge-posture.ts'
import { evidence, notProven, set, type Change } from '../../support/evidence.ts'
import { EVERY_CLAIM, EVERY_CLAIM_BY_HOST } from '../../support/requirements.ts'

const { host } = evidence()
if (host.kind !== 'seen') throw new Error('the evidence has no view of the host')
const VIEW: HostView = host

/** Claims that the kernel of the host can be asked about. */
const SEEN: readonly ClaimId[] = judgePosture(evidence(), EVERY_CLAIM)
  .claims.filter(({ observations }) => observations.some(({ witness }) => witness === 'host'))
  .map(({ id }) => id)

/** Changes the host's text; the probe goes on saying what it said. */
function text(file: HostFile, pattern: RegExp, to: string): Change {
  const was = VIEW.files[file] ?? ''
  if (!pattern.test(was)) throw new Error(`nothing in ${file} is like ${String(pattern)}`)
  return set(['host', 'files', file], was.replace(pattern, to))
}
const status = (name: string, value: string): Change =>
  text('status', new RegExp(`^${name}:.*$`, 'm'), `${name}:\t${value}`)
function deviceAt(target: string): string {
  const row = VIEW.files.mountinfo?.split('\n').find((text) => text.split(' ')[4] === target)
  if (row === undefined) throw new Error(`nothing is mounted at ${target}`)
  return row.split(' ')[2] ?? ''
}
const limit = (word: string, value: string): Change => set(['host', 'cgroup', word], value)

const CONTRADICTIONS: readonly (readonly [id: ClaimId, name: string, change: Change, also?: readonly ClaimId[]])[] = [
  ['network.none', 'a second interface', text('net/dev', /^ +lo:/m, '  eth0: 0\n    lo:')],
  ['rootfs.read-only', 'a writable root', text('mountinfo', / \/ \/ ro,/, ' / / rw,'), ['mounts.exact']],
  [
    'workspace.detached',
    'no layer',
    text('mountinfo', / - overlay (\S+) rw,lowerdir=\/home\/runner/, ' - ext4 $1 rw,x=/home/runner'),
    ['mounts.exact'],
  ],
  ['mounts.exact', 'a mount that the probe does not show', text('mountinfo', /$/, '99 1 0:9 / /opt ro - ext4 x rw\n')],
  [
    'mounts.exact',
    'other layers than the probe shows',
    text('mountinfo', /lowerdir=\/var\/lib/, 'lowerdir=/root:/var/lib'),
  ],
  [
    'workspace.detached',
    'a second folder below the layer',
    text('mountinfo', /lowerdir=\/home\/runner/, 'lowerdir=/root:/home/runner'),
    ['mounts.exact'],
  ],
  [
    'mounts.exact',
    'shared memory that the host has mounted',
    set(['host', 'ownDevices'], ['254:0', deviceAt('/dev/shm')]),
  ],
  ['mounts.exact', 'a temporary folder that the host has mounted', set(['host', 'ownDevices'], [deviceAt('/tmp')])],
  ['mounts.exact', 'a mount less than the probe shows', text('mountinfo', /^.* \/proc\/keys .*\n/m, '')],
  ['user.non-root', 'root', status('Uid', '0\t0\t0\t0')],
  ['user.non-root', 'another group', status('Groups', '1000 999 ')],
  ['capabilities.none', 'a bounding set', status('CapBnd', '00000000a80425fb')],
  ['privileges.no-new', 'none', status('NoNewPrivs', '0')],
  ['seccomp.filter', 'no filter', status('Seccomp', '0')],
  ['lsm.profile', 'another profile', set(['host', 'files', 'attr/current'], 'unconfined\n')],
  ['namespaces.private', 'processes of the host', status('NSpid', '4711')],
  ['namespaces.private', 'no first process', status('NSpid', '4711\t9')],
  ['namespaces.private', 'a network shared', set(['host', 'namespaces', 'net'], 'shared')],
  ['namespaces.private', 'a host name shared', set(['host', 'namespaces', 'uts'], 'shared')],
  ['limits.memory', 'more', limit('memory-v1', '9223372036854771712')],
  ['limits.memory', 'swap', limit('memory-swap-v1', '9223372036854771712')],
  ['limits.pids', 'more', limit('pids-v1', 'max')],
  ['limits.cpu', 'more', limit('cpu-quota-v1', '-1')],
  ['limits.output', 'larger files', text('limits', /^(Max file size +\d+ +)\d+/m, '$1unlimited')],
  ['kernel.isolation', 'another kernel', set(['host', 'bootId'], 'ffffffff-0000-4000-8000-000000000000')],
]

describe('a contradiction of the host refutes what engine and probe agree on', () => {
  test.each(CONTRADICTIONS)('%s: %s', (id, _, change, also = []) => {
    const seen = evidence(change)
    expect(notProven(seen)).toEqual(Object.fromEntries([id, ...also].map((each) => [each, 'refuted'])))
    expect(judgePosture(seen, EVERY_CLAIM).reason).toContain(`${id} is refuted (host: `)
  })

  test('each claim that the host can see has one', () => {
    expect([...new Set(CONTRADICTIONS.map(([id]) => id))].sort()).toEqual([...SEEN].sort())
  })
})

describe('without the host’s view', () => {
  const reason = 'process 7 of this machine is not the container’s'
  const away = set('host', { kind: 'unavailable', reason })

  test('engine and probe are enough, and each claim says so', () => {
    const { claims, unmet } = judgePosture(evidence(away), EVERY_CLAIM)
    expect(unmet).toEqual([])
    for (const claim of claims.filter(({ id }) => SEEN.includes(id))) {
      expect(claim.observations).toContainEqual({ witness: 'host', seen: `not to be had: ${reason}`, stance: 'silent' })
    }
  })

  test('nothing that it can see is proven when it is required', () => {
    expect(judgePosture(evidence(away), EVERY_CLAIM_BY_HOST).unmet).toEqual(
      GATE_CLAIM_IDS.filter((id) => SEEN.includes(id)),
    )
    expect(judgePosture(evidence(), EVERY_CLAIM_BY_HOST).unmet).toEqual([])
  })

  test.each(HOST_FILES.filter((file) => file !== 'cgroup'))(
    'not even one file of it may be missing then: %s',
    (file) => {
      const seen = evidence(set(['host', 'files', file], null))
      expect(judgePosture(seen, EVERY_CLAIM).unmet).toEqual([])
      if (file !== 'uid_map' && file !== 'gid_map')
        expect(judgePosture(seen, EVERY_CLAIM_BY_HOST).unmet).not.toEqual([])
    },
  )
})

test('links that can’t be read say nothing of namespaces, and the rest is enough', () => {
  const closed = Object.fromEntries(Object.keys(VIEW.namespaces).map((name) => [name, null]))
  expect(judgePosture(evidence(set('host.namespaces', closed)), EVERY_CLAIM_BY_HOST).unmet).toEqual([])
})

test('ids that the engine maps to others of the host are the step’s', () => {
  const mapped = [
    set(['host', 'files', 'uid_map'], '0 100000 65536\n'),
    set(['host', 'files', 'gid_map'], '0 200000 65536\n'),
  ]
  const four = (id: number): string => Array<number>(4).fill(id).join('\t')
  const text = (VIEW.files.status ?? '')
    .replace(/^Uid:.*$/m, `Uid:\t${four(101_000)}`)
    .replace(/^Gid:.*$/m, `Gid:\t${four(201_000)}`)
    .replace(/^Groups:.*$/m, 'Groups:\t201000 ')
  expect(notProven(evidence(...mapped, set(['host', 'files', 'status'], text)))).toEqual({})
  expect(notProven(evidence(...mapped))).toEqual({ 'user.non-root': 'refuted' })
})
