import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type ActionRun, expectVerified, outcomesOf, outputOf, reportOf, runAction } from '../support/action.ts'
import { type LoadedImage, loadImage } from '../support/action-image.ts'
import { engine } from '../support/action-remains.ts'
import { checkoutWith } from '../support/case-files.ts'
import { makeCheckout } from '../support/checkouts.ts'
import { mustAsk } from '../../scripts/lib/engine-api.mjs'
import { neverStarted } from '../support/hostile-image.ts'
import { printedBy, stepNamed } from '../support/hostile-run.ts'

const SCRIPTS = {
  'ci/s.sh': '#!/bin/sh\necho from-script; exit 5\n',
  'ci/v.sh': '#!/bin/sh\nls ci/v.sh\ndd if=/dev/zero of=/data/x bs=1M count=3000 2>&1 | tail -1\nexit 0\n',
  'ci/h.sh': '#!/bin/sh\nsleep 4\n[ ! -e /tmp/health ] && echo quiet\n',
}

const executable = (path: string): void => void execFileSync('chmod', ['-R', '+x', `${path}/ci`])

/** Volumes without a name of their own that were made since then. */
async function anonymousVolumes(since: number): Promise<readonly string[]> {
  const { Volumes } = JSON.parse(await mustAsk(engine, 'GET', '/volumes')) as {
    Volumes: readonly { readonly Name: string; readonly CreatedAt: string }[] | null
  }
  // The engine gives whole seconds.
  const isNew = (time: string): boolean => Date.parse(time) >= Math.floor(since / 1000) * 1000
  const found = (Volumes ?? []).filter(({ Name, CreatedAt }) => /^[0-9a-f]{64}$/.test(Name) && isNew(CreatedAt))
  return found.map(({ Name }) => Name)
}

