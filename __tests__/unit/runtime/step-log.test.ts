import { describe, expect, test } from '@jest/globals'
import type { Runner } from '../../../src/domain/runner.ts'
import { inert } from '../../../src/runtime/inert.ts'
import { StepLog } from '../../../src/runtime/step-log.ts'

const MEBIBYTE = 1024 * 1024

/** What the runner gets to see of a step's output, without the lines around it. */
function shown(chunks: readonly Buffer[], secrets: readonly string[] = []): string {
  const written: string[] = []
  const unused = (): never => {
    throw new Error('a step log only writes')
  }
  const runner: Runner = {
    ...{ input: unused, mask: unused, saveState: unused, state: unused, setOutput: unused, info: unused },
    ...{ warning: unused, error: unused, addSummary: unused, fail: unused },
    startGroup: () => undefined,
    endGroup: () => undefined,
    write: (text) => void written.push(text),
  }
  const log = new StepLog(runner, 'title', secrets)
  for (const chunk of chunks) log.write('stdout', chunk)
  log.finish(null)
  expect(written.shift()).toMatch(/^::stop-commands::[0-9a-f]{64}\n$/)
  expect(written.pop()).toMatch(/^::[0-9a-f]{64}::\n$/)
  return written.join('')
}

describe('text that the runner would take for a command', () => {
  test.each([
    ['::error::x', ': :error::x'],
    [' \t::error::x', ' \t: :error::x'],
    ['a\r::error::x', 'a\r: :error::x'],
    ['a\r \r\u200b::x', 'a\r \r\u200b: :x'],
    ['::a\r::b', ': :a\r: :b'],
    ['::\r::b', ': :\r: :b'],
    ['\u0085\u200b:\u200b:x', '\u0085\u200b: \u200b:x'],
    ['\u0301::x', '\u0301: :x'],
    ['a\n::x', 'a\n: :x'],
    ['a ::x', 'a ::x'],
    ['a\u200b::x', 'a\u200b::x'],
    ['::::', ': :::'],
    ['a ##[error]x', 'a ## [error]x'],
    ['#\u200b#\u0301[x', '#\u200b#\u0301 [x'],
    ['###[x', '### [x'],
    ['a: b', 'a: b'],
  ])('%j is made inert', (text, harmless) => {
    expect(inert(text)).toBe(harmless)
  })

  test.each(['\r', '\r\u200b', '\r ', '\u200b', ' ', 'a:\u0301', '#', '#\u200b', '\u{e0001}', '\n', '\n\t'])(
    '4 MiB of %j are looked at once',
    (unit) => {
      const text = unit.repeat((4 * MEBIBYTE) / unit.length)
      expect(inert(text) === text).toBe(true)
    },
  )
})

test('a step that prints nothing but carriage returns and marks without width is shown whole', () => {
  const chunk = Buffer.from('\r\u200b'.repeat(MEBIBYTE / 4))
  const text = shown(Array.from({ length: 8 }, () => chunk))
  expect(text.replaceAll(' ⏎ (line goes on)\n', '')).toBe(`${'\r\u200b'.repeat(2 * MEBIBYTE)}\n`)
})
