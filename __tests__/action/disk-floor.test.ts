import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { expectVerified, outcomesOf, outputOf, reportOf, runAction } from '../support/action.ts'
import { type Checkout, makeCheckout } from '../support/checkouts.ts'
import { TempFolder } from '../support/git.ts'
import { meddledEngine } from '../support/hostile-engine.ts'

const MIB = 1024 ** 2
const SHORT = /^only [\d.]+ (?:KiB|MiB) are free on the engine’s disk, below its floor of 3\.2 MiB$/

/** A small file system, which the engine is made to name as the folder of its data. */
let folder: TempFolder
let filler: string

beforeEach(() => {
  folder = new TempFolder()
  execFileSync('chmod', ['755', folder.path])
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m,mode=755', 'tmpfs', folder.path])
  filler = join(folder.path, 'filler')
})

afterEach(() => {
  execFileSync('umount', [folder.path])
  folder.remove()
})

function fill(): void {
  writeFileSync(filler, Buffer.alloc(63 * MIB))
}

function engineOn(root: string, onKill: () => void) {
  return meddledEngine([
    { path: /\/info$/, answer: (info) => ({ ...info, DockerRootDir: root }) },
    {
      path: /\/kill(?:\?|$)/,
      request: (body) => {
        onKill()
        return body
      },
    },
  ])
}

/** As a runner's user, who can't look into the engine's own folder. */
function asRunner(checkout: Checkout): readonly string[] {
  const give = `chmod 755 "$0"; chown -R 1001:121 "$0/files" '${checkout.temp}'; exec "$@"`
  const user = ['--reuid=1001', '--regid=121', '--clear-groups', '--bounding-set=-all', '--inh-caps=-all']
  return ['sh', '-c', give, checkout.folder.path, 'setpriv', ...user]
}

test('a step is killed at the floor of the disk; the next one runs if space is back, and not otherwise', async () => {
  let kills = 0
  await using engine = await engineOn(folder.path, () => {
    kills += 1
    if (kills === 1) rmSync(filler)
  })
  const checkout = makeCheckout()
  const steps = ['echo first; sleep 300', 'echo unharmed', 'echo third; sleep 300', 'echo never']
  const run = await runAction({
    checkout,
    steps: steps.map((command) => ({ run: command, 'continue-on-error': 'true' })),
    env: { DOCKER_HOST: engine.address },
    wrap: asRunner(checkout),
    during: async (running) => {
      await running.seen(/^first$/m)
      fill()
      await running.seen(/^third$/m)
      fill()
    },
  })
  const killed = { kind: 'out-of-disk', reason: expect.stringMatching(SHORT) }
  const unrun = { kind: 'not-run', because: expect.stringMatching(SHORT) }
  expect(outcomesOf(run)).toEqual([killed, { kind: 'verified' }, killed, unrun])
  expect([outputOf(run, 0), outputOf(run, 1), outputOf(run, 2)]).toEqual(['first\n', 'unharmed\n', 'third\n'])
  expect(kills).toBe(2)
  expect(run.exitCode).toBe(1)
  expect(reportOf(run).verdict.reason).toMatch(/^step "echo never" did not run: only .* below its floor/)
  expect(run.github.state.comments[0]?.body).toContain('out of disk')
  expect(run.log).not.toMatch(/^never$/m)
})

test('no step is started on a disk that is almost full', async () => {
  fill()
  await using engine = await engineOn(folder.path, () => undefined)
  const checkout = makeCheckout()
  const run = await runAction({
    checkout,
    steps: ['echo never'],
    env: { DOCKER_HOST: engine.address },
    wrap: asRunner(checkout),
  })
  expect(run.exitCode).toBe(1)
  expect(outcomesOf(run).map(({ kind }) => kind)).toEqual(['not-run'])
  const { reason } = reportOf(run).verdict
  expect(reason).toMatch(/^no step was started: only /)
  expect(reason.replace('no step was started: ', '')).toMatch(SHORT)
})

test('an engine that does not see the job’s folders has a disk of its own, which is not looked for here', async () => {
  fill()
  await using engine = await engineOn(folder.path, () => undefined)
  const checkout = makeCheckout()
  const run = await runAction({
    checkout,
    steps: ['cat README'],
    env: { DOCKER_HOST: engine.address },
    wrap: asRunner(checkout),
    hide: ['work', 'temp'],
  })
  expectVerified(run)
  expect(reportOf(run).workspace?.method).toBe('copy')
})
