import { OPEN_VERDICTS, verdictWords, type ClaimVerdict } from '../domain/claim.ts'
import { cleanTitle } from './clean-text.ts'
import type { Detail } from './detail.ts'
import { code, details, plainWithNames, row, table } from './markdown.ts'
import { ifNotRequired } from './required.ts'
import type { Report, ReportClaim } from './schema.ts'
import { formatCount } from '../domain/units.ts'

const TEXT = 400

const VERDICT_ICONS: Readonly<Record<ClaimVerdict, string>> = {
  proven: '✅',
  refuted: '❌',
  unproven: '❌',
  'not-applicable': '–',
}

/** What needs a look comes first; otherwise the order of the catalogue stays. */
const URGENCY: readonly ClaimVerdict[] = [...OPEN_VERDICTS, 'proven']

/** The posture in one line of Markdown: how many claims are proven, and which are not. */
export function postureLine({ posture, profile }: Report): string {
  const { claims } = posture
  if (claims.length === 0) return 'nothing was proven, as no step got as far as the gate'
  const proven = claims.filter((claim) => claim.verdict === 'proven').length
  const others = OPEN_VERDICTS.flatMap((verdict) => {
    const ids = claims
      .filter((claim) => claim.verdict === verdict)
      .map(({ id }) => code(id) + ifNotRequired(id, profile))
    return ids.length === 0
      ? []
      : [`${verdict === 'not-applicable' ? verdictWords(verdict) : `**${verdict}**`}: ${ids.join(', ')}`]
  })
  return [`${formatCount(proven)} of ${formatCount(claims.length)} claims proven`, ...others].join('; ')
}

/** The claims, folded: what was demanded, who saw what, what the control said, and what it does not show. */
export function claimsFold({ posture }: Report, detail: Detail): string {
  if (detail.claims === 'none') return ''
  const shown = posture.claims.filter((claim) => detail.claims === 'all' || claim.verdict !== 'proven')
  if (shown.length === 0) return ''
  const urgent = [...shown].sort((a, b) => URGENCY.indexOf(a.verdict) - URGENCY.indexOf(b.verdict))
  // Evidence is stacked in one column: with one for each witness, the table is wider than GitHub's page.
  const body = table(['Claim', 'Evidence', 'Does not show'], ['left', 'left', 'left'], urgent.map(claimRow))
  return details(detail.claims === 'all' ? 'The claims' : 'The claims that are not proven', body)
}

function short(text: string): string {
  return plainWithNames(cleanTitle(text, TEXT))
}

/** A contradiction decides: it is read first. */
const STANCES_BY_WEIGHT = ['contradicts', 'silent', 'confirms'] as const
const MARKS = { confirms: '', contradicts: ' **contradicts**', silent: ' could not tell' } as const

/** One line for each witness and stance; one for two witnesses that say the same to the same end. */
function witnessLines({ observations }: ReportClaim): readonly string[] {
  return STANCES_BY_WEIGHT.flatMap((stance) => {
    const said = new Map<string, string[]>()
    for (const { witness, seen } of observations.filter((each) => each.stance === stance)) {
      said.set(witness, [...(said.get(witness) ?? []), short(seen)])
    }
    const speakers = new Map<string, string[]>()
    for (const [witness, texts] of said) {
      const text = texts.join('; ')
      speakers.set(text, [...(speakers.get(text) ?? []), `_${witness}_${MARKS[stance]}`])
    }
    return [...speakers].map(([text, who]) => `${who.join(' and ')}: ${text}`)
  })
}

function claimRow(claim: ReportClaim): string {
  const control = claim.control === null ? [] : [`_control_: ${short(claim.control)}`]
  const verdict = claim.verdict === 'proven' ? '' : `**${verdictWords(claim.verdict)}**<br>`
  return row([
    `${VERDICT_ICONS[claim.verdict]} ${code(claim.id)}<br>${verdict}${short(claim.statement)}`,
    [`_demanded_: ${short(claim.demanded)}`, ...witnessLines(claim), ...control].join('<br>'),
    short(claim.doesNotShow),
  ])
}

export function notCoveredFold({ posture }: Report, detail: Detail): string {
  if (!detail.background || posture.notCovered.length === 0) return ''
  return details('What this does not prove', posture.notCovered.map((text) => `- ${short(text)}`).join('\n'))
}
