// @ts-check
const WIDTH = 100

/** Colour only for a person who didn't say no (no-color.org). */
const colours = process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === ''

/** @param {number} code SGR parameter (ECMA-48) */
const style = (code) => (/** @type {string} */ text) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text)
export const bold = style(1)
export const dim = style(2)
export const red = style(31)
export const green = style(32)

/** @param {string} [line] */
export function print(line = '') {
  process.stdout.write(`${line}\n`)
}

/** @param {string} title */
export function heading(title) {
  print()
  print(bold(`── ${title} `.padEnd(WIDTH, '─')))
  print()
}

/**
 * Foreign text for a terminal: what would command it is shown instead.
 *
 * @param {string} text one line
 */
export function harmless(text) {
  return text.replaceAll(/[^\P{Cc}\t]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x20 ? String.fromCodePoint(0x2400 + code) : '\ufffd'
  })
}
