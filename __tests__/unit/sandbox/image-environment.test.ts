import { describe, expect, test } from '@jest/globals'
import { loadedFromCheckout, lookedForInCheckout } from '../../../src/sandbox/image-environment.ts'
import { wayOf } from '../../../src/sandbox/image-way.ts'
import { imageTree } from '../../support/image-tree.ts'

const CHECKOUT = '/home/runner/work/repo/repo'
const TREE = {
  '/app': { to: CHECKOUT },
  '/opt/lib': { to: '/app/lib' },
  '/p': { to: '/proc' },
  '/lib': { to: '/usr/lib' },
  '/usr/lib/a.so': 'ELF',
  '/usr/beside': { to: `${CHECKOUT}-two` },
} as const

const loaded = (...env: string[]) => loadedFromCheckout(env, CHECKOUT, (path) => wayOf(imageTree(TREE).look, path))
const lookedFor = (line: string) => lookedForInCheckout([line], CHECKOUT, (path) => wayOf(imageTree(TREE).look, path))

describe('what would be loaded before the proof, and is not the image’s own', () => {
  test.each([
    [`LD_PRELOAD=/usr/lib/a.so ${CHECKOUT}/evil.so`, 'LD_PRELOAD to a place in the checkout'],
    [`LD_LIBRARY_PATH=/lib:${CHECKOUT}`, 'LD_LIBRARY_PATH to a place in the checkout'],
    [`LD_LIBRARY_PATH=/lib;/${CHECKOUT}//.`, 'LD_LIBRARY_PATH to a place in the checkout'],
    [`LD_LIBRARY_PATH=${CHECKOUT}/../repo/lib`, 'LD_LIBRARY_PATH to a place in the checkout'],
    [`BASH_ENV=${CHECKOUT}/.env`, 'BASH_ENV to a place in the checkout'],
    [`ENV=${CHECKOUT}/.env`, 'ENV to a place in the checkout'],
    [`ENV=home/runner/work/repo/repo/.env`, 'ENV to a place in the checkout'],
    [`GCONV_PATH=${CHECKOUT}`, 'GCONV_PATH to a place in the checkout'],
    ['LD_PRELOAD=/app/x.so', 'LD_PRELOAD to a place in the checkout ("/app/x.so")'],
    ['LD_AUDIT=/opt/lib/x.so', 'LD_AUDIT to a place in the checkout'],
    // A folder of the branch can be a link, so what is above it need not be the checkout's own parent.
    ['LD_PRELOAD=/app/sub/../../../../../usr/lib/a.so', 'LD_PRELOAD to a place in the checkout'],
    ['BASH_ENV=~/../../app/x', 'BASH_ENV to a place in the checkout'],
    [`LD_PRELOAD=/proc/self/root${CHECKOUT}/x.so`, 'LD_PRELOAD to a place below /proc or /dev'],
    [`LD_LIBRARY_PATH=/usr//../proc/1/root${CHECKOUT}`, 'LD_LIBRARY_PATH to a place below /proc or /dev'],
    ['LD_LIBRARY_PATH=/p/self/cwd/lib', 'LD_LIBRARY_PATH to a place below /proc or /dev'],
    ['BASH_ENV=/dev/fd/0', 'BASH_ENV to a place below /proc or /dev'],
    ['ENV=/dev/stdin', 'ENV to a place below /proc or /dev'],
    ['LD_PRELOAD=./a.so', 'LD_PRELOAD to a relative place'],
    ['LD_LIBRARY_PATH=lib', 'LD_LIBRARY_PATH to a relative place'],
    ['BASH_ENV=.env', 'BASH_ENV to a relative place'],
    ['LD_PRELOAD=$ORIGIN/../a.so', 'LD_PRELOAD to a place that depends on who looks'],
    ['LD_LIBRARY_PATH=/lib:/usr/${ORIGIN}/x', 'LD_LIBRARY_PATH to a place that depends on who looks'],
    ['BASH_ENV=${PWD}/.env', 'BASH_ENV to a place that depends on who looks'],
    ['BASH_ENV=/`pwd`/.env', 'BASH_ENV to a place that depends on who looks'],
  ])('%s', async (line, told) => {
    expect(await loaded('A=1', line)).toContain(told)
  })

  test.each([
    'LD_LIBRARY_PATH=/usr/lib:',
    'LD_LIBRARY_PATH=/usr/beside',
    'LD_PRELOAD=',
    'LD_PRELOAD=libfaketime.so.1 /usr/$LIB/a.so:/usr/lib/${PLATFORM}/b.so',
    `LD_LIBRARY_PATH=${CHECKOUT}-two`,
    `PATH=${CHECKOUT}:/app`,
    'ENV',
    'ENV=production',
    'ENV=$HOME/.shrc',
    'ENV=/dev/null',
    'BASH_ENV=/dev/null',
    'BASH_ENV=/etc/with a blank/x',
    'BASH_ENV=~/.bashrc',
    'BASH_ENV=${HOME}/.bashrc',
    'LD_LIBRARY_PATH=/process:/devices',
    'constructor=/app',
  ])('nothing: %s', async (line) => {
    expect(await loaded(line)).toBeNull()
  })
})

describe('what steps look for in the checkout', () => {
  test.each([
    ['PATH=./node_modules/.bin:/bin', 'PATH: "./node_modules/.bin"'],
    [`PATH=/bin:${CHECKOUT}/bin`, `PATH: "${CHECKOUT}/bin"`],
    ['PATH=/app/bin:/bin', 'PATH: "/app/bin"'],
    [`PATH=/bin:/${CHECKOUT}/bin`, `PATH: "/${CHECKOUT}/bin"`],
    ['PATH=/proc/self/cwd/bin', 'PATH: "/proc/self/cwd/bin"'],
    ['PATH=/bin:', 'PATH: an empty entry'],
    ['PATH=', 'PATH: an empty entry'],
    ['LD_LIBRARY_PATH=/usr/local/lib:', 'LD_LIBRARY_PATH: an empty entry'],
  ])('%s', async (line, told) => {
    expect(await lookedFor(line)).toContain(`(${told})`)
  })

  test.each([
    'PATH=/bin:/usr/bin:/with a blank/bin',
    'LD_LIBRARY_PATH=',
    'LD_PRELOAD=libfaketime.so.1',
    'OTHER=./x',
    'BASH_ENV=/etc/env',
    'BASH_ENV=~/.bashrc',
  ])('nothing: %s', async (line) => {
    expect(await lookedFor(line)).toBeNull()
  })
})
