import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { type ActionRun, expectVerified, outcomesOf, outputOf, reportOf, runAction } from '../support/action.ts'
import { engine, leftInTemp } from '../support/action-remains.ts'
import { giveTo, makeCheckout, OWNER } from '../support/checkouts.ts'
import { madeCheckout, shell, WAYS } from '../support/made-checkouts.ts'

const SHARED = 'the engine does not see the folders of this job'

/** Red before the first step, and why. */
function expectRefused(run: ActionRun, reason: RegExp): void {
  expect(run.exitCode).toBe(1)
  expect(run.log).toMatch(reason)
  expect(run.report?.steps.map(({ outcome }) => outcome.kind) ?? []).not.toContain('verified')
  expect(run.log).not.toMatch(/^RAN$/m)
}

describe.each(WAYS)('the place of a checkout, by $method', ({ method, hide }) => {
  test.each(['we ird,na:me', '-back\\slash '])('NAME-04: may be called %j', async (name) => {
    const checkout = madeCheckout({ name, scripts: { 'p.sh': 'pwd; ls ci' } })
    const run = await runAction({ checkout, hide, steps: ['ci/p.sh'] })
    expectVerified(run)
    expect(run.report?.workspace?.method).toBe(method)
    expect(outputOf(run)).toBe(`${checkout.path}\np.sh\n`)
  })
})

test.each([
  ['a line end', '"$old\nx"', /is there a line end in it/],
  ['bytes that are no UTF-8', '"$old$(printf "\\377")"', /there is no workspace: run actions\/checkout first/],
])('NAME-04: %s in the path is refused, not mistaken for another path', async (_, spelled, reason) => {
  const move = `old=$GITHUB_WORKSPACE; new=${spelled}; at=$(stat -c %y "$old/.."); mv "$old" "$new"`
  const back = 'mv "$new" "$old"; touch -d "$at" "$old/.."'
  const script = `${move}; export GITHUB_WORKSPACE="$new"; "$@"; code=$?; ${back}; exit $code`
  const wrap = ['sh', '-c', script, 'sh']
  expectRefused(await runAction({ checkout: makeCheckout(), steps: ['echo RAN'], wrap }), reason)
})

test('WS-01: a checkout of root is used as someone else, who may read and write all of it', async () => {
  const script =
    'id -u; cat README >/dev/null && cat secret >/dev/null && echo read; touch new && echo >>README && echo wrote'
  const untracked = 'echo s >secret; chmod 600 secret; mkdir -m 700 own; echo 1 >own/in'
  const checkout = madeCheckout({ owner: { uid: 0, gid: 0 }, scripts: { 'o.sh': script }, untracked })
  const run = await runAction({ checkout, steps: ['ci/o.sh; cat own/in'] })
  expectVerified(run)
  expect(outputOf(run)).toBe('1000\nread\nwrote\n1\n')
  expect(reportOf(run).profile).toMatchObject({ user: '1000:1000', userSource: expect.stringContaining('root') })
})

test.each(WAYS)('WS-02: nothing leaks back to the checkout or beside it, by $method', async ({ hide }) => {
  const script =
    'set -e\necho x > new; echo y >> README; rm LICENSE; mkdir d; ln -s /etc d/l; chmod 700 ci; touch .git/z'
  const checkout = madeCheckout({ scripts: { 'w.sh': script } })
  const run = await runAction({ checkout, hide, steps: ['ci/w.sh', 'ls'] })
  expectVerified(run)
  expect(outputOf(run, 1)).toBe('README\nci\nd\nnew\n')
  expect(leftInTemp(checkout.temp)).toEqual([])
  // The tree and what lies beside it are compared after each test: rights, owners, times and contents.
})

describe('an engine that does not see the checkout', () => {
  const scripts = { 'e.sh': 'exit 0' }

  test('HOST-03: gets a copy, and no step runs on an empty folder', async () => {
    const checkout = madeCheckout({ scripts })
    const run = await runAction({ checkout, hide: ['work', 'temp'], steps: ['test -s LICENSE && ci/e.sh'] })
    expectVerified(run)
    expect(reportOf(run).workspace).toMatchObject({ method: 'copy', reason: SHARED })
  })

  test('HOST-03: or sees another one at its place, or not what is mounted in it', async () => {
    const checkout = madeCheckout({ untracked: 'mkdir cache "ca che"; echo "engine" >cache/f' })
    // In a mount namespace of its own, as of a job container with a volume for its cache.
    const mount =
      'cd "$GITHUB_WORKSPACE"; mount -t tmpfs t cache; echo mounted >cache/f; mount -t tmpfs t "ca che"; echo 2 >"ca che/f"; exec "$@"'
    const wrap = ['unshare', '--mount', 'sh', '-ec', mount, 'sh']
    const run = await runAction({ checkout, wrap, steps: ['cat cache/f "ca che/f"'] })
    expectVerified(run)
    expect(outputOf(run)).toBe('mounted\n2\n')
    expect(reportOf(run).workspace?.reason).toMatch(/^something is mounted in the checkout: ".*\/cache", ".*\/ca che"$/)
    const other = shell(
      checkout.folder.path,
      `cp -a '${checkout.path}' other; echo 3 >other/f; touch other/.git/index; pwd`,
    )
    const bind = `mount --bind '${other.trim()}/other' '${checkout.path}'; cd '${checkout.path}'; exec "$@"`
    const elsewhere = ['unshare', '--mount', 'sh', '-ec', bind, 'sh']
    const second = await runAction({ checkout, wrap: elsewhere, steps: ['cat f'] })
    expectVerified(second)
    expect(outputOf(second)).toBe('3\n')
    expect(reportOf(second).workspace).toMatchObject({ reason: 'the engine sees another checkout at this path' })
  })
})

describe('a runner that is not root', () => {
  const group = 'socketPath' in engine ? String(statSync(engine.socketPath).gid) : '0'
  const user = [
    'setpriv',
    '--reuid=1001',
    '--regid=121',
    `--groups=121,${group}`,
    '--bounding-set=-all',
    '--inh-caps=-all',
  ]
  const made = 'mkdir locked; echo x >locked/f; chmod 0 locked; echo y >ours; chmod 0 ours'

  test('shows folders without permissions as they are, and ends red by name where it would have to copy them', async () => {
    const checkout = madeCheckout({ untracked: made })
    mkdirSync(join(checkout.folder.path, 'files'), { recursive: true })
    const give = `chmod 755 "$0"; chown -R 1001:121 "$0/files" '${checkout.temp}'; exec "$@"`
    const wrap = ['sh', '-c', give, checkout.folder.path, ...user]
    const look = 'stat -c "%a %n" locked ours; ! ls locked 2>&1; chmod 700 locked; cat locked/f'
    const run = await runAction({ checkout, wrap, steps: [look] })
    expectVerified(run)
    expect(outputOf(run)).toMatch(/^0 locked\n0 ours\nls: .*Permission denied\nx\n$/)
    const copied = await runAction({ checkout, wrap, hide: ['work'], steps: ['echo RAN'] })
    expectRefused(copied, /tar of the checkout ended with 2: .*tar: \.\/locked: Cannot open: Permission denied/)
    expect(outcomesOf(copied)).toMatchObject([{ kind: 'not-run' }])
    giveTo(checkout.temp, OWNER)
  })
})
