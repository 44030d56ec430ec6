import { HANDLINGS, type Handling } from '../domain/weakness.ts'
import { formatCount } from '../domain/units.ts'
import { cleanTitle } from './clean-text.ts'
import type { Detail } from './detail.ts'
import { code, details, plain, row, table } from './markdown.ts'
import type { Report } from './schema.ts'

type Weaknesses = NonNullable<Report['engine']>['knownWeaknesses']
type Found = Weaknesses['found'][number]

const TEXT = 400
const VERSION = 60
/** Rows of the table: the rest is the least urgent, and is in report.json. */
const MOST_ROWS = 30

const ICONS: Readonly<Record<Handling, string>> = { open: '❌', mitigated: '⚠️', avoided: '✅' }

/** What is published against the engine and its parts, and what Confine does about it, folded. Empty when there is none. */
export function weaknessesFold({ engine }: Report, detail: Detail): string {
  if (engine === null || !detail.background) return ''
  const { found, untold, asOf, basis } = engine.knownWeaknesses
  if (found.length + untold.length === 0) return ''
  const rows = found.slice(0, MOST_ROWS).map(weaknessRow)
  const more = found.length - rows.length
  const parts = [
    untold.map(({ why }) => `- ❓ ${short(why)}`).join('\n'),
    rows.length === 0 ? '' : table(['Published', 'Where', 'What Confine does'], ['left', 'left', 'left'], rows),
    more === 0 ? '' : `And ${formatCount(more)} more in report.json.`,
    `Table of ${asOf}; where each is published is in report.json. ${short(basis)}`,
  ]
  return details(`Known weaknesses of this engine: ${counts(found, untold)}`, parts.filter(Boolean).join('\n\n'))
}

/** In one line of Markdown, for a table of facts. */
export function weaknessesFact({ found, untold, asOf }: Weaknesses): string {
  return found.length + untold.length === 0 ? `none in the table of ${asOf}` : `${counts(found, untold)}, as listed`
}

function counts(found: readonly Found[], untold: Weaknesses['untold']): string {
  const handled = HANDLINGS.map((handling) => {
    const count = found.filter((one) => one.handling === handling).length
    return count === 0 ? '' : `${formatCount(count)} ${handling}`
  })
  const unknown = untold.length === 0 ? '' : `${formatCount(untold.length)} that can't be told`
  return [...handled, unknown].filter((part) => part !== '').join(', ')
}

/** Without a link: one to a pull request would show in that pull request as a reference. */
function weaknessRow({ id, title, component, version, fixedIn, handling, note }: Found): string {
  const fixed = fixedIn.map((release) => code(cleanTitle(release, VERSION))).join(', ')
  return row([
    `${ICONS[handling]} ${code(cleanTitle(id, VERSION))}<br>${short(title)}`,
    `${component} ${code(cleanTitle(version, VERSION))}<br>fixed in ${fixed}`,
    `**${handling}**<br>${short(note)}`,
  ])
}

function short(text: string): string {
  return plain(cleanTitle(text, TEXT))
}
