import { chmodSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { type ActionOptions, type ActionRun, outcomesOf, reportOf, runAction } from '../support/action.ts'
import { loadImage } from '../support/action-image.ts'
import { makeCheckout } from '../support/checkouts.ts'

/** Red, told, and nothing of the branch has run. */
async function trouble(options: Partial<ActionOptions>): Promise<ActionRun> {
  const run = await runAction({ checkout: makeCheckout(), steps: ['echo RAN', 'echo RAN'], ...options })
  expect(run.exitCode).toBe(1)
  expect(run.log).not.toMatch(/^RAN$/m)
  expect(run.github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
  const { reason } = reportOf(run).verdict
  expect(run.summary.replaceAll(/[\\`]/g, '')).toContain(reason.slice(0, 20).replaceAll('"', ''))
  return run
}

describe('an engine that can not be used is told, whatever the reason', () => {
  test('DAE-02: none is there', async () => {
    const run = await trouble({ env: { DOCKER_HOST: 'unix:///nonexistent/engine.sock' } })
    const reason = 'no engine answers at unix /nonexistent/engine.sock: is Docker installed and running?'
    expect(reportOf(run).verdict.reason).toBe(reason)
    expect(reportOf(run).engine).toBeNull()
    expect(outcomesOf(run)).toEqual([
      { kind: 'not-run', because: reason },
      { kind: 'not-run', because: reason },
    ])
  })

  test('DAE-02: the user of the runner may not use it', async () => {
    const checkout = makeCheckout()
    const socket = join(checkout.folder.path, 'engine.sock')
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(socket, resolve))
    try {
      chmodSync(socket, 0)
      // Root without the right to override permissions is refused as anyone else is.
      const wrap = ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all']
      const run = await trouble({ checkout, wrap, env: { DOCKER_HOST: `unix://${socket}` } })
      expect(reportOf(run).verdict.reason).toContain(`no permission for the engine at unix ${socket}`)
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  })

  test('DAE-02: it accepts calls and never answers', async () => {
    const checkout = makeCheckout()
    const socket = join(checkout.folder.path, 'engine.sock')
    const open = new Set<Socket>()
    const server = createServer((connection) => void open.add(connection.on('error', () => undefined)))
    await new Promise<void>((resolve) => server.listen(socket, resolve))
    try {
      const run = await trouble({ checkout, env: { DOCKER_HOST: `unix://${socket}` } })
      expect(reportOf(run).verdict.reason).toContain('accepts calls but does not answer')
    } finally {
      for (const connection of open) connection.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }, 300_000)

  test('it has no such runtime', async () => {
    const run = await trouble({ inputs: { runtime: 'no-such-runtime' } })
    expect(reportOf(run).verdict.reason).toMatch(/^runtime: the engine has no runtime "no-such-runtime", it has .*runc/)
  })
})

describe('an image that can not be used is told, whatever the reason', () => {
  test('it is not on the engine, and is not to be pulled', async () => {
    const run = await trouble({ inputs: { image: 'confine-test/absent:none', pull: 'never' } })
    expect(reportOf(run).verdict.reason).toBe(
      'image confine-test/absent:none is not on the engine, and pull is "never"',
    )
    expect(reportOf(run).image).toBeNull()
  })

  test('PLAT-01: it is for another platform', async () => {
    const other = process.arch === 'arm64' ? 'amd64' : 'arm64'
    using image = loadImage('other-platform', { architecture: other })
    const run = await trouble({ inputs: { image: image.reference } })
    expect(reportOf(run).verdict.reason).toMatch(
      new RegExp(
        `^image ${image.reference} is linux/${other}, this engine is linux/\\w+: use an image for this platform`,
      ),
    )
  })

  test('it has no shell', async () => {
    using image = loadImage('no-shell', { files: { 'etc/passwd': 'root:x:0:0::/root:/bin/sh\n' } })
    const run = await trouble({ inputs: { image: image.reference } })
    expect(outcomesOf(run)).toMatchObject([
      { kind: 'not-started', reason: expect.stringContaining('the image has no /bin/sh') },
      { kind: 'not-run' },
    ])
  })

  test.each([
    ['that passes everything', '#!/bin/busybox true\n'],
    ['that runs its last argument', '#!/bin/busybox sh\nfor last; do :; done\nexec /bin/busybox sh -c "$last"\n'],
    ['that never ends its proof', '#!/bin/busybox sh\necho hello\nexec /bin/busybox sleep 1\n'],
  ])('its shell is a fake %s', async (_, fake) => {
    using image = loadImage('fake-shell', { shell: fake })
    const run = await trouble({ inputs: { image: image.reference } })
    expect(outcomesOf(run)).toMatchObject([{ kind: 'not-confined' }, { kind: 'not-run' }])
  })

  // The gate itself: all of the proof is there, and one line of it shows a breach.
  test.each([
    [
      'a root file system that can be written',
      'write /.confine-probe',
      'write /.confine-probe written',
      'rootfs.read-only',
    ],
    ['a capability', 'status CapBnd:', 'status CapBnd: 0000000000000400', 'capabilities.none'],
    ['a second network device', 'confine-end', 'device  eth0: 0 0\n${line}', 'network.none'],
    ['a variable of the runner', 'confine-end', 'environment GITHUB_TOKEN\n${line}', 'environment.allowlist'],
  ])('a step is not released when its probe reports %s', async (_, begin, instead, claim) => {
    const filter = `while IFS= read -r line; do case $line in 'status NSpid:'*) echo 'status NSpid: 1' ;; "${begin}"*) printf '%b\\n' "${instead}" ;; *) printf '%s\\n' "$line" ;; esac; done`
    using image = loadImage('telling-shell', { shell: `#!/bin/busybox sh\n/bin/busybox sh "$@" | ${filter}\n` })
    const run = await trouble({ inputs: { image: image.reference } })
    expect(outcomesOf(run)).toMatchObject([{ kind: 'not-confined', claims: [claim] }, { kind: 'not-run' }])
    expect(reportOf(run).posture.claims.find(({ id }) => id === claim)?.verdict).toBe('refuted')
  })
})
