import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { expectVerified, outputOf, reportOf, runAction } from '../support/action.ts'
import { madeCheckout } from '../support/made-checkouts.ts'

/** 100 times 20 folders of 50 files of 1 kB. Hard links: a slow disk would take minutes to make and remove as many files. */
const MANY = `mkdir -p node_modules/p0
  for folder in $(seq 20); do mkdir node_modules/p0/q$folder
    for file in $(seq 50); do head -c 1000 /dev/zero >node_modules/p0/q$folder/f$file; done; done
  for copy in $(seq 99); do cp -rl node_modules/p0 node_modules/p$copy; done`
const FILE = 'node_modules/p7/q1/f1'

test('BIG-01: a hundred thousand files are not copied, and no step changes them on the host', async () => {
  const script = `find node_modules -type f | wc -l; wc -c <${FILE}; echo x >>${FILE}`
  const checkout = madeCheckout({ scripts: { 'n.sh': script }, untracked: MANY })
  const run = await runAction({ checkout, steps: ['ci/n.sh', 'ci/n.sh', 'ci/n.sh'] })
  expectVerified(run)
  expect([0, 1, 2].map((index) => outputOf(run, index).split('\n'))).toEqual([
    ['100000', '1000', ''],
    ['100000', '1002', ''],
    ['100000', '1004', ''],
  ])
  // Nothing but what the steps write takes room; that it is gone afterwards is looked at after each test.
  const workspace = { method: 'overlay', reason: expect.stringContaining('nothing was copied') }
  expect(reportOf(run).workspace).toMatchObject(workspace)
  expect(readFileSync(join(checkout.path, FILE))).toHaveLength(1000)
}, 180_000)
