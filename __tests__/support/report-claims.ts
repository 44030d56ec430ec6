import { readFileSync } from 'node:fs'
import type { Claim, ClaimId } from '../../src/domain/claim.ts'
import type { GateEvidence } from '../../src/domain/evidence.ts'
import { withCheckoutComparison } from '../../src/posture/claims/filesystem.ts'
import { judgeControl, withControl } from '../../src/posture/control.ts'
import { judgePosture, type PostureDecision } from '../../src/posture/judge-posture.ts'
import type { ReportClaim } from '../../src/report/schema.ts'
import { evidence, type Change } from './evidence.ts'
import { EVERY_CLAIM } from './requirements.ts'

/** What was seen of a control beside the step of `evidence`, on the same engine. */
const CONTROL = readFileSync(new URL('./control-evidence.json', import.meta.url), 'utf8')

/** Facts of the recorded machine, in JSON, and those of the one that `report-fixtures` tells of. */
const SETTING: readonly (readonly [was: RegExp, is: string])[] = [
  [/6\.1\.0-test/g, '6.8.0-1021-azure'],
  [/"runc":"1\.1\.5\+ds1"/g, '"runc":"1.2.5"'],
  [/name=seccomp,profile=default/g, 'name=seccomp,profile=builtin'],
  [/sha256:1{64}/g, 'sha256:5d0da3dc976460b72c77d94c8a1ad043720b0416bfc16c52c45d4847e53fadb6'],
  [/sha256:2{64}/g, 'sha256:4ccb5b453c1ede438a71a569eb8778b95fb07cfddc294d88d7f1eb4b40fc3321'],
  [/\/home\/runner\/work\/repo\/repo/g, '/home/runner/work/rocket/rocket'],
  [/"1000:1000"/g, '"1001:127"'],
  [/"uid":1000,"gid":1000/g, '"uid":1001,"gid":127'],
  [/Uid:(\\t1000){4}/g, 'Uid:\\t1001\\t1001\\t1001\\t1001'],
  [/Gid:(\\t1000){4}/g, 'Gid:\\t127\\t127\\t127\\t127'],
  [/Groups:\\t1000/g, 'Groups:\\t127'],
  [/268435456/g, String(2 * 1024 ** 3)],
  [/67108864/g, String(1024 ** 3)],
  [/"(outputBytes|outputLimit)":65536/g, '"$1":1048576'],
  [/"(pidsLimit|PidsLimit)":64/g, '"$1":512'],
  [/pids-v1("?:?"? ?)64/g, 'pids-v1$1512'],
  [/"cpus":1,/g, '"cpus":2,'],
  [/"NanoCpus":1000000000/g, '"NanoCpus":2000000000'],
  [/cpu-quota-v1("?:?"? ?)100000/g, 'cpu-quota-v1$1200000'],
  [/"timeoutMs":60000/g, '"timeoutMs":600000'],
]

function inSetting(seen: GateEvidence): GateEvidence {
  const parsed: GateEvidence = JSON.parse(
    SETTING.reduce((all, [was, is]) => all.replace(was, is), JSON.stringify(seen)),
  )
  return parsed
}

function judged(): readonly Claim[] {
  const seen = evidence()
  const control = { kind: 'seen', evidence: inSetting({ ...seen, ...JSON.parse(CONTROL) }), socket: true } as const
  const { claims } = judgePosture(inSetting(seen), EVERY_CLAIM)
  return withControl(claims.map(unchanged), judgeControl(control, claims))
}

/** The checkout was the same after the last step. */
function unchanged(claim: Claim): Claim {
  return claim.id === 'workspace.detached' ? withCheckoutComparison(claim, []) : claim
}

/** All claims of the catalogue, proven, in the words of the judges. */
export function provenClaims(): ReportClaim[] {
  return judged().map((claim) => ({ ...claim, observations: [...claim.observations] }))
}

/** What the judges say of a container for which the gate stayed shut. */
export function shutGate(...changes: readonly Change[]): PostureDecision {
  const decision = judgePosture(inSetting(evidence(...changes)), EVERY_CLAIM)
  return { ...decision, claims: withControl(decision.claims.map(unchanged), null) }
}

/** The same, with changes to some. */
export function claimsWith(changes: Partial<Record<ClaimId, Partial<ReportClaim>>>): ReportClaim[] {
  return provenClaims().map((claim) => ({ ...claim, ...changes[claim.id] }))
}
