import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { expectVerified, runAction } from '../support/action.ts'
import { type Checkout, giveTo, makeCheckout, OWNER } from '../support/checkouts.ts'
import { git } from '../support/git.ts'
import { claimOf, printedBy, published } from '../support/hostile-run.ts'

const CANARY = 'canary-of-the-runner-7d1f'

/** Names under which somebody might look for a result. */
const RESULTS = ['report.json', 'confine-report.json', 'test-results.xml', 'out/report', '.confine/report.json']

function links(checkout: Checkout): string {
  const targets = [
    '/proc/self/environ',
    '/proc/1/root/etc/shadow',
    join(checkout.temp, 'credentials'),
    '..',
    '/dev/zero',
  ]
  const made = RESULTS.map((name, n) => `mkdir -p "$(dirname ${name})"; ln -sfn '${targets[n]!}' ${name}`)
  const outside = [`ln -s /etc/passwd ../report.json`, `ln -s /etc/passwd '${checkout.temp}/confine-report.json'`]
  return [...made, ...outside.map((command) => `! (${command}) 2>/dev/null`), 'ls -l . out .confine'].join('\n')
}

const SPECIAL = [
  'mkfifo report.json',
  `python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("confine-report.json")'`,
  'mkdir -p test-results.xml/report.json',
  'mkdir -p out .confine; truncate -s 32M out/report; ln README .confine/report.json',
  '(truncate -s 1T huge) 2>&1 || echo "sparse: refused"; (mknod device c 1 5) 2>&1 || echo "device: refused"',
  'mkfifo "$(printf "new\\nline")" "$(printf "\\033[31m")"; mkdir -p loop; ln -s . loop/loop',
].join('\n')

describe('a step that leaves something else where a report is looked for', () => {
  test('(b) 13: links to what is not its own: nothing of it is read, and the report is Confine’s', async () => {
    const checkout = makeCheckout()
    checkout.folder.write('temp/credentials', CANARY)
    const run = await runAction({ checkout, image: 'debian', steps: [{ name: '13', run: links(checkout) }, 'ls'] })
    expectVerified(run)
    expect(printedBy(run, '13')).toContain('report.json -> /proc/self/environ')
    expect(published(run)).not.toContain(CANARY)
    expect(published(run)).not.toContain('root:')
    expect(lstatSync(run.outputs['report'] ?? '').isFile()).toBe(true)
    expect(readFileSync(join(checkout.temp, 'credentials'), 'utf8')).toBe(CANARY)
  })

  test('(b) 13: a link that the branch has committed leads Confine’s report nowhere', async () => {
    const checkout = makeCheckout({}, { change: (path) => symlinkSync('/etc', join(path, 'out')) })
    const env = { GITHUB_WORKSPACE: join(checkout.path, '..') }
    symlinkSync('/etc/passwd', join(checkout.temp, 'linked.json'))
    for (const report of ['repo/out/report.json', join(checkout.temp, 'linked.json'), 'repo/report.json']) {
      const run = await runAction({ checkout, env, inputs: { path: 'repo', report } })
      expect(run.exitCode).toBe(1)
      expect(run.log).toContain('Input report: expected ')
      expect(run.report).toBeNull()
    }
    const beside = await runAction({
      checkout,
      env,
      inputs: { path: 'repo', report: join(checkout.temp, 'free.json') },
    })
    expectVerified(beside)
    expect(existsSync('/etc/report.json')).toBe(false)
  })

  test('(b) 14: pipes, sockets, folders, holes and hard links: none holds anything up, or grows', async () => {
    const checkout = makeCheckout()
    const run = await runAction({
      checkout,
      image: 'debian',
      steps: [
        { name: '14', run: SPECIAL },
        { name: 'after', run: 'ls -A | wc -l; stat -c %F report.json' },
      ],
      inputs: { 'file-size': '64m' },
    })
    expectVerified(run)
    expect(printedBy(run, '14')).toMatch(/sparse: refused/)
    expect(printedBy(run, '14')).toMatch(/device: refused/)
    expect(printedBy(run, 'after')).toMatch(/fifo/)
    expect(claimOf(run, 'workspace.detached').verdict).toBe('proven')
  })

  test.each(['overlay', 'copy'] as const)('(b) 14: nor such files in the checkout itself, by %s', async (method) => {
    const checkout = makeCheckout()
    execFileSync('mkfifo', [join(checkout.path, 'pipe')])
    mkdirSync(join(checkout.path, 'loop'))
    symlinkSync('.', join(checkout.path, 'loop/loop'))
    giveTo(checkout.path, OWNER)
    const run = await runAction({ checkout, steps: ['test -p pipe'], hide: method === 'copy' ? ['work'] : [] })
    expectVerified(run)
    expect(run.report?.workspace?.method).toBe(method)
  })
})

