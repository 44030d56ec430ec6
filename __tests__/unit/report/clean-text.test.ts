import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  byteLength,
  cleanLine,
  cleanOutput,
  cleanText,
  cleanTitle,
  clip,
  firstBytes,
  lastBytes,
} from '../../../src/report/clean-text.ts'
import { nastyText } from '../../support/nasty-text.ts'

const ESC = '\x1b'

describe('cleanOutput', () => {
  test.each([
    ['colours', `${ESC}[31mred${ESC}[0m`, 'red'],
    ['colours in 24 bits', `${ESC}[38;2;1;2;3mrgb${ESC}[m`, 'rgb'],
    ['cursor moves', `a${ESC}[2K${ESC}[1A${ESC}[?25lb`, 'ab'],
    ['a title ended by BEL', `a${ESC}]0;title\x07b`, 'ab'],
    ['a title ended by ST', `a${ESC}]0;title${ESC}\\b`, 'ab'],
    ['a title that never ends', `a${ESC}]0;title\nb`, 'a\nb'],
    ['a link: its text stays', `${ESC}]8;;http://x.invalid${ESC}\\link${ESC}]8;;${ESC}\\`, 'link'],
    ['device control', `a${ESC}P1;2q payload${ESC}\\b`, 'ab'],
    ['application command', `a${ESC}_payload${ESC}\\b`, 'ab'],
    ['a character set', `${ESC}(Ba`, 'a'],
    ['8-bit forms', 'a\x9b31mb\x9d0;title\x9cc', 'abc'],
    ['what becomes a command afterwards', `${ESC}${ESC}[1m[31mx`, '␛[31mx'],
    ['a lone escape', `a${ESC}`, 'a␛'],
    ['controls', 'a\0b\x07c\bd\x7f', 'a␀b␇c␈d␡'],
    ['tabs and line feeds stay', 'a\tb\nc', 'a\tb\nc'],
    ['Windows line ends', 'a\r\nb\r\r\nc', 'a\nb\nc'],
    ['a progress bar', '10 %\r50 %\r100 %\ndone', '[CR×2] 100 %\ndone'],
    ['a line that ends in CR', 'done\r', 'done'],
    ['bidirectional overrides', 'a\u202eb\u2066c', 'a[U+202E]b[U+2066]c'],
    ['zero width', 'a\u200bb\ufeffc\u00add', 'a[U+200B]b[U+FEFF]c[U+00AD]d'],
    ['hidden text in tags', 'a\u{e0041}\u{e0042}\u{e0043}\u{e0044}\u{e0045}b', 'a[5 invisible characters]b'],
    ['four are spelt', 'a\u200b\u200b\u200b\u200bb', 'a[U+200B][U+200B][U+200B][U+200B]b'],
    ['line separators', 'a\u2028b\u2029c\u0085d', 'a[U+2028]b[U+2029]c[U+0085]d'],
    ['Hangul filler, a letter that shows nothing', 'a\u3164b', 'a[U+3164]b'],
    ['non-characters', 'a\uffffb', 'a[U+FFFF]b'],
    ['emoji of several parts stay', '👩‍💻 ❤️ 1️⃣ 🏳️‍🌈 👨🏽‍🚀 ❤️‍🔥', '👩‍💻 ❤️ 1️⃣ 🏳️‍🌈 👨🏽‍🚀 ❤️‍🔥'],
    ['a joiner that joins nothing', 'a\u200db 👩\u200dx', 'a[U+200D]b 👩[U+200D]x'],
    ['a selector without an emoji', 'a\ufe0fb', 'a[U+FE0F]b'],
    ['Arabic number signs are seen', '\u0600', '\u0600'],
    ['lone surrogates', 'a\ud800b\udc00c', 'a\ufffdb\ufffdc'],
    ['comments of HTML', '<!-- x --> <!<!-- y', '<!\\-- x --> <!<!\\-- y'],
  ])('%s', (_, text, cleaned) => {
    expect(cleanOutput(text)).toBe(cleaned)
  })

  test('the case of LOG-06', () => {
    const printed =
      '\x1b[31mred\x1b[0m \x1b[2K\x1b[1A\x1b]0;title\x07\x1b]8;;http://x.invalid\x1b\\link\x1b]8;;\x1b\\ \x1b[38;2;1;2;3mrgb\x1b[m\n'
    expect(cleanOutput(printed)).toBe('red link rgb\n')
  })

  test('leaves nothing behind that is not seen, whatever comes', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const seen = cleanOutput(text)
        // eslint-disable-next-line no-control-regex -- that none is left is the point
        expect(seen).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b\ufeff]|\p{Cs}|<!--/u)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['escapes', '\x1b'],
    ['unfinished commands', '\x1b['],
    ['unfinished titles', '\x1b]0;'],
    ['carriage returns', '\r'],
    ['overwritten lines', 'a\r'],
    ['Windows line ends', '\r\r\r\n'],
    ['hidden characters', '\u200b'],
    ['joiners', '👩\u200d'],
    ['comments', '<!--'],
  ])('a megabyte of %s is soon done, and no longer than in proportion', (_, piece) => {
    const once = cleanOutput(piece.repeat(1000)).length
    const often = cleanOutput(piece.repeat(1_000_000 / piece.length))
    expect(often.length).toBeLessThanOrEqual(Math.max(once, 40) * 1000)
  })
})

