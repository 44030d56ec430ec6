import { describe, expect, test } from '@jest/globals'
import { ConfineError, InputError, messageOf } from '../../../src/domain/errors.ts'

describe('errors', () => {
  test.each([
    ['an error', new Error('boom'), 'boom'],
    ['an error without words', new TypeError(''), 'TypeError'],
    ['a string', 'boom', 'boom'],
    ['nothing', undefined, 'undefined'],
    ['an empty string', '', 'unknown error'],
    ['a number', 0, '0'],
  ])('anything thrown has a text: %s', (_, thrown, text) => {
    expect(messageOf(thrown)).toBe(text)
  })

  test('all problems of the inputs are told together', () => {
    const error = new InputError([
      { input: 'image', expected: 'a reference', got: '""' },
      { input: 'steps[2].env', expected: 'a mapping', got: '3' },
    ])
    expect(error).toBeInstanceOf(ConfineError)
    expect(error.code).toBe('input')
    expect(error.message).toBe('image: expected a reference, got ""\nsteps[2].env: expected a mapping, got 3')
  })

  test('a cause is kept', () => {
    const cause = new Error('inner')
    expect(new ConfineError('engine', 'outer', { cause }).cause).toBe(cause)
  })
})
