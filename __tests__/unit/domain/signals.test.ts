import { constants } from 'node:os'
import { describe, expect, test } from '@jest/globals'
import { signalOfExitCode } from '../../../src/domain/signals.ts'

describe('the name of a signal', () => {
  // Aliases of other names (SIGIOT, SIGPOLL) and numbers of other systems do not count.
  const own = Object.entries(constants.signals).filter(([name]) => !['SIGIOT', 'SIGPOLL', 'SIGUNUSED'].includes(name))

  test('this machine has the usual signals', () => {
    expect(own.length).toBeGreaterThan(28)
  })

  test.each(own)('%s is the system’s own', (name, number) => {
    expect(signalOfExitCode(128 + number)).toBe(name)
  })

  test.each([0, 1, 97, 126, 127, 128, -1, 128 + 65, 255])('none for exit code %d', (code) => {
    expect(signalOfExitCode(code)).toBeNull()
  })

  test.each([32, 33, 34, 63, 64])('a real-time signal by its number: %d', (number) => {
    expect(signalOfExitCode(128 + number)).toBe(`signal ${number}`)
  })
})
