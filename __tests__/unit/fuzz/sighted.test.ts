import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { GATE_CLAIM_IDS, type ClaimId } from '../../../src/domain/claim.ts'
import { judgeControl } from '../../../src/posture/control.ts'
import { judgePosture } from '../../../src/posture/judge-posture.ts'
import { evidence } from '../../support/evidence.ts'
import { fuzz } from '../../support/fuzz.ts'
import { applied, editsOf } from '../../support/line-edits.ts'
import { INSIDE } from '../../support/oracles/inside.ts'
import { rawOf } from '../../support/oracles/raw.ts'
import { anyLine, RECORDED } from '../../support/probe-lines.ts'
import { NOTHING } from '../../support/requirements.ts'

const SEEN = evidence()
const UNSEEN = { ...SEEN, host: { kind: 'unavailable', reason: 'the engine runs elsewhere' } } as const
const REAL = judgePosture(UNSEEN, NOTHING).claims
const MOUNT = 'mount 900 76 8:1 / '

/** How a control's text differs from a step's: what is not there, and what is there in its place or beside it. */
const DIFFERENCES: readonly (readonly [id: ClaimId, gone: RegExp, instead: string])[] = [
  ['network.none', /^route eth/, 'route eth0\t00000000'],
  ['rootfs.read-only', /^write \/\.confine/, 'write /.confine-probe written'],
  [
    'workspace.detached',
    /^mount .* \/home\/runner\/work\/repo\/repo /,
    `${MOUNT}/home/runner/work/repo/repo rw - ext4 x rw`,
  ],
  ['mounts.exact', /^mount .* \/tmp /, `${MOUNT}/host rw - ext4 x rw`],
  ['user.non-root', /^status Uid:/, 'status Uid:\t0\t0\t0\t0'],
  ['capabilities.none', /^status CapBnd:/, 'status CapBnd:\t0000003fffffffff'],
  ['privileges.no-new', /^status NoNewPrivs:/, 'status NoNewPrivs:\t0'],
  ['seccomp.filter', /^status Seccomp:/, 'status Seccomp:\t0'],
  ['lsm.profile', /^lsm /, 'lsm unconfined'],
  ['namespaces.private', /^hostname /, 'hostname runner'],
  ['devices.minimal', /^node char \/dev\/kvm/, 'node char /dev/kvm'],
  ['sockets.none', /^socket /, 'socket /run/docker.sock'],
  ['limits.memory', /^memory-v1/, 'memory-v1 9223372036854771712'],
  ['limits.pids', /^pids-v1/, 'pids-v1 max'],
  ['limits.cpu', /^cpu-quota-v1/, 'cpu-quota-v1 -1'],
  ['limits.output', /^limit Max file size/, 'limit Max file size unlimited unlimited bytes'],
  ['environment.allowlist', /^environment CONTROL/, 'environment CONTROL'],
  ['credentials.none', /^credential /, 'credential /x'],
]
const SHOWN = DIFFERENCES.map(([id]) => id)

function controlText(differences: typeof DIFFERENCES): readonly string[] {
  const kept = RECORDED.filter((line) => !differences.some(([, gone]) => gone.test(line)))
  return [...kept, ...differences.map(([, , instead]) => instead)]
}

function isSighted(probeLines: readonly string[]): boolean {
  const control = { kind: 'seen', socket: true, evidence: { ...UNSEEN, probeLines } } as const
  return judgeControl(control, REAL).sighted.verdict === 'proven'
}

test('a control is told apart in all claims but those of which the probe knows nothing, or the same', () => {
  const others: readonly ClaimId[] = ['limits.time', 'image.identity', 'engine.faithful', 'kernel.isolation']
  expect(GATE_CLAIM_IDS.filter((id) => !SHOWN.includes(id))).toEqual(others)
  expect(isSighted(controlText(DIFFERENCES))).toBe(true)
})

test.each(SHOWN)('a control that looks confined in %s is not told apart', (id) => {
  expect(isSighted(controlText(DIFFERENCES.filter(([other]) => other !== id)))).toBe(false)
})

test('a control whose lines carry one of those claims is never told apart', () => {
  const dropped = fc.array(fc.constantFrom(...SHOWN), { maxLength: 2 })
  let sighted = 0
  let blind = 0
  fuzz(
    fc.property(dropped, editsOf(anyLine), (ids, edits) => {
      const lines = applied(edits, controlText(DIFFERENCES.filter(([id]) => !ids.includes(id))))
      if (!isSighted(lines)) return void (blind += 1)
      sighted += 1
      const raw = rawOf(lines)
      expect(GATE_CLAIM_IDS.filter((id) => SHOWN.includes(id) && INSIDE[id]?.(raw, UNSEEN) !== false)).toEqual([])
    }),
    500,
  )
  expect([sighted > 50, blind > 50]).toEqual([true, true])
})
