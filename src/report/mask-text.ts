import { terminalCommands } from './terminal.ts'

export const MASK = '***'

/** What can stand between the characters of a secret and vanishes when it is shown, or joined again by a reader. */
const BETWEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu

/** Parts of a secret under four characters tell nothing. */
const LEAST_PART = 4

/** A text without what can stand between, and where each of its characters came from. */
interface Skeleton {
  readonly text: string
  readonly origins: Uint32Array
}

function skeletonOf(text: string, commands: readonly (readonly [number, number])[]): Skeleton {
  const gaps = new Uint8Array(text.length)
  for (const [start, end] of commands) gaps.fill(1, start, end)
  for (const match of text.matchAll(BETWEEN)) gaps.fill(1, match.index, match.index + match[0].length)
  const origins = new Uint32Array(text.length)
  const kept: string[] = []
  for (let index = 0; index < text.length; index += 1) {
    if (gaps[index] === 1) continue
    origins[kept.length] = index
    kept.push(text.charAt(index))
  }
  return { text: kept.join(''), origins }
}

/** Ends of a text where more of it was cut away, and a secret with it. */
export type Cut = 'none' | 'start' | 'end'

/**
 * Puts *** in place of each form, also where line ends, colours or invisible characters cut it up, and of the part of a
 * form that is left at a cut.
 */
export function maskText(text: string, forms: readonly string[], cut: Cut = 'none'): string {
  if (text === '' || forms.length === 0) return text
  const hidden = new Uint8Array(text.length)
  const bare = forms.map((form) => skeletonOf(form, []).text).filter((form) => form.length >= LEAST_PART)
  // Once as a terminal shows it, once with the commands' own text: a secret may stand in a window's title, too.
  for (const commands of [terminalCommands(text), []]) hideForms(skeletonOf(text, commands), bare, cut, hidden)
  return replaceHidden(text, hidden)
}

function hideForms({ text, origins }: Skeleton, forms: readonly string[], cut: Cut, hidden: Uint8Array): void {
  const hide = (from: number, length: number) => hidden.fill(1, origins[from], (origins[from + length - 1] ?? 0) + 1)
  for (const form of forms) {
    for (const at of occurrences(text, form)) hide(at, form.length)
    const part = partLeft(text, form, cut)
    if (part > 0) hide(cut === 'end' ? text.length - part : 0, part)
  }
}

/** Overlapping ones too: what is left beside the first would give the second away. */
function* occurrences(text: string, form: string): Generator<number> {
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) yield at
}

function partLeft(text: string, form: string, cut: Cut): number {
  for (let length = form.length - 1; length >= LEAST_PART; length -= 1) {
    if (cut === 'end' && text.endsWith(form.slice(0, length))) return length
    if (cut === 'start' && text.startsWith(form.slice(-length))) return length
  }
  return 0
}

function replaceHidden(text: string, hidden: Uint8Array): string {
  let masked = ''
  let start = 0
  while (start < text.length) {
    const run = hidden[start]
    const other = hidden.indexOf(run === 1 ? 0 : 1, start)
    const end = other === -1 ? text.length : other
    masked += run === 1 ? MASK : text.slice(start, end)
    start = end
  }
  return masked
}
