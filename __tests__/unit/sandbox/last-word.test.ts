import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { LastWordReader } from '../../../src/sandbox/last-word.ts'

const NONCE = 'n0nce'
const BEGIN = '\u001e'
const over = (code: string) => `${BEGIN}confine-over ${NONCE} ${code}\n`

/** What was said, and what the step's bytes are, when the text comes in these pieces. */
function read(...pieces: readonly string[]): { readonly code: number | null; readonly own: string } {
  const reader = new LastWordReader(NONCE)
  const own = pieces.map((piece) => reader.push(Buffer.from(piece)))
  return { code: reader.code, own: Buffer.concat([...own, reader.flush()]).toString() }
}

describe('a last word', () => {
  test.each<[name: string, text: string, code: number | null, own: string]>([
    ['alone', over('000'), 0, ''],
    ['after a whole line', `line\n${over('003')}`, 3, 'line\n'],
    ['after a line without its end', `line${over('255')}`, 255, 'line'],
    ['before what an orphan writes', `a\n${over('000')}b\n`, 0, 'a\nb\n'],
    ['said twice: the last counts', `${over('000')}a${over('007')}`, 7, 'a'],
    [
      'with a begin of itself before it',
      `${BEGIN}confine-over ${BEGIN}confine-over ${NONCE} ${over('001')}`,
      1,
      `${BEGIN}confine-over ${BEGIN}confine-over ${NONCE} `,
    ],
    ['of another container', `${BEGIN}confine-over other 000\n`, null, `${BEGIN}confine-over other 000\n`],
    ['with a short code', over('0'), null, over('0')],
    ['with a code that is none', over('-01'), null, over('-01')],
    ['with more behind its code', over('0000'), null, over('0000')],
    ['without its line’s end', over('000').slice(0, -1), null, over('000').slice(0, -1)],
    ['begun only', `a ${BEGIN}confine-ov`, null, `a ${BEGIN}confine-ov`],
    ['nothing', '', null, ''],
  ])('%s', (_, text, code, own) => {
    expect(read(text)).toEqual({ code, own })
    expect(read(...Array.from(text))).toEqual({ code, own })
  })

  test('only what may become one is held back', () => {
    const reader = new LastWordReader(NONCE)
    const pushed = ['a line\n', `${BEGIN}con`, 'tainer', BEGIN, 'confine-over n0nce 0', '00', '\nz'].map((piece) =>
      reader.push(Buffer.from(piece)).toString(),
    )
    expect(pushed).toEqual(['a line\n', '', `${BEGIN}container`, '', '', '', 'z'])
    expect(reader.code).toBe(0)
  })

  test('nothing of a chunk is kept alive by what is held back', () => {
    const reader = new LastWordReader(NONCE)
    const chunk = Buffer.from(`text ${BEGIN}con`)
    reader.push(chunk)
    chunk.fill('x')
    expect(reader.flush().toString()).toBe(`${BEGIN}con`)
  })
})

describe('whatever comes, in whatever pieces', () => {
  const part = fc.oneof(
    fc.constantFrom(`${BEGIN}confine-over `, BEGIN, NONCE, ' ', '000', '012', '\n', 'c', over('005'), 'é'),
    fc.string({ maxLength: 5 }),
  )

  test('the pieces make no difference, and no other byte is lost', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const whole = read(parts.join(''))
        expect(read(...parts)).toEqual(whole)
        const said = [...parts.join('').matchAll(new RegExp(`${BEGIN}confine-over ${NONCE} (\\d{3})\n`, 'g'))]
        expect(whole.code).toBe(said.length === 0 ? null : Number(said.at(-1)?.[1]))
        expect(whole.own.length).toBe(parts.join('').length - said.length * over('000').length)
      }),
      { numRuns: 1000 },
    )
  })
})
