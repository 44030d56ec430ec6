import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { expectVerified, outcomesOf, reportOf, runAction } from '../support/action.ts'
import { BASIC, makeCheckoutWithCredential, PLANTED, SITES } from '../support/action-credentials.ts'
import { makeCheckout } from '../support/checkouts.ts'
import { deriveImage, loosened } from '../support/hostile-image.ts'
import { claimOf, factsOf, printedBy, published } from '../support/hostile-run.ts'

const CANARY = 'canary-9c2e-of-the-job'

/** Where the runner keeps the files by which steps talk to it (actions/runner, FileCommandManager.cs). */
const GUESSES = [
  ...['/home/runner/work/_temp', '/home/runner/work/_temp/_runner_file_commands', '/__w/_temp', '/github/workspace'],
  ...['/github/file_commands', '/github/home', '/opt/hostedtoolcache', '/home/runner', '/opt/actions-runner'],
]

const look = (path: string) => `if [ -e '${path}' ]; then echo '${path}: there'; else echo '${path}: absent'; fi`

const VARIABLES = ['GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY', 'RUNNER_TEMP']

describe('a step that looks for the job it runs in', () => {
  test('(b) 4: the files by which it would speak to the runner are not there, by no name', async () => {
    const checkout = makeCheckout()
    const places = [...['files', 'temp', 'home'].map((name) => join(checkout.folder.path, name)), ...GUESSES]
    const guess = [
      ...places.map(look),
      ...VARIABLES.map((name) => `echo "${name}: \${${name}-unset}"`),
      `(mkdir -p '${checkout.folder.path}/files' && echo 'verified=true' >'${checkout.folder.path}/files/output') 2>&1 || echo 'writing: refused'`,
      `find / -xdev \\( -name '_runner_file_commands' -o -name 'set_output_*' -o -name event.json \\) -printf 'found %p\\n' 2>/dev/null || true`,
      look(checkout.path),
    ].join('\n')
    const run = await runAction({ checkout, image: 'debian', steps: [{ name: '4', run: guess }] })
    expectVerified(run)
    expect(factsOf(run, '4')).toMatchObject({
      ...Object.fromEntries(places.map((path) => [path, 'absent'])),
      ...Object.fromEntries(VARIABLES.map((name) => [name, 'unset'])),
      writing: 'refused',
      [checkout.path]: 'there',
    })
    expect(printedBy(run, '4')).not.toContain('found ')
    // The control: on the runner the same places are there.
    for (const path of places.slice(0, 3)) expect(existsSync(path)).toBe(true)
  })

  test('(b) 18: lists every environment that it can read: allowed names, and no canary', async () => {
    const env = { NPM_TOKEN: CANARY, ACTIONS_RUNTIME_TOKEN: CANARY, AWS_SECRET_ACCESS_KEY: CANARY, MY_SETTING: CANARY }
    const names = `tr '\\0' '\\n' | grep -ao '^[A-Za-z_][A-Za-z0-9_]*=' | sort -u | tr -d '='`
    const steps = [
      { name: 'names', run: `cat /proc/[0-9]*/environ | ${names}` },
      {
        name: '18',
        run: `echo "processes: $(ls -d /proc/[0-9]*/environ | wc -l)"; env; cat /proc/[0-9]*/environ /proc/1/cmdline`,
      },
    ]
    const run = await runAction({ checkout: makeCheckout(), image: 'debian', steps, env })
    expectVerified(run)
    const allowed = [...(reportOf(run).profile?.environment ?? []), 'PATH', 'HOSTNAME', 'PWD', 'OLDPWD', 'SHLVL', '_']
    const seen = printedBy(run, 'names').trim().split('\n')
    expect(seen).toEqual(expect.arrayContaining(['CI', 'HOME', 'GITHUB_WORKSPACE']))
    expect(seen.filter((name) => !allowed.includes(name))).toEqual([])
    expect(Number(factsOf(run, '18')['processes'])).toBeGreaterThanOrEqual(2)
    expect(published(run)).not.toContain(CANARY)
    expect(claimOf(run, 'environment.allowlist').verdict).toBe('proven')
  })
})

