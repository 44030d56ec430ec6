import { showInvisible } from './invisible.ts'
import { settleCarriageReturns, stripTerminalCommands } from './terminal.ts'

/**
 * Foreign text as text: every character is seen, line feeds and tabs are kept. The opening of HTML comments is broken up
 * even though code shows them literally: other actions look for their own comment by a marker anywhere in it, posted by
 * the same bot, and would take Confine's for theirs.
 */
export function cleanText(text: string): string {
  return showInvisible(text.replaceAll('\r\n', '\n')).replaceAll('<!--', '<!\\--')
}

/**
 * What a step printed, as a terminal shows it in the end: without colours, and without what was overwritten. For nothing
 * else: in a name, a carriage return or an escape would hide the words that stand around it.
 */
export function cleanOutput(text: string): string {
  return cleanText(settleCarriageReturns(stripTerminalCommands(text)))
}

/** Foreign text as one line; line ends show as ⏎. */
export function cleanLine(text: string): string {
  return cleanText(text).trim().replaceAll('\n', ' ⏎ ').replaceAll('\t', ' ')
}

/** Of no use at the end of a text: the joiner of an emoji and the selectors of its form. */
const JOINERS: ReadonlySet<string> = new Set(['\u200d', '\ufe0e', '\ufe0f'])

/**
 * The first `limit` characters (code points) of a clean text, with … in place of what is cut. No joiner of an emoji is
 * left dangling at the cut.
 */
export function clip(text: string, limit: number): string {
  const points = Array.from(text.slice(0, limit * 2 + 2))
  if (points.length <= limit) return text
  let end = limit - 1
  while (end > 0 && JOINERS.has(points[end - 1] ?? '')) end -= 1
  return `${points.slice(0, end).join('')}…`
}

/** Foreign text as one short line. The raw text is cut first: cleaning costs time for every character. */
export function cleanTitle(text: string, limit: number): string {
  const most = text.slice(0, limit * 16)
  const line = cleanLine(most)
  return clip(most === text ? line : `${line}…`, limit)
}

export function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8')
}

/** The longest end of a text that has at most `limit` bytes in UTF-8, cut between characters. */
export function lastBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length <= limit) return text
  let start = bytes.length - limit
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1
  return bytes.toString('utf8', start)
}

/** The longest beginning of a text that has at most `limit` bytes in UTF-8, cut between characters. */
export function firstBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length <= limit) return text
  let end = limit
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end)
}
