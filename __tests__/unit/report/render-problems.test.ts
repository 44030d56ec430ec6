import { expect, test } from '@jest/globals'
import { renderProblems } from '../../../src/report/render-problems.ts'

test('mistakes in the inputs are a list below a heading, foreign text neutralised', () => {
  const text = renderProblems([
    { input: 'image', expected: 'an image reference such as node:24', got: '"a b"' },
    { input: 'steps[1].run', expected: 'a command', got: '"@acme <!-- x --> ```"' },
  ])
  expect(text).toBe(
    '### ❌ Confine · not verified: 2 mistakes in the inputs; no step was run\n\n' +
      '- Input `image`: expected an image reference such as node:24, got "a b"\n' +
      '- Input `steps[1].run`: expected a command, got "`@acme <!\\--` x ```` --> ``` ````"\n',
  )
})

test('what is beyond the bound is counted', () => {
  const many = Array.from({ length: 73 }, (_, n) => ({
    input: `steps[${String(n)}]`,
    expected: 'a command',
    got: '""',
  }))
  const lines = renderProblems(many).trimEnd().split('\n')
  expect(lines).toHaveLength(53)
  expect(lines.at(-1)).toBe('- and 23 more, in the log')
})