describe('a step that looks for git’s credentials', () => {
  test.each(SITES.slice(0, 2))('(b) 17: reads what was left by $name: it is not there', async (site) => {
    const checkout = makeCheckoutWithCredential(site)
    const read = [
      'cat .git/config; git config --list --show-origin',
      'printf "protocol=https\\nhost=github.com\\n" | GIT_TERMINAL_PROMPT=0 git credential fill 2>&1 || true',
      `cat '${checkout.temp}'/* 2>&1 || true`,
    ].join('\n')
    const run = await runAction({ checkout, image: 'debian', steps: [{ name: '17', run: read }] })
    expectVerified(run)
    expect(printedBy(run, '17')).toContain('branch.main.remote=origin')
    expect(printedBy(run, '17')).not.toMatch(/extraheader|includeif|authorization/i)
    for (const secret of [PLANTED, BASIC]) expect(published(run)).not.toContain(secret)
    const onHost = execFileSync('git', ['-c', 'safe.directory=*', 'config', '--list', '--includes'], {
      cwd: checkout.path,
    })
    expect(onHost.toString()).toMatch(/extraheader/i)
  })

  test('(b) 17: or puts one there for the next step: that one does not run', async () => {
    const plant = 'git config http.https://github.com/.extraheader "AUTHORIZATION: basic eA=="'
    const run = await runAction({ checkout: makeCheckout(), image: 'debian', steps: [plant, 'echo RAN'] })
    expect(outcomesOf(run)).toEqual([
      { kind: 'verified' },
      {
        kind: 'not-confined',
        claims: ['credentials.none'],
        reason: expect.stringContaining('credentials.none is refuted'),
      },
    ])
    expect(run.log).not.toMatch(/^RAN$/m)
    expect(run.exitCode).toBe(1)
  })
})

const BECOME_ROOT = [
  'cp /bin/bash copy; cp /bin/bash /tmp/copy; chmod 6755 copy /tmp/copy; stat -c "copy is %a" copy',
  'for shell in /bin/root-bash ./copy /tmp/copy; do $shell -p -c \'echo "$0 is $EUID"\' $shell; done',
  'for tool in "su -c id" "mount -t tmpfs none /tmp" "newgrp root" "passwd -d root"; do',
  '  ($tool) </dev/null >/dev/null 2>&1 && echo "$tool: worked" || echo "$tool: refused"',
  'done',
].join('\n')

describe('a step that wants to be another user', () => {
  test('(b) 23: by set-uid programs of the image and of its own: it stays who it is, and none is on the host', async () => {
    using image = deriveImage('debian', 'set-uid', 'cp /bin/bash /bin/root-bash; chmod 6755 /bin/root-bash')
    const checkout = makeCheckout()
    const run = await runAction({
      checkout,
      steps: [{ name: '23', run: BECOME_ROOT }],
      inputs: { image: image.reference },
    })
    expectVerified(run)
    expect(printedBy(run, '23').split('\n').slice(0, 4)).toEqual([
      'copy is 6755',
      '/bin/root-bash is 1001',
      './copy is 1001',
      '/tmp/copy is 1001',
    ])
    expect(printedBy(run, '23').match(/: refused$/gm)).toHaveLength(4)
    expect(execFileSync('find', [checkout.folder.path, '-perm', '/6000'], { encoding: 'utf8' })).toBe('')
    expect(claimOf(run, 'privileges.no-new').verdict).toBe('proven')
    const asAnyone = ['--user', '1001:121']
    expect(loosened(image.reference, asAnyone, '/bin/root-bash -p -c \'echo "$EUID"\'')).toBe('0\n')
  })
})
