import type { Claim } from '../../src/domain/claim.ts'
import type { GateEvidence } from '../../src/domain/evidence.ts'
import { judgePosture } from '../../src/posture/judge-posture.ts'
import type { Change } from './evidence.ts'
import { EVERY_CLAIM } from './requirements.ts'

export const RECORDED = 'as recorded'

function linesOf({ statement, demanded, observations, doesNotShow }: Claim): readonly string[] {
  const seen = observations.map(({ witness, stance, seen: words }) => `- ${witness} ${stance}: ${words}`)
  return [statement, `Demanded: ${demanded}`, ...seen, `Not shown: ${doesNotShow}`]
}

/** What the claims say in each case. Lines that are the same as for the recorded evidence are left out, there they stand. */
export function posturePages(
  evidence: (...changes: readonly Change[]) => GateEvidence,
  cases: Readonly<Record<string, readonly Change[]>>,
): string {
  const known = new Map(judgePosture(evidence(), EVERY_CLAIM).claims.map((claim) => [claim.id, linesOf(claim)]))
  const page = (name: string, changes: readonly Change[]): string => {
    const { claims, reason } = judgePosture(evidence(...changes), EVERY_CLAIM)
    const texts = claims.map((claim) => {
      const before = name === RECORDED ? [] : (known.get(claim.id) ?? [])
      const lines = linesOf(claim).filter((each) => !before.includes(each))
      return lines.length === 0 ? '' : `### ${claim.id}: ${claim.verdict}\n\n${lines.join('\n')}\n`
    })
    return `## A posture ${name}\n\n${[`Reason: ${reason || 'none'}\n`, ...texts.filter((text) => text !== '')].join('\n')}`
  }
  return Object.entries(cases)
    .map(([name, changes]) => page(name, changes))
    .join('\n')
}
