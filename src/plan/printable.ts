/** Longest piece of a foreign value that a message quotes. */
const SHOWN_CHARACTERS = 80

/** Control, format (bidi included), private-use and unassigned characters, lone surrogates, separators other than a blank. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `\\u{${code.toString(16)}}`
}

/** True for text that shows as what it is: one line, nothing invisible. */
export function isPrintable(text: string): boolean {
  return text.search(UNPRINTABLE) === -1
}

/** The value in quotes, invisible characters as `\u{…}`, cut after `limit` characters. For values that are no secret. */
export function shown(value: string, limit = SHOWN_CHARACTERS): string {
  const characters = Array.from(value.slice(0, limit * 2))
  const kept = characters.slice(0, limit).join('').replace(UNPRINTABLE, escapeCharacter)
  const cut = characters.length > limit ? `… (${String(value.length)} characters)` : ''
  return value === '' ? 'nothing' : `"${kept}"${cut}`
}

/** The same of a name that somebody else chose, and that must not end its own quotes. */
export function quoted(name: string, limit = SHOWN_CHARACTERS): string {
  return shown(name.replaceAll('"', '\\u{22}'), limit)
}

/** A sentence of another program in quotes, as long as it is: names in it keep quotes that do not end these. */
export function sentenceOf(text: string): string {
  return `"${text.replaceAll('"', "'")}"`
}

/** One printable line of at most `limit` characters, for a title that is made from foreign text. */
export function titleOf(text: string, limit: number): string {
  const line = text.split('\n').find((candidate) => candidate.trim() !== '') ?? ''
  const clean = Array.from(line.replace(UNPRINTABLE, ' ').trim())
  return clean.length <= limit ? clean.join('') : `${clean.slice(0, limit - 1).join('')}…`
}
