import { execFileSync } from 'node:child_process'
import { describe, expect, test } from '@jest/globals'
import { expectVerified, outcomesOf, outputOf, reportOf, runAction } from '../support/action.ts'
import { loadImage } from '../support/action-image.ts'
import { makeCheckout } from '../support/checkouts.ts'

/** Without any program but the shell, and without /tmp, /etc, /home: builtins only. */
const BUILTINS =
  'echo "${LANG}" >/tmp/x; read -r line </tmp/x; echo "$line" >$HOME/y; read -r line <$HOME/y; echo "$line"'

describe('IMG-01: an image of a shell and nothing else', () => {
  test.each([
    ['dash', '/bin/dash', '/bin/sh -e'],
    ['bash', '/bin/bash', 'bash -eo pipefail'],
  ])('%s, behind a chain of links', async (_, program, shell) => {
    const links = { 'bin/sh': '../opt/one', 'opt/one': '/opt/two', 'opt/two': program }
    // A machine with merged folders says /usr/bin to its own links, which the copy is not.
    using image = loadImage('case-shell', { files: {}, folders: ['bin', 'opt'], programs: [program], links })
    const steps = [BUILTINS, 'ls']
    const run = await runAction({ checkout: makeCheckout(), steps, inputs: { image: image.reference } })
    expect(outcomesOf(run)).toMatchObject([{ kind: 'verified' }, { kind: 'failed', exitCode: 127 }])
    expect(outputOf(run, 0)).toBe('C.UTF-8\n')
    expect(reportOf(run).steps[0]?.shell).toMatch(new RegExp(`^${shell}`))
  })
})

/** Names that a shell script may well use for itself, and those that few shells can pass on. */
const NAMES = ['release', 'nonce', 'command', 'shell', 'input', 'line', 'path', 'host', 'file', 'bash', 'facts', 'code']

test('IMG-01: names that the image exports reach the step as they are', async () => {
  const odd = [
    'A.B=1',
    'A-B=2',
    'É=3',
    'x y=4',
    '1A=5',
    'EMPTY=',
    'NOTHING',
    'BASH_FUNC_f%%=() { echo f; }',
    'LINES_=a\nb',
  ]
  const Env = ['PATH=/bin', ...NAMES.map((name) => `${name}=of the image`), ...odd]
  using image = loadImage('case-names', { config: { Env } })
  const print = 'for name in $NAMES; do eval "echo \\"$name: \\$$name\\""; done; echo "$LINES_"'
  const steps = [{ run: print, env: { NAMES: NAMES.join(' ') } }]
  const run = await runAction({ checkout: makeCheckout(), steps, inputs: { image: image.reference } })
  expectVerified(run)
  expect(outputOf(run).replace(/^name: .*\n/m, '')).toBe(
    [...NAMES.map((name) => `${name}: of the image`), 'a', 'b', ''].join('\n'),
  )
})

describe('IMG-01: an odd PATH', () => {
  test('with the checkout in it, or relative, lets the branch not choose the shell, and is told', async () => {
    const impostor = '#!/bin/sh\necho impostor; exit 0\n'
    const change = (path: string): void => void execFileSync('chmod', ['-R', '+x', `${path}/bin`])
    const checkout = makeCheckout(
      { 'bin/bash': impostor, 'bin/sh': impostor, 'bin/tool': '#!/bin/bash\necho tool\n' },
      { change },
    )
    const config = { Env: [`PATH=${checkout.path}/bin:./bin:bin::/bin`] }
    using image = loadImage('case-path', { files: {}, programs: ['/bin/bash'], links: { 'bin/sh': 'bash' }, config })
    const steps = ['exit 3', { run: 'exit 4', shell: 'bash' }, { run: 'exit 5', shell: 'sh' }, 'tool']
    const run = await runAction({ checkout, steps, inputs: { image: image.reference } })
    expect(outcomesOf(run)).toMatchObject([{ exitCode: 3 }, { exitCode: 4 }, { exitCode: 5 }, { kind: 'verified' }])
    expect(run.log).not.toContain('impostor')
    expect(outputOf(run, 3)).toBe('tool\n')
    expect(reportOf(run).notes.join('\n')).toContain(`the image looks for programs or libraries in the checkout`)
  })

  test('empty: the hint says so; missing: the engine has one', async () => {
    using empty = loadImage('case-path-empty', { config: { Env: ['PATH='] } })
    const run = await runAction({
      checkout: makeCheckout(),
      steps: ['no-such-tool'],
      inputs: { image: empty.reference },
    })
    expect(outcomesOf(run)).toMatchObject([{ kind: 'failed', exitCode: 127 }])
    expect(reportOf(run).steps[0]?.hints).toContainEqual(expect.stringContaining('The image sets an empty PATH'))
    using none = loadImage('case-path-none', { config: { Env: [] } })
    const other = await runAction({
      checkout: makeCheckout(),
      steps: ['echo $PATH'],
      inputs: { image: none.reference },
    })
    expectVerified(other)
    expect(outputOf(other)).toBe('/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n')
  })
})

test('IMG-01: an image that would load the branch’s files before the proof is refused', async () => {
  const checkout = makeCheckout()
  using image = loadImage('case-preload', { config: { Env: ['PATH=/bin', `LD_PRELOAD=${checkout.path}/x.so`] } })
  const run = await runAction({ checkout, steps: ['echo RAN'], inputs: { image: image.reference } })
  expect(outcomesOf(run)).toMatchObject([{ kind: 'not-run' }])
  expect(reportOf(run).verdict.reason).toContain('sets LD_PRELOAD to a place in the checkout')
})
