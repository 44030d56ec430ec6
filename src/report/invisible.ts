/**
 * Characters that show nothing, or change how others show: bidirectional overrides (CVE-2021-42574), zero-width ones,
 * tags, variation selectors, line separators, non-characters. Arabic and Kaithi number signs are formally among them,
 * but are seen.
 */
const VISIBLE_FORMAT = '\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}'
const HIDDEN =
  '\\p{Cf}\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\p{Noncharacter_Code_Point}' +
  '\\u0080-\\u009f\\u2028\\u2029\\ufff9-\\ufffb'

/** Joiners and selectors that hold one emoji together: 👩‍💻, ❤️, 1️⃣. */
const EMOJI = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}'
const IN_EMOJI =
  `(?<=[${EMOJI}])\\ufe0f?\\u200d(?=\\p{Extended_Pictographic})|` +
  `(?<=[${EMOJI}])[\\ufe0e\\ufe0f]|(?<=[#*0-9])\\ufe0f(?=\\u20e3)`

const INVISIBLE = new RegExp(`(${IN_EMOJI})|(?:(?![${VISIBLE_FORMAT}])[${HIDDEN}])+`, 'gu')

// Tabs and line feeds are layout.
// eslint-disable-next-line no-control-regex -- controls are what is looked for
const CONTROLS = /[\0-\x08\x0b-\x1f]/g

/** Longer runs are counted instead of spelt, so that they can't blow a text up. */
const SPELT = 4

/**
 * Makes every character of a text seen, apart from blanks, tabs and line feeds: controls as their pictures (␛), others
 * as [U+202E]. Lone surrogates become U+FFFD.
 */
export function showInvisible(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(INVISIBLE, (run, inEmoji: string | undefined) => inEmoji ?? spell(run))
    .replace(CONTROLS, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
    .replaceAll('\x7f', '␡')
}

function spell(run: string): string {
  const points = Array.from(run, (character) => character.codePointAt(0) ?? 0)
  if (points.length > SPELT) return `[${String(points.length)} invisible characters]`
  return points.map((point) => `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`).join('')
}