/** Those that are there after a while, for other tests make some too. */
async function volumesLeft(since: number): Promise<readonly string[]> {
  for (let tries = 0; ; tries += 1) {
    const left = await anonymousVolumes(since)
    if (left.length === 0 || tries === 60) return left
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

describe('an image with settings of its own', () => {
  let image: LoadedImage
  let run: ActionRun
  let since: number
  const checkout = makeCheckout(SCRIPTS, { change: executable })

  beforeAll(() => {
    since = Date.now()
    image = loadImage('case', {
      folders: ['data', 'var/lib/db', 'opt/file', 'tmp'],
      links: Object.fromEntries(
        ['ls', 'dd', 'tail', 'sleep', 'touch', 'id', 'env', 'grep'].map((name) => [`bin/${name}`, 'busybox']),
      ),
      config: {
        Entrypoint: ['/bin/busybox', 'echo', 'EP:'],
        Cmd: ['sleep', '100'],
        User: 'no-such-user:no-such-group',
        WorkingDir: '/bin/busybox',
        Volumes: {
          '/data': {},
          [checkout.path]: {},
          '/home': {},
          '/home/confine/.m2': {},
          '/tmp/cache': {},
          '/var/lib': {},
          '/var/lib/db/': {},
        },
        Healthcheck: { Test: ['CMD-SHELL', 'touch /tmp/health'], Interval: 1_000_000_000 },
        OnBuild: ['RUN exit 1'],
        StopSignal: 'SIGINT',
        Shell: ['/bin/false'],
        ExposedPorts: { '80/tcp': {} },
      },
    })
  })
  afterAll(() => {
    image[Symbol.dispose]()
  })

  test('IMG-01: ENTRYPOINT and CMD, with USER, WORKDIR, ONBUILD, STOPSIGNAL and SHELL, change no step', async () => {
    const places = '/home/confine/.m2 /tmp/cache /var/lib/db'
    const health: string[] = []
    const steps = [
      { name: 'IMG-01', run: 'ci/s.sh' },
      { name: 'IMG-03', run: 'ci/v.sh' },
      {
        name: 'nested',
        run: `for place in ${places}; do echo x >$place/x; grep -c "$place tmpfs" /proc/mounts; done; id -u; pwd`,
      },
      { name: 'late', run: 'sleep 100', 'timeout-minutes': '0.03' },
      { name: 'IMG-04', run: 'ci/h.sh' },
    ]
    run = await runAction({
      checkout,
      steps,
      inputs: { image: image.reference, memory: '256m' },
      during: async ({ ended }) => {
        let over = false
        void ended.then(() => (over = true))
        // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- set by the line above
        while (!over) {
          health.push(...(await healthChecks(image.reference)))
          await new Promise((resolve) => setTimeout(resolve, 500))
        }
      },
    })
    expect(printedBy(run, 'nested')).toMatch(/^1\n1\n1\n1001\n/)
    expect(outcomesOf(run)).toMatchObject([
      { kind: 'failed', exitCode: 5 },
      { kind: 'verified' },
      { kind: 'verified' },
      { kind: 'timed-out' },
      { kind: 'verified' },
    ])
    expect(printedBy(run, 'IMG-01')).toBe('from-script\n')
    expect(run.log).not.toContain('EP:')
    expect(new Set(health)).toEqual(new Set(['["NONE"]']))
  })

  test('IMG-03: a VOLUME is covered by memory, a sixteenth of the limit, and stays on no disk', async () => {
    expect(printedBy(run, 'IMG-03')).toBe('ci/v.sh\n16+0 records out\n')
    expect(stepNamed(run, 'late').outcome.kind).toBe('timed-out')
    {
      using container = neverStarted(image.reference)
      expect(container.id).toMatch(/^[0-9a-f]{64}$/)
      expect(await anonymousVolumes(since)).not.toEqual([])
    }
    expect(await volumesLeft(since)).toEqual([])
  })

  test('IMG-04: HEALTHCHECK is off', () => {
    expect(printedBy(run, 'IMG-04')).toBe('quiet\n')
  })
})

/** Of what runs of this image at the moment. */
async function healthChecks(reference: string): Promise<readonly string[]> {
  const filters = encodeURIComponent(JSON.stringify({ label: ['confine.run'], ancestor: [reference] }))
  const running = JSON.parse(await mustAsk(engine, 'GET', `/containers/json?filters=${filters}`)) as { Id: string }[]
  const seen = await Promise.all(
    running.map(async ({ Id }) => {
      const answer = await mustAsk(engine, 'GET', `/containers/${Id}/json`).catch(() => null)
      if (answer === null) return [] // It has ended since.
      const { Config } = JSON.parse(answer) as { Config: { Healthcheck?: { Test: readonly string[] } } }
      return [JSON.stringify(Config.Healthcheck?.Test)]
    }),
  )
  return seen.flat()
}

test('IMG-03: a VOLUME leaves nothing behind where no step could start', async () => {
  const since = Date.now()
  using image = loadImage('case-no-shell', { files: { 'data/x': 'x' }, config: { Volumes: { '/data': {} } } })
  const run = await runAction({ checkout: makeCheckout(), inputs: { image: image.reference } })
  expect(outcomesOf(run)).toMatchObject([{ kind: 'not-started', reason: expect.stringContaining('no /bin/sh') }])
  expect(await volumesLeft(since)).toEqual([])
})

test.each([
  ['/', /declares a VOLUME at "\/", which can't be covered/],
  ['data', /declares a VOLUME at "data", which can't be covered/],
])('IMG-03: a VOLUME on %s is refused in plain words', async (path, words) => {
  using image = loadImage('case-volume', { config: { Volumes: { [path]: {} } } })
  const run = await runAction({ checkout: makeCheckout(), steps: ['echo RAN'], inputs: { image: image.reference } })
  expect(outcomesOf(run)).toMatchObject([{ kind: 'not-run' }])
  expect(reportOf(run).verdict.reason).toMatch(words)
})

test('IMG-03: a VOLUME over a folder of the commit is refused: what it hides was not tested', async () => {
  const checkout = checkoutWith({
    'ci/all.sh': '#!/bin/sh\n! [ -e test/a.sh ] || sh test/a.sh\n',
    'test/a.sh': 'exit 1\n',
  })
  using image = loadImage('case-volume-in', { config: { Volumes: { [`${checkout.path}/test`]: {} } } })
  const run = await runAction({ checkout, steps: ['ci/all.sh'], inputs: { image: image.reference } })
  expect(run.exitCode).toBe(1)
  expect(reportOf(run).verdict.reason).toMatch(/the image has a place of its own in the checkout.*would hide files/)
})

test('IMG-03: a VOLUME, accounts, /tmp, HOME and the engine’s files may lie below links', async () => {
  using image = loadImage('case-links', {
    folders: ['var/tmp', 'var/home', 'run/db', 'nix', 'etc'],
    links: {
      tmp: 'var/tmp',
      home: '/var/home',
      'var/run': '../run',
      'etc/passwd': '/nix/passwd',
      'etc/group': '../nix/group',
      'etc/resolv.conf': '/run/resolve/stub.conf',
    },
    config: { Volumes: { '/var/run/db': {} } },
  })
  const step = 'for place in /tmp "$HOME" /var/run/db; do echo x >$place/x; busybox cat $place/x; done; busybox id -un'
  const run = await runAction({ checkout: makeCheckout(), steps: [step], inputs: { image: image.reference } })
  expectVerified(run)
  expect(outputOf(run)).toBe('x\nx\nx\nconfine\n')
})
