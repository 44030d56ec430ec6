import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { outcomesOf, reportOf, runAction } from '../support/action.ts'
import { loadImage } from '../support/action-image.ts'
import { leftOnEngine } from '../support/action-remains.ts'
import { makeCheckout } from '../support/checkouts.ts'
import { deriveImage } from '../support/hostile-image.ts'

test('another name of the checkout in the image lets the branch choose neither the shell nor what is loaded first', async () => {
  const change = (path: string): void => {
    chmodSync(join(path, 'bin/bash'), 0o755)
  }
  const checkout = makeCheckout({ 'bin/bash': '#!/bin/sh\necho impostor\n' }, { change })
  const links = { app: checkout.path, 'bin/false': 'busybox' }
  using path = loadImage('alias-path', { links, config: { Env: ['PATH=/app/bin:/bin'] } })
  const run = await runAction({ checkout, steps: ['false'], inputs: { image: path.reference } })
  expect(outcomesOf(run)).toMatchObject([{ kind: 'failed', exitCode: 1 }])
  expect(reportOf(run).notes.join('\n')).toContain('(PATH: "/app/bin")')

  using preload = loadImage('alias-preload', { links, config: { Env: ['PATH=/bin', 'LD_PRELOAD=/app/x.so'] } })
  const refused = await runAction({ checkout, steps: ['true'], inputs: { image: preload.reference } })
  expect(outcomesOf(refused)).toMatchObject([{ kind: 'not-run' }])
  expect(reportOf(refused).verdict.reason).toContain('sets LD_PRELOAD to a place in the checkout ("/app/x.so")')
  expect(await leftOnEngine(refused.runId)).toEqual([])
})

test('account files that are none are named, and nothing is left behind', async () => {
  const command = 'rm -f /etc/group; dd if=/dev/zero of=/etc/group bs=1M count=0 seek=300'
  using image = deriveImage('busybox', 'sparse-group', command)
  const run = await runAction({ checkout: makeCheckout(), steps: ['true'], inputs: { image: image.reference } })
  expect(outcomesOf(run)).toMatchObject([{ kind: 'not-run' }])
  expect(reportOf(run).verdict.reason).toContain('the image’s /etc/group has 314572800 bytes')
  expect(await leftOnEngine(run.runId)).toEqual([])
})
