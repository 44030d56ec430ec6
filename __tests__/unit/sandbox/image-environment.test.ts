import { describe, expect, test } from '@jest/globals'
import { loadedFromCheckout, lookedForInCheckout } from '../../../src/sandbox/image-environment.ts'

const CHECKOUT = '/home/runner/work/repo/repo'

describe('what would be loaded from the checkout before the proof', () => {
  test.each([
    [`LD_PRELOAD=/usr/lib/a.so ${CHECKOUT}/evil.so`, 'LD_PRELOAD'],
    [`LD_LIBRARY_PATH=/lib:${CHECKOUT}`, 'LD_LIBRARY_PATH'],
    ['LD_LIBRARY_PATH=home/runner/work/repo/repo/lib', 'LD_LIBRARY_PATH'],
    [`LD_LIBRARY_PATH=${CHECKOUT}/../repo/lib`, 'LD_LIBRARY_PATH'],
    [`BASH_ENV=${CHECKOUT}/.env`, 'BASH_ENV'],
    [`ENV=${CHECKOUT}/.env`, 'ENV'],
  ])('%s', (line, name) => {
    expect(loadedFromCheckout(['A=1', line], CHECKOUT)).toBe(name)
  })

  test.each(['LD_LIBRARY_PATH=/usr/lib:', 'LD_PRELOAD=', `LD_LIBRARY_PATH=${CHECKOUT}-two`, `PATH=${CHECKOUT}`, 'ENV'])(
    'nothing: %s',
    (line) => {
      expect(loadedFromCheckout([line], CHECKOUT)).toBeNull()
    },
  )
})

describe('what steps look for in the checkout', () => {
  test.each([
    ['PATH=./node_modules/.bin:/bin', 'PATH: "./node_modules/.bin"'],
    [`PATH=/bin:${CHECKOUT}/bin`, `PATH: "${CHECKOUT}/bin"`],
    ['PATH=/bin:', 'PATH: an empty entry'],
    ['PATH=', 'PATH: an empty entry'],
    ['LD_LIBRARY_PATH=/usr/local/lib:', 'LD_LIBRARY_PATH: an empty entry'],
    ['LD_PRELOAD=./a.so', 'LD_PRELOAD: "./a.so"'],
    ['BASH_ENV=.env', 'BASH_ENV: ".env"'],
  ])('%s', (line, told) => {
    expect(lookedForInCheckout([line], CHECKOUT)).toContain(`(${told})`)
  })

  test.each([
    'PATH=/bin:/usr/bin',
    'LD_LIBRARY_PATH=',
    'LD_PRELOAD=libfaketime.so.1',
    'OTHER=./x',
    'BASH_ENV=/etc/env',
  ])('nothing: %s', (line) => {
    expect(lookedForInCheckout([line], CHECKOUT)).toBeNull()
  })
})
