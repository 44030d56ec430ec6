import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { quoteName } from '../../../src/report/quote-name.ts'

const SHORT: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, '"': 34, '\\': 92 }

/** The way back, written independently: bytes of the name. */
function unquote(shown: string): Buffer {
  if (!shown.startsWith('"')) return Buffer.from(shown)
  const parts: Buffer[] = []
  for (const [, point, byte, short, other] of shown
    .slice(1, -1)
    .matchAll(/\\u\{([0-9a-f]+)\}|\\x([0-9a-f]{2})|\\(.)|([^\\]+)/gsu)) {
    if (point !== undefined) parts.push(Buffer.from(String.fromCodePoint(parseInt(point, 16))))
    else if (byte !== undefined) parts.push(Buffer.from([parseInt(byte, 16)]))
    else if (short !== undefined) parts.push(Buffer.from([SHORT[short]!]))
    else parts.push(Buffer.from(other!))
  }
  return Buffer.concat(parts)
}

describe('quoteName', () => {
  test.each<[string | Uint8Array, string]>([
    ['src/a.c', 'src/a.c'],
    ['café', 'café'],
    ['a b', 'a b'],
    ['*', '*'],
    ['~', '~'],
    ['', '""'],
    ['a\nb', '"a\\nb"'],
    ['tab\tx', '"tab\\tx"'],
    ['"', '"\\""'],
    ['a\\nb', '"a\\\\nb"'],
    ['a\u202eb', '"a\\u{202e}b"'],
    ['a\u00a0b', '"a\\u{a0}b"'],
    ['<!--x', '"\\u{3c}!--x"'],
    [Buffer.from([0xff]), '"\\xff"'],
    [Buffer.from('caf\u00e9'), 'café'],
    [Buffer.from('e\u0301'), 'e\u0301'],
    [Buffer.from([0x61, 0xc3, 0x62]), '"a\\xc3b"'],
    [Buffer.from([0x61, 0xe2, 0x82]), '"a\\xe2\\x82"'],
    [Buffer.from('🚀'), '🚀'],
  ])('%j', (name, shown) => {
    expect(quoteName(name)).toBe(shown)
  })

  test('any bytes can be had back, and stay on one line', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          const shown = quoteName(bytes)
          expect(unquote(shown)).toEqual(Buffer.from(bytes))
          expect(shown).not.toMatch(/[\p{C}\u2028\u2029]/u)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('text and its bytes look the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(quoteName(Buffer.from(name))).toBe(quoteName(name))
      }),
    )
  })
})
