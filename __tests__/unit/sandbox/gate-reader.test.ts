import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { GateReader, ProbeTextError } from '../../../src/sandbox/gate-reader.ts'
import { cut } from './frames.ts'

const NONCE = 'a1b2c3'
const BEGIN = `confine-begin ${NONCE}\n`
const END = `confine-end ${NONCE}\n`

/** The lines, and every byte that was given back as not the probe's. */
function read(chunks: readonly (string | Buffer)[]): { lines: readonly string[] | null; rest: string } {
  const reader = new GateReader(NONCE)
  const rest = chunks.map((chunk) => Buffer.from(reader.push(Buffer.from(chunk))))
  return { lines: reader.lines, rest: Buffer.concat(rest).toString() }
}

describe('the probe’s text', () => {
  test('is what stands between the markers', () => {
    expect(read([`${BEGIN}status Uid: 1\nshell /bin/sh\n${END}`])).toEqual({
      lines: ['status Uid: 1', 'shell /bin/sh'],
      rest: '',
    })
  })

  test('may be empty', () => {
    expect(read([BEGIN + END])).toEqual({ lines: [], rest: '' })
  })

  test('is not complete without the end marker’s line end', () => {
    expect(read([`${BEGIN}a\n${END.trimEnd()}`])).toEqual({ lines: null, rest: '' })
    expect(read([`${BEGIN}a\n${END.trimEnd()}`, '\n']).lines).toEqual(['a'])
  })

  const line = fc.oneof(
    fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
    fc.constantFrom('confine-end', 'confine-end other', `x${END.trim()}`, `${END.trim()}x`, `${END.trim()} `, ''),
  )

  test('comes out the same wherever it is cut, and what follows is given back to the byte', () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 8 }),
        fc.uint8Array({ maxLength: 40 }),
        fc.array(fc.nat(300), { maxLength: 20 }),
        (lines, after, places) => {
          const probe = Buffer.from(`${BEGIN}${lines.map((each) => `${each}\n`).join('')}${END}`)
          const reader = new GateReader(NONCE)
          const chunks = cut(Buffer.concat([probe, Buffer.from(after)]), places)
          const rest = Buffer.concat(chunks.map((chunk) => Buffer.from(reader.push(chunk))))
          expect(reader.lines).toEqual(lines)
          expect(rest).toEqual(Buffer.from(after))
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('what a step writes', () => {
  test.each([
    ['a whole probe text with better values', `${BEGIN}status Uid: 0\n${END}`],
    ['an end marker', END],
    ['a line of the probe', 'status NoNewPrivs: 1\n'],
  ])('is its own, whatever it looks like: %s', (_, written) => {
    const probe = `${BEGIN}status Uid: 1000\n${END}`
    for (const chunks of [[probe + written], [probe, written]]) {
      expect(read(chunks)).toEqual({ lines: ['status Uid: 1000'], rest: written })
    }
  })
})

describe('what is no probe text', () => {
  test.each([
    ['output of an entry point', ['hello\n', BEGIN]],
    ['an empty line first', [`\n${BEGIN}`]],
    ['another nonce', ['confine-begin other\n']],
    ['a longer nonce', [`confine-begin ${NONCE}4\n`]],
    ['one wrong byte', ['X']],
    ['the end first', [END]],
    ['a carriage return', [`confine-begin ${NONCE}\r\n`]],
  ])('is refused: %s', (_, chunks) => {
    expect(() => read(chunks)).toThrow(new ProbeTextError('the first line is not the probe’s'))
  })

  test('nothing at all is refused by nobody yet', () => {
    expect(read([''])).toEqual({ lines: null, rest: '' })
  })

  test.each([
    ['with another nonce', 'confine-end other\n'],
    ['inside a line', `x confine-end ${NONCE}\n`],
    ['with more behind it', `confine-end ${NONCE} x\n`],
    ['in capitals', `CONFINE-END ${NONCE}\n`],
  ])('an end marker %s ends nothing', (_, forged) => {
    expect(read([`${BEGIN}a\n${forged}`]).lines).toBeNull()
    expect(read([`${BEGIN}a\n${forged}${END}`]).lines).toEqual(['a', forged.trimEnd()])
  })

  test('too much of it is refused', () => {
    const reader = new GateReader(NONCE)
    reader.push(Buffer.from(BEGIN))
    const chunk = Buffer.from(`${'x'.repeat(65_535)}\n`)
    expect(() => {
      for (let n = 0; n < 17; n += 1) reader.push(chunk)
    }).toThrow(new ProbeTextError('the probe wrote too much'))
  })

  test('too much begins above a mebibyte, the marker before it counted', () => {
    const reader = new GateReader(NONCE)
    reader.push(Buffer.from(BEGIN))
    reader.push(Buffer.alloc(2 ** 20 - BEGIN.length, 'x'))
    expect(() => reader.push(Buffer.from('x'))).toThrow(new ProbeTextError('the probe wrote too much'))
  })

  test('a mebibyte of it is not too much', () => {
    const lines = Array.from({ length: 1000 }, (_, n) => `environment ${String(n)}${'x'.repeat(1000)}`)
    expect(read([BEGIN, `${lines.join('\n')}\n`, END]).lines).toEqual(lines)
  })
})