/** Every way to change a tree, git's own files among them. */
const HAVOC = [
  'echo changed >README; echo new >new; chmod 6777 tool; touch -d 2001-01-01 tool; mv src moved; rm -r tree',
  'ln -s /etc/passwd link; ln README hard; setfattr -n user.x -v y README 2>/dev/null || true',
  'rm -rf .git/hooks .git/objects; echo evil >.git/HEAD; : >.git/index',
].join('\n')

/** Each of them is run by git on a plain `git status` or `git diff` (git-config, githooks, gitattributes). */
const PLANTS = (witness: string) =>
  [
    `printf '#!/bin/sh\\necho ran >>"%s"; echo ran >>/tmp/ran; cat\\n' '${witness}' >evil; chmod +x evil; evil=$PWD/evil`,
    'mkdir -p .git/hooks; for hook in post-index-change pre-commit post-checkout; do cp evil .git/hooks/$hook; done',
    'git config core.fsmonitor "$evil"; git config core.hooksPath "$PWD/.git/hooks"; git config filter.x.clean "$evil"',
    'git config diff.external "$evil"; git config core.pager "$evil"; git config alias.status "!$evil"',
    'echo "* filter=x" >.git/info/attributes; printf "[core]\\n\\tfsmonitor = %s\\n" "$evil" >more',
    'git config include.path "$PWD/more"; git init -q --bare nested; git -C nested config core.fsmonitor "$evil"',
    'echo changed >README; git status >/dev/null 2>&1 || true; git diff >/dev/null 2>&1 || true',
    'test -s /tmp/ran; echo "planted: runs here"',
  ].join('\n')

describe('a step that changes the checkout', () => {
  test('(b) 15: in every way: its own layer takes it, and the host’s tree is what it was', async () => {
    const files = { 'src/one': '1\n', 'tree/leaf': 'x\n', tool: '#!/bin/sh\n' }
    const run = await runAction({
      checkout: makeCheckout(files),
      image: 'debian',
      steps: [
        { name: '15', run: HAVOC },
        { name: 'after', run: 'cat README moved/one; stat -c %a tool' },
      ],
    })
    expect(printedBy(run, 'after')).toBe('changed\n1\n6777\n')
    // The tree on the host is compared after each test: names, rights, times and contents.
    expect(claimOf(run, 'workspace.detached').verdict).toBe('proven')
  })

  test('(b) 16: plants hooks and settings for a later git: none is on the host, and git runs none', async () => {
    const checkout = makeCheckout()
    const witness = join(checkout.path, '../../../ran')
    const config = readFileSync(join(checkout.path, '.git/config'), 'utf8')
    const run = await runAction({ checkout, image: 'debian', steps: [{ name: '16', run: PLANTS(witness) }] })
    expectVerified(run)
    expect(printedBy(run, '16')).toContain('planted: runs here')
    expect(git(checkout.path, '--no-optional-locks', 'status', '--porcelain')).toBe('')
    expect(git(checkout.path, '-c', 'diff.autoRefreshIndex=false', 'diff')).toBe('')
    expect(existsSync(witness)).toBe(false)
    expect(readFileSync(join(checkout.path, '.git/config'), 'utf8')).toBe(config)
    expect(claimOf(run, 'workspace.detached').verdict).toBe('proven')
  })
})
