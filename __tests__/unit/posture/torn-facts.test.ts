import { describe, expect, test } from '@jest/globals'
import type { ClaimId } from '../../../src/domain/claim.ts'
import type { GateEvidence } from '../../../src/domain/evidence.ts'
import { evidence, extraLines, line, notProven, set, type Change } from '../../support/evidence.ts'
import { gvisorEvidence } from '../../support/evidence-runsc.ts'

const UNSEEN: GateEvidence['host'] = { kind: 'unavailable', reason: 'the engine runs elsewhere' }
const twice = (text: string): Change => extraLines(text, text)
const tornRoot = 'mount x 51 0:39 / / rw,relatime - overlay overlay rw'

/** No line can be taken back, or hidden by another one: such a text tells nothing. */
describe('facts that the probe tells twice, in part, or of two kinds prove nothing', () => {
  test.each<[name: string, ids: readonly ClaimId[], changes: readonly Change[]]>([
    [
      'a CPU quota of one version with the period of the other',
      ['limits.cpu', 'limits.memory', 'limits.pids'],
      [extraLines('cpu-v2 100000')],
    ],
    [
      'a memory limit of the second version, twice',
      ['limits.cpu', 'limits.memory', 'limits.pids'],
      [twice('memory-v2 max')],
    ],
    [
      'a limit of processes of the second version, twice',
      ['limits.cpu', 'limits.memory', 'limits.pids'],
      [twice('pids-v2 max')],
    ],
    ['a limit of the first version, twice', ['limits.pids'], [twice('pids-v1 64')]],
    [
      'a second row of the file size limit',
      ['limits.output'],
      [extraLines('limit Max file size  unlimited  unlimited  bytes')],
    ],
    [
      'a row of the file size limit without its hard limit',
      ['limits.output'],
      [line(/^limit Max file size/, 'limit Max file size 67108864')],
    ],
    ['a torn row for the root', ['mounts.exact', 'rootfs.read-only', 'workspace.detached'], [extraLines(tornRoot)]],
    ['a second value behind a carriage return', ['user.non-root'], [extraLines('status Uid:\t0\t0\t0\t0\rx')]],
    [
      'a second value behind a line separator',
      ['capabilities.none'],
      [extraLines('status CapBnd:\u20280000003fffffffff\u2028x')],
    ],
    ['a second answer to a write', ['rootfs.read-only'], [extraLines('write /.confine-probe written\rx')]],
    ['a second answer to the watermark', ['seccomp.filter'], [extraLines('signal 46 sh: No such process\rx')]],
  ])('%s', (_, ids, changes) => {
    const open = notProven({ ...evidence(...changes), host: UNSEEN })
    expect(open).toEqual(Object.fromEntries(ids.map((id) => [id, 'unproven'])))
  })
})

test('a namespace that is shared refutes, also where the link of another could not be read', () => {
  const links = { cgroup: 'own', ipc: 'own', mnt: 'own', net: 'shared', pid: 'own', user: 'shared', uts: null }
  expect(notProven(evidence(set('host.namespaces', links)))).toEqual({ 'namespaces.private': 'refuted' })
  expect(notProven(evidence(set('host.namespaces', { ...links, net: 'own' })))).toEqual({})
})

describe('under gVisor, what is told twice is not what its kernel lacks', () => {
  test.each<[name: string, ids: readonly ClaimId[], change: Change]>([
    ['the ambient capabilities', ['capabilities.none'], extraLines('status CapAmb:\t0', 'status CapAmb:\t1')],
    ['NoNewPrivs', ['privileges.no-new'], extraLines('status NoNewPrivs:\t0', 'status NoNewPrivs:\t1')],
    ['a torn row for the root', ['mounts.exact', 'rootfs.read-only', 'workspace.detached'], extraLines(tornRoot)],
  ])('%s', (_, ids, change) => {
    expect(notProven(gvisorEvidence(change))).toEqual(Object.fromEntries(ids.map((id) => [id, 'unproven'])))
  })
})