describe('cleanText', () => {
  test.each([
    ['a carriage return hides nothing before it', 'bad\rgood', 'bad␍good'],
    ['nor does a title that never ends hide what follows', `a${ESC}]0;title, b`, 'a␛]0;title, b'],
    ['nor a cursor move', `a${ESC}[2Kb`, 'a␛[2Kb'],
    ['8-bit commands', 'a\x9b31mb', 'a[U+009B]31mb'],
    ['Windows line ends', 'a\r\nb', 'a\nb'],
    ['bidirectional overrides', 'a\u202eb', 'a[U+202E]b'],
    ['comments of HTML', '<!-- x -->', '<!\\-- x -->'],
  ])('%s', (_, text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned)
  })

  test('leaves what is clean as it is', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        expect(cleanText(cleanOutput(text))).toBe(cleanOutput(text))
        expect(cleanText(cleanText(text))).toBe(cleanText(text))
      }),
    )
  })
})

describe('lines and titles', () => {
  test.each([
    [' a\nb\tc ', 'a ⏎ b c'],
    ['', ''],
  ])('cleanLine(%j)', (text, line) => {
    expect(cleanLine(text)).toBe(line)
  })

  test.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcde…'],
    ['🚀🚀🚀🚀', 4, '🚀🚀🚀🚀'],
    ['🚀🚀🚀🚀', 3, '🚀🚀…'],
    ['👩‍💻👩‍💻', 3, '👩…'],
    ['', 3, ''],
  ])('clip(%j, %j)', (text, limit, clipped) => {
    expect(clip(text, limit)).toBe(clipped)
  })

  test('a title is cut before it is cleaned, and after', () => {
    expect(cleanTitle(`${'\u200b'.repeat(200)}hidden`, 10)).toBe('[160 invi…')
  })

  test('a title has at most as many characters as asked for', () => {
    fc.assert(
      fc.property(nastyText, fc.integer({ min: 1, max: 40 }), (text, limit) => {
        expect(Array.from(cleanTitle(text, limit)).length).toBeLessThanOrEqual(limit)
      }),
    )
  })
})

describe('bytes', () => {
  test.each([
    ['aé🚀', 7, 'aé🚀', 'aé🚀'],
    ['aé🚀', 6, 'aé', 'é🚀'],
    ['aé🚀', 5, 'aé', '🚀'],
    ['aé🚀', 2, 'a', ''],
    ['aé🚀', 0, '', ''],
  ])('of %j, %j', (text, limit, first, last) => {
    expect([firstBytes(text, limit), lastBytes(text, limit)]).toEqual([first, last])
  })

  test('are never more than asked for, nor parts of characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, limit) => {
        const [first, last] = [firstBytes(text, limit), lastBytes(text, limit)]
        expect(text.startsWith(first) && text.endsWith(last)).toBe(true)
        expect(Math.max(byteLength(first), byteLength(last))).toBeLessThanOrEqual(limit)
      }),
    )
  })
})
