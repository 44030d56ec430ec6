import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { StepLog } from '../../../src/runtime/step-log.ts'
import { MemoryRunner } from '../run/memory-runner.ts'

type Piece = readonly ['stdout' | 'stderr', string | Buffer]
const NONE = { tail: Buffer.alloc(0), droppedBytes: 0 }

/** The lines between the stop and the go, and the whole log. */
function show(
  pieces: readonly Piece[],
  kept: Parameters<StepLog['finish']>[0] = NONE,
  secrets: readonly string[] = [],
) {
  const runner = new MemoryRunner()
  const log = new StepLog(runner, 'title', secrets)
  for (const [stream, text] of pieces) log.write(stream, Buffer.from(text))
  log.finish(kept)
  return { lines: runner.log.slice(2, -2).join('').split('\n').slice(0, -1), log: runner.log }
}
const shown = (text: string): readonly string[] => show([['stdout', text]]).lines

/** What the runner obeys: .NET trims more blanks than JavaScript knows, and does not see what has no width. */
function obeys(line: string): boolean {
  return line.split('\r').some((part) => {
    const seen = part.replace(/^[\s\u0085]+/, '').replace(/[\p{C}\p{M}]/gu, '')
    return seen.trimStart().startsWith('::') || seen.includes('##[')
  })
}

describe('between two tokens', () => {
  test('that nobody can guess, each of them once', () => {
    const { log } = show([['stdout', 'x\n']])
    const [token = ''] = /[0-9a-f]{64}/.exec(log[1] ?? '') ?? []
    expect(log).toEqual(['[title]', `::stop-commands::${token}\n`, 'x\n', `::${token}::\n`, '[end]'])
    expect(show([]).log[1]).not.toContain(token)
  })

  test('nothing is a command, even so', () => {
    for (const text of [
      '::error::x',
      '  ::set-output name=a::b',
      '\t::stop-commands::x',
      '##[error]x',
      'a ##[group]x',
      'progress\r::error::x',
      '\u00a0::x::',
      '\u0085::x::',
      '\u200b::x::',
      ':\u00ad:x::',
      '#\u200b#[error]',
      '\ufeff::add-mask::x',
    ]) {
      const [line = '', ...more] = shown(`${text}\n`)
      expect([text, obeys(text), obeys(line), more]).toEqual([text, true, false, []])
    }
  })

  test('whatever is written, in whatever pieces', () => {
    const part = fc.constantFrom(
      ':',
      '::',
      '#',
      '##',
      '[',
      '\n',
      '\r',
      ' ',
      'a',
      '\u200b',
      '\u0085',
      '\t',
      'x'.repeat(3999),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        for (const line of show(parts.map((text) => ['stdout', text] as const)).lines) expect(obeys(line)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})

describe('what is ordinary', () => {
  test.each(['hello', 'a::b', 'std::vector<int>', 'x ## y', '[1]', ': : x', '', '  indented', 'ünï ✓ 👍'])(
    'is shown as it is: %j',
    (text) => {
      expect(shown(`${text}\n`)).toEqual([text])
    },
  )

  test('comes in whole lines, each stream for itself', () => {
    const { lines } = show([
      ['stdout', 'one '],
      ['stderr', 'error '],
      ['stdout', 'line\ntwo'],
      ['stderr', 'line\n'],
    ])
    expect(lines).toEqual(['one line', 'error line', 'two'])
  })

  test('a character in two pieces is one', () => {
    const bytes = Buffer.from('ü👍\n')
    const pieces = Array.from(bytes, (byte): Piece => ['stdout', Buffer.from([byte])])
    expect(show(pieces).lines).toEqual(['ü👍'])
  })

  test('a long line is told in parts, which say so', () => {
    for (const pieces of [['x'.repeat(9000)], Array<string>(90).fill('x'.repeat(100))]) {
      const { lines } = show(pieces.map((text) => ['stdout', text] as const))
      expect(lines.length).toBe(3)
      expect(lines.slice(0, 2).every((line) => line.endsWith('(line goes on)'))).toBe(true)
      expect(lines.join('').replaceAll(/[^x]/g, '').length).toBe(9000)
    }
  })
})

describe('the end of a long output', () => {
  test.each<[name: string, kept: Parameters<StepLog['finish']>[0], lines: readonly unknown[]]>([
    ['nothing is kept of it', null, ['head']],
    ['there is none', NONE, ['head']],
    ['nothing was dropped', { tail: Buffer.from('tail\n'), droppedBytes: 0 }, ['head', 'tail']],
    [
      'the middle was dropped',
      { tail: Buffer.from('tail\n::error::x'), droppedBytes: 7 },
      ['head', '… 7 bytes are not shown (input output-limit) …', 'tail', expect.not.stringMatching(/^::/)],
    ],
    [
      'it begins inside of a character',
      { tail: Buffer.from('ü!').subarray(1), droppedBytes: 1 },
      ['head', expect.any(String), '!'],
    ],
  ])('%s', (_, kept, lines) => {
    expect(show([['stdout', 'head']], kept).lines).toEqual(lines)
  })
})

describe('a secret, which the runner finds only where all of it is in one line', () => {
  const SECRET = 'correct-horse-battery-staple-0123456789'
  const held = (text: string): boolean => /correct-h|orse-battery|0123456789/.test(text)

  test('is hidden where a line is cut, wherever it lies and however it comes', () => {
    for (let before = 3950; before <= 4010; before += 1) {
      for (const end of ['', '\n', 'x'.repeat(5000)]) {
        const text = 'a'.repeat(before) + SECRET + end
        const whole: Piece[] = [['stdout', text]]
        const parts: Piece[] = [
          ['stdout', text.slice(0, before + 20)],
          ['stdout', text.slice(before + 20)],
        ]
        for (const pieces of [whole, parts]) {
          const { lines } = show(pieces, NONE, [SECRET])
          // A line that holds all of it is the runner's to hide.
          expect(lines.filter((line) => held(line) && !line.includes(SECRET))).toEqual([])
        }
      }
    }
  })

  test('is hidden where it looks like a command and is made inert', () => {
    const secret = 'pass##[word]'
    expect(show([['stdout', `a ${secret} b\n`]], NONE, [secret]).lines).toEqual(['a *** b'])
  })

  test('is hidden where the output was cut in the middle of it, on both sides', () => {
    const kept = { tail: Buffer.from(`${SECRET.slice(12)} end`), droppedBytes: 9 }
    const { lines } = show([['stdout', `begin ${SECRET.slice(0, 25)}`]], kept, [SECRET])
    expect(lines).toEqual(['begin ***', '… 9 bytes are not shown (input output-limit) …', '*** end'])
  })
})
