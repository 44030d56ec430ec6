const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' }

/** Hidden or layout characters, quotes and backslashes; `<` too where it would open an HTML comment. */
const ESCAPED = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}"\\]|<(?=!--)/gu

/**
 * A file's name in a form that shows every byte and can be turned back: as it is when nothing in it misleads, otherwise
 * in double quotes with JSON's escapes, `\u{…}` for other characters and `\x…` for bytes that are no UTF-8.
 */
export function quoteName(name: string | Uint8Array): string {
  const escaped = typeof name === 'string' ? escapeText(name) : escapeBytes(name)
  const plain = escaped === name || (typeof name !== 'string' && escaped === Buffer.from(name).toString('utf8'))
  return plain && escaped !== '' ? escaped : `"${escaped}"`
}

function escapeText(text: string): string {
  return text.replace(ESCAPED, (character) => {
    if (character === ' ') return ' '
    const point = character.codePointAt(0) ?? 0
    return SHORT[character] ?? `\\u{${point.toString(16)}}`
  })
}

/** Bytes that don't decode are shown one by one, the text between them as text. */
function escapeBytes(bytes: Uint8Array): string {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let shown = ''
  let start = 0
  while (start < bytes.length) {
    const length = Math.min(characterLength(bytes[start] ?? 0), bytes.length - start)
    try {
      shown += escapeText(strict.decode(bytes.subarray(start, start + length)))
      start += length
    } catch {
      // Not UTF-8 from here on: one byte at a time, as file names may hold any.
      shown += `\\x${(bytes[start] ?? 0).toString(16).padStart(2, '0')}`
      start += 1
    }
  }
  return shown
}

/** Bytes of a UTF-8 sequence by its first byte (RFC 3629, section 3). */
function characterLength(first: number): number {
  if (first < 0xc0) return 1
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}
