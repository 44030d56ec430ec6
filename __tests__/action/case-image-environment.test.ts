import { expect, test } from '@jest/globals'
import { expectVerified, outcomesOf, outputOf, reportOf, runAction } from '../support/action.ts'
import { loadImage } from '../support/action-image.ts'
import { makeCheckout } from '../support/checkouts.ts'

test('IMG-01: what the image sets stays, what Confine sets wins, and a folder that can not be written is named', async () => {
  const Env = [
    'PATH=/bin',
    'TMPDIR=/var/tmp',
    'npm_config_cache=/opt/npm/',
    'XDG_CACHE_HOME=/root/.cache',
    'HOME=/root',
    'CI=no',
    'GITHUB_SHA=0',
    'NODE_OPTIONS=--no-warnings',
    'ENV=/etc/absent',
    'BASH_ENV=/etc/absent',
    'CDPATH=/bin',
    'PS4=$(echo prompt)',
    'IFS=x',
    'GIT_DIR=/nowhere',
  ]
  using image = loadImage('case-environment', { folders: ['var/tmp', 'opt/npm', 'root'], config: { Env } })
  const steps = [
    'echo "$HOME $CI ${#GITHUB_SHA} $NODE_OPTIONS $GIT_DIR"; cd .; busybox pwd',
    'busybox mkdir "$TMPDIR/mine"',
    'busybox touch "$npm_config_cache/index"',
    'busybox mkdir -p "$XDG_CACHE_HOME/pip"',
    { run: 'busybox mkdir "$TMPDIR/mine"', env: { TMPDIR: '/tmp' } },
  ]
  const checkout = makeCheckout()
  const run = await runAction({ checkout, steps, inputs: { image: image.reference } })
  expect(outcomesOf(run).map(({ kind }) => kind)).toEqual(['verified', 'failed', 'failed', 'failed', 'verified'])
  expect(outputOf(run, 0)).toBe(`/home/confine true 40 --no-warnings /nowhere\n${checkout.path}\n`)
  expect(reportOf(run).steps.map(({ hints }) => hints.filter((hint) => hint.startsWith('The image sets')))).toEqual([
    [],
    ["The image sets TMPDIR to /var/tmp, where a step can't write. Set it with env: TMPDIR=/tmp."],
    [
      "The image sets npm_config_cache to /opt/npm/, where a step can't write. Set it with env: npm_config_cache=/tmp/npm_config_cache.",
    ],
    [
      "The image sets XDG_CACHE_HOME to /root/.cache, where a step can't write. Set it with env: XDG_CACHE_HOME=/tmp/xdg_cache_home.",
    ],
    [],
  ])
})

test('IMG-01: an environment of 100 kB passes, and one that no program can be started with is named', async () => {
  const some = Array.from({ length: 10 }, (_, n) => `BIG${String(n)}=${'x'.repeat(10_000)}`)
  using large = loadImage('case-large', { config: { Env: ['PATH=/bin', ...some] } })
  const steps = ['echo ${#BIG9}; busybox env | busybox grep -c ^BIG']
  const run = await runAction({ checkout: makeCheckout(), steps, inputs: { image: large.reference } })
  expectVerified(run)
  expect(outputOf(run)).toBe('10000\n10\n')

  using larger = loadImage('case-larger', { config: { Env: ['PATH=/bin', `BIG=${'x'.repeat(140_000)}`] } })
  const other = await runAction({ checkout: makeCheckout(), steps, inputs: { image: larger.reference } })
  expect(outcomesOf(other)).toMatchObject([
    { kind: 'not-confined', reason: expect.stringContaining('argument list too long') },
  ])
  expect(reportOf(other).steps[0]?.hints).toEqual([expect.stringContaining('The kernel starts no program')])
})
