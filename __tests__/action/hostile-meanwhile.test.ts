import { createHash } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { outcomesOf, reportOf, runAction } from '../support/action.ts'
import { type Checkout, makeCheckout } from '../support/checkouts.ts'
import { commit, git } from '../support/git.ts'
import { meddledEngine } from '../support/hostile-engine.ts'

/** A `git` that stands for a process of the runner which goes on: after its nth status, another commit is checked out. */
function withMovingHead({ folder, path }: Checkout, other: string, nth: number): string {
  const [bin, count] = [folder.folder('bin'), join(folder.path, 'count')]
  const move = `/usr/bin/git -c safe.directory='*' -C '${path}' checkout -q --detach ${other}`
  const lines = [
    '#!/bin/sh',
    '/usr/bin/git "$@"; code=$?',
    `case "$*" in *status*) echo x >>'${count}'; [ "$(wc -l <'${count}')" -ne ${String(nth)} ] || ${move};; esac`,
    'exit $code',
  ]
  writeFileSync(join(bin, 'git'), `${lines.join('\n')}\n`)
  chmodSync(join(bin, 'git'), 0o755)
  return `${bin}:${process.env['PATH'] ?? ''}`
}

test.each([
  [1, /the checkout is at/],
  [2, /workspace\.detached/],
])('HEAD that moves on after status no. %d of it was read is noticed, and the run is red', async (nth, reason) => {
  let other = ''
  const checkout = makeCheckout(
    { 'run.sh': 'exit 1\n' },
    {
      change: (path) => {
        const head = git(path, 'rev-parse', 'HEAD')
        other = commit(path, { 'run.sh': 'exit 0\n' })
        git(path, 'checkout', '-q', '--detach', head)
      },
    },
  )
  const PATH = withMovingHead(checkout, other, nth)
  const run = await runAction({ checkout, checkoutMoves: true, env: { PATH }, steps: ['sh run.sh'] })
  expect(readFileSync(join(checkout.path, 'run.sh'), 'utf8')).toBe('exit 0\n')
  expect(run.exitCode).toBe(1)
  expect(reportOf(run).verdict).toMatchObject({ value: 'not-verified', reason: expect.stringMatching(reason) })
})

test('a branch does not choose the engine, where a folder of Docker’s settings leads into the checkout', async () => {
  await using engine = await meddledEngine([{ path: /./ }])
  const id = createHash('sha256').update('evil').digest('hex')
  const meta = JSON.stringify({ Name: 'evil', Endpoints: { docker: { Host: engine.address } } })
  const settings = {
    'config.json': JSON.stringify({ currentContext: 'evil' }),
    [`contexts/meta/${id}/meta.json`]: meta,
  }
  const files = Object.fromEntries(Object.entries(settings).map(([name, text]) => [`.docker/${name}`, text]))
  const checkout = makeCheckout(files)
  for (const env of [{ DOCKER_CONFIG: join(checkout.path, '.docker') }, { HOME: checkout.path }]) {
    const run = await runAction({ checkout, env: { DOCKER_HOST: '', ...env }, steps: ['true'] })
    expect(run.exitCode).toBe(1)
    expect(reportOf(run).verdict.reason).toMatch(
      /^(?:DOCKER_CONFIG|HOME) .*leads into the checkout: the branch would choose/,
    )
    expect(outcomesOf(run)).toMatchObject([{ kind: 'not-run' }])
  }
  expect(engine.meddled()).toBe(0)
})
