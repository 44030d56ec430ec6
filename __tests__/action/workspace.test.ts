import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { expectVerified, outputOf, reportOf, runAction } from '../support/action.ts'
import { makeCheckout, OWNER } from '../support/checkouts.ts'

/** Every way to change a tree: contents, names, links, rights, times, deletions, git's own files. */
const HAVOC = [
  'echo changed >README',
  'echo new >new; mkdir -p a/b; echo deep >a/b/c',
  'ln -s /etc/passwd link; ln README hard; mkfifo pipe',
  'mv src moved; test -f moved/one; test ! -e src',
  'rm gone; rm -r tree; chmod 4777 tool; touch -d 2001-01-01 tool',
  'rm -rf .git/hooks; echo "[core]" >.git/config; echo evil >.git/HEAD',
].join('\n')

const FILES = { 'src/one': '1\n', 'src/deep/two': '2\n', gone: 'x\n', 'tree/leaf': 'y\n', tool: '#!/bin/sh\n' }

describe('the workspace', () => {
  test('takes every change a step makes, and none of it reaches the checkout', async () => {
    const run = await runAction({
      checkout: makeCheckout(FILES),
      steps: [HAVOC, 'cat README moved/deep/two; ls gone 2>&1'],
    })
    expect(reportOf(run).steps[0]?.outcome).toEqual({ kind: 'verified' })
    // Later steps see what earlier ones did; that the checkout is as it was is looked at after each test.
    expect(outputOf(run, 1)).toMatch(/^changed\n2\nls: gone: No such file or directory\n$/)
    const claim = reportOf(run).posture.claims.find(({ id }) => id === 'workspace.detached')
    expect(claim?.verdict).toBe('proven')
  })

  test('belongs to the user of the steps, as do new files', async () => {
    const steps = ['stat -c "%u:%g" . README; touch new; stat -c "%u:%g" new; id -u; id -g']
    const run = await runAction({ checkout: makeCheckout(), steps })
    expectVerified(run)
    const owner = `${String(OWNER.uid)}:${String(OWNER.gid)}`
    expect(outputOf(run)).toBe(`${owner}\n${owner}\n${owner}\n${String(OWNER.uid)}\n${String(OWNER.gid)}\n`)
  })

  test.each(['with a blank', 'colon:in:it', 'comma,in,it', 'quote\'and"double', 'ünïcode', '$(touch pwned)', '-dash'])(
    'works in a folder called %s',
    async (name) => {
      const run = await runAction({ checkout: makeCheckout({ src: '1\n' }, { name }), steps: ['mv src x; cat x; pwd'] })
      expectVerified(run)
      expect(outputOf(run)).toMatch(/^1\n\//)
      expect(outputOf(run)).toContain(`/repo/${name}\n`)
    },
  )

  test('shows untracked files, such as dependencies that an earlier step installed', async () => {
    const untracked = { 'node_modules/dep/index.js': 'module.exports = 1\n' }
    const checkout = makeCheckout({ '.gitignore': 'node_modules\n' }, { untracked })
    const run = await runAction({ checkout, steps: ['cat node_modules/dep/index.js'] })
    expectVerified(run)
    expect(outputOf(run)).toBe('module.exports = 1\n')
    expect(reportOf(run).subject.tested?.dirtyFiles).toBe(0)
  })

  test('can be a folder of the job, named by path', async () => {
    const checkout = makeCheckout()
    const env = { GITHUB_WORKSPACE: join(checkout.path, '..') }
    const run = await runAction({ checkout, steps: ['pwd; ls ..'], env, inputs: { path: 'repo' } })
    expectVerified(run)
    expect(outputOf(run)).toBe(`${checkout.path}\nrepo\n`)
  })
})
