import { execFileSync } from 'node:child_process'
import { describe, expect, test } from '@jest/globals'
import { expectVerified, outputOf, reportOf, runAction, type StepInput } from '../support/action.ts'
import { unconfined } from '../support/action-control.ts'
import { makeCheckout } from '../support/checkouts.ts'

type Image = 'busybox' | 'debian' | 'node'

/** What steps print, each as one text. */
async function look(
  steps: readonly StepInput[],
  image: Image = 'debian',
  inputs = {},
  env = {},
): Promise<readonly string[]> {
  const run = await runAction({ checkout: makeCheckout({ 'sub/file': 'x\n' }), image, steps, inputs, env })
  expectVerified(run)
  return steps.map((_, index) => outputOf(run, index))
}

describe('inside a step', () => {
  test('the workspace has its path on the runner, and is where the step starts', async () => {
    const checkout = makeCheckout({ 'sub/file': 'x\n' })
    const steps = ['pwd; echo $GITHUB_WORKSPACE', { run: 'pwd; ls', 'working-directory': 'sub' }]
    const run = await runAction({ checkout, steps })
    expectVerified(run)
    expect(outputOf(run, 0)).toBe(`${checkout.path}\n${checkout.path}\n`)
    expect(outputOf(run, 1)).toBe(`${checkout.path}/sub\nfile\n`)
  })

  test.each<Image>(['busybox', 'debian'])('HOME and /tmp can be written and run from: %s', async (image) => {
    const tool = (place: string): string => `printf '#!/bin/sh\\necho ran' >${place}/t; chmod +x ${place}/t; ${place}/t`
    const steps = [tool('"$HOME"'), tool('/tmp'), 'echo "$HOME"; ls -A "$HOME"']
    expect(await look(steps, image)).toEqual(['ran\n', 'ran\n', '/home/confine\n'])
  })

  test('the root file system can not be written', async () => {
    const run = await runAction({ checkout: makeCheckout(), image: 'debian', steps: ['echo x >/x', 'echo x >/usr/x'] })
    expect(reportOf(run).steps.map(({ outcome }) => outcome.kind)).toEqual(['failed', 'failed'])
    expect(outputOf(run, 0)).toContain('Read-only file system')
    expect(unconfined('debian', 'echo x >/x; cat /x')).toBe('x\n')
  })

  test('the user has a name and a home', async () => {
    const [who = '', home] = await look(['whoami; id -un; echo $USER', 'getent passwd "$(id -u)" | cut -d: -f6'])
    expect(new Set(who.trim().split('\n')).size).toBe(1)
    expect(who).toMatch(/^[a-z]\w*\n/)
    expect(home).toBe('/home/confine\n')
  })

  test('there is no network but loopback, and its own name leads there', async () => {
    const [links, host, lookUp, ping] = await look([
      'cut -d: -f1 -s /proc/net/dev | tr -d " "; wc -l </proc/net/route',
      'getent hosts "$(hostname)" | cut -d" " -f1; getent hosts localhost >/dev/null',
      'getent hosts example.test || echo none; grep -v -e "^#" -e "^$" -e "^search \\.$" -e "^options" /etc/resolv.conf',
      '(echo x >/dev/udp/192.0.2.1/9) 2>&1 || true',
    ])
    expect(links).toMatch(/^lo\n[01]\n$/)
    expect(host).toMatch(/^(127\.0\.\d\.1|::1)\n/)
    expect(lookUp).toBe('none\nnameserver 127.0.0.1\n')
    expect(ping).toContain('Network is unreachable')
    // The control: the same look in a container on the engine's own settings.
    expect(unconfined('debian', 'cut -d: -f1 -s /proc/net/dev | tr -d " "')).toMatch(/^(?=[^]*eth0)(?=[^]*lo)/)
  })

  test('standard input is empty, or what the step gives', async () => {
    const stdin = 'one\ntwo\nno line end'
    const steps = [
      'cat; readlink /proc/self/fd/0',
      { run: 'cat', stdin },
      { run: 'read a; echo $a', stdin },
      { run: 'true', stdin },
    ]
    expect(await look(steps)).toEqual(['/dev/null\n', stdin, 'one\n', ''])
  })

  test.each([
    ['debian', 'auto', 'bash -eo pipefail', 'bash'],
    ['debian', 'sh', '/bin/sh -e', 'sh'],
    ['busybox', 'auto', '/bin/sh -e -o pipefail', 'sh'],
  ] as const)('the shell of %s with %s is %s, which is recorded', async (image, shell, recorded, name) => {
    const steps = [{ run: 'basename "$0"; echo "${BASH_VERSION:+bash}"', shell }]
    const run = await runAction({ checkout: makeCheckout(), image, steps })
    expectVerified(run)
    expect(reportOf(run).steps[0]?.shell).toBe(recorded)
    expect(outputOf(run)).toBe(name === 'bash' ? 'bash\nbash\n' : 'sh\n\n')
  })

  test('mounts can be read and not written', async () => {
    const checkout = makeCheckout()
    const source = checkout.folder.folder('cache')
    checkout.folder.write('cache/file', 'cached\n')
    execFileSync('chmod', ['-R', '777', source])
    const steps = ['cat /cache/file', 'echo x >/cache/new', 'echo x >/cache/file']
    const run = await runAction({ checkout, steps, inputs: { mounts: `${source}:/cache` } })
    expect(reportOf(run).steps.map(({ outcome }) => outcome.kind)).toEqual(['verified', 'failed', 'failed'])
    expect(outputOf(run, 0)).toBe('cached\n')
    expect(outputOf(run, 1)).toContain('Read-only file system')
    expect(outputOf(run, 2)).toContain('Read-only file system')
    expect(reportOf(run).profile?.mounts).toEqual([{ source, target: '/cache' }])
  })

  test('it is never privileged, and can not become so', async () => {
    const [status] = await look([
      'grep -E "^(CapEff|CapPrm|CapBnd|CapInh|CapAmb|NoNewPrivs|Seccomp|Groups):" /proc/self/status',
    ])
    const fields = Object.fromEntries(
      (status ?? '')
        .trim()
        .split('\n')
        .map((line) => line.split(/:\s*/, 2)),
    )
    const none = '0000000000000000'
    expect(fields).toMatchObject({ CapEff: none, CapPrm: none, CapBnd: none, CapInh: none, CapAmb: none })
    expect(fields).toMatchObject({ NoNewPrivs: '1', Seccomp: '2' })
    expect(unconfined('debian', 'grep CapBnd /proc/self/status')).not.toContain(none)
  })
})
