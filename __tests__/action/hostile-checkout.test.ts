import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { expectVerified, outcomesOf, outputOf, reportOf, runAction } from '../support/action.ts'
import { BASIC } from '../support/action-credentials.ts'
import { finish, makeCheckout, makeFolders } from '../support/checkouts.ts'
import { commit, git, makeRepository } from '../support/git.ts'

const HEADER = 'http.https://github.com/.extraheader'

describe('a branch that chooses names', () => {
  test.each(['a/b/lfs', 'a/b/objects', 'lfs', 'index'])(
    'hides no credential in a submodule that it calls %s',
    async (name) => {
      const { folder, path, temp } = makeFolders()
      const origin = join(folder.path, 'origin')
      makeRepository(origin)
      makeRepository(path)
      git(path, 'submodule', '--quiet', 'add', '--name', name, origin, 'sub')
      const head = commit(path, { 'package.json': '{}\n' })
      git(join(path, 'sub'), 'config', HEADER, `AUTHORIZATION: basic ${BASIC}`)
      const checkout = finish({ folder, path, temp, head })
      const config = `.git/modules/${name}/config`
      const run = await runAction({
        checkout,
        image: 'debian',
        steps: [`base64 -w0 ${config}; grep -rl -i authorization .git || true`],
      })
      expectVerified(run)
      const seen = Buffer.from(outputOf(run), 'base64').toString()
      expect(seen).toContain('[remote "origin"]')
      expect(seen).not.toContain(BASIC)
      expect(reportOf(run).workspace?.scrubbed).toContain(config)
    },
  )
})

describe('a branch with programs of its own, in a folder on the PATH of the job', () => {
  test.each(['absolute', 'relative'])('has none of them run on the runner (%s)', async (how) => {
    const evil = '#!/bin/sh\ntouch "$RUNNER_TEMP/ran" /tmp/ran-of-a-branch "$PWD/ran"\nexec /usr/bin/tar "$@"\n'
    const names = ['tar', 'git', 'timeout', 'docker-credential-x']
    const files = Object.fromEntries(names.map((name) => [`bin/${name}`, evil]))
    const executable = (path: string) => {
      for (const name of names) chmodSync(join(path, 'bin', name), 0o755)
    }
    // Of root: such a checkout is copied, by tar.
    const checkout = makeCheckout(files, { owner: { uid: 0, gid: 0 }, change: executable })
    const folder = how === 'absolute' ? join(checkout.path, 'bin') : './bin'
    const run = await runAction({ checkout, env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` } })
    expectVerified(run)
    expect(reportOf(run).workspace?.method).toBe('copy')
    for (const place of ['/tmp/ran-of-a-branch', join(checkout.temp, 'ran'), join(checkout.path, 'ran')]) {
      expect(existsSync(place)).toBe(false)
    }
  })
})

describe('a step that prints what is slow to read', () => {
  test('gets no longer by it', async () => {
    const print = `perl -e 'print "\\r\\xe2\\x80\\x8b" x 131072'; sleep 30`
    const run = await runAction({
      checkout: makeCheckout(),
      image: 'debian',
      steps: [{ run: print, 'timeout-minutes': 0.05 }],
    })
    expect(outcomesOf(run)).toMatchObject([{ kind: 'timed-out' }])
  })

  test('keeps nobody waiting for its report', async () => {
    const run = await runAction({
      checkout: makeCheckout(),
      steps: [`head -c 300k /dev/zero | tr '\\0' '\\r'; exit 1`],
    })
    expect(outcomesOf(run)).toMatchObject([{ kind: 'failed', exitCode: 1 }])
  })
})
