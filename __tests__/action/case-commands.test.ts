import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { type ActionRun, runAction } from '../support/action.ts'
import { readLog } from '../support/action-log.ts'
import { checkoutWith, endOf } from '../support/case-files.ts'
import { commentOf, printedBy, published, stepNamed } from '../support/hostile-run.ts'

const SECRET = 'of the runner only'

const SCRIPTS = {
  'ci/k.sh': '#!/bin/sh\nkill -9 $$\necho survived\n',
  'ci/s.sh': '#!/bin/sh\nkill -SEGV $$\necho survived\n',
  'ci/bus.sh': '#!/bin/sh\nexec sh -c "kill -BUS \\$\\$"\n',
  'ci/b.sh': '#!/bin/bash\necho hi\n',
  'ci/crlf.sh': '#!/bin/sh\r\necho hi\r\n',
  'ci/e.sh': '#!/usr/bin/env nosuchtool\n',
  'ci/later.sh': '#!/bin/sh\nset -e\r\nif true; then\r\n  echo hi\r\nfi\r\n',
  'ci/bom.sh': '\ufeff#!/bin/bash\na=(1)\n',
  'ci/tool.sh': '#!/bin/sh\nnosuchtool --version\n',
  'ci/sudo.sh': '#!/bin/sh\nsudo true\n',
  'ci/mode.sh': '#!/bin/sh\n',
  'bare.sh': '#!/bin/sh\n',
  'ci/real.sh': '#!/bin/sh\necho real\n',
  'ci/a b.sh': '#!/bin/sh\necho "ran $#"\n',
  'ci/x$(touch pwned)y.sh': '#!/bin/sh\necho "ran $#"\n',
  "ci/it's.sh": '#!/bin/sh\necho "ran $#"\n',
  ...Object.fromEntries(
    [125, 126, 127, 255].map((code) => [`ci/x${String(code)}.sh`, `#!/bin/sh\nexit ${String(code)}\n`]),
  ),
}

/** e_machine of a CPU that no runner has: `machine 4660` (elf(5)). */
const FOREIGN = Buffer.from([
  0x7f,
  0x45,
  0x4c,
  0x46,
  2,
  1,
  1,
  ...Array<number>(9).fill(0),
  2,
  0,
  0x34,
  0x12,
  ...Array<number>(200).fill(0),
])

const NAMES = [`"ci/a b.sh"`, `'ci/x$(touch pwned)y.sh'`, `"ci/it's.sh"`, `"ci/a b.sh" "p q"`]

const STEPS = [
  ...['ci/k.sh', 'ci/s.sh', 'ci/bus.sh', 'ci/b.sh', 'ci/crlf.sh', 'ci/e.sh', 'ci/later.sh', 'ci/bom.sh', 'ci/tool.sh'],
  ...['ci/sudo.sh', 'ci/mode.sh', 'ci/none.sh', 'sh ci/none.sh', './ci', 'ci/foreign', 'nosuchtool'],
  ...['ci/x125.sh', 'ci/x126.sh', 'ci/x127.sh', 'ci/x255.sh'],
  ...['../outside.sh', '/etc/none', 'ci/t.sh', 'ci/u.sh', 'ci/ok.sh'],
  ...['bare.sh', 'a=(1 2)', 'echo a=b >> "$GITHUB_OUTPUT"'],
  ...NAMES,
  'find / -name "pwned*" 2>/dev/null | wc -l',
]

describe('commands that start files of the checkout', () => {
  let run: ActionRun

  beforeAll(async () => {
    const checkout = checkoutWith(SCRIPTS, {
      change: (path) => {
        writeFileSync(join(path, '../outside.sh'), `#!/bin/sh\necho ${SECRET}\n`, { mode: 0o755 })
        writeFileSync(join(path, 'ci/foreign'), FOREIGN, { mode: 0o755 })
        chmodSync(join(path, 'ci/mode.sh'), 0o644)
        symlinkSync('/bin/true', join(path, 'ci/t.sh'))
        symlinkSync('../../outside.sh', join(path, 'ci/u.sh'))
        symlinkSync('real.sh', join(path, 'ci/ok.sh'))
        mkdirSync(join(path, 'ci/folder'))
      },
    })
    const steps = STEPS.map((command) => ({ name: command, run: command }))
    run = await runAction({ checkout, steps: [{ name: 'nowhere', run: 'pwd', 'working-directory': 'nope' }, ...steps] })
  })

  const failed = (name: string, exit: number, hint: RegExp): void => {
    expect(endOf(run, name)).toEqual({ kind: 'failed', exit, hint: expect.stringMatching(hint) })
  }

  test('EXIT-01: a script that kills itself does not pass', () => {
    expect(stepNamed(run, 'ci/k.sh').outcome).toEqual({ kind: 'failed', exitCode: 137, signal: 'SIGKILL' })
    expect(stepNamed(run, 'ci/s.sh').outcome).toEqual({ kind: 'failed', exitCode: 139, signal: 'SIGSEGV' })
    expect(readLog(run.log).shown).not.toContain('survived')
    expect(run.exitCode).toBe(1)
  })

  test('SHM-03: a bus error is named, with a pointer to the shared memory', () => {
    expect(stepNamed(run, 'ci/bus.sh').outcome).toEqual({ kind: 'failed', exitCode: 135, signal: 'SIGBUS' })
    failed('ci/bus.sh', 135, /SIGBUS.*\/dev\/shm.*shm-size/)
  })

  test('EXIT-04: a missing interpreter is named, and so are its siblings', () => {
    failed(
      'ci/b.sh',
      127,
      /^"ci\/b\.sh" could not be started: its first line names "\/bin\/bash", and the image has none/,
    )
    failed('ci/crlf.sh', 127, /^The first line of "ci\/crlf\.sh" ends in CR LF \(Windows line ends\)[^]*$/)
    failed('ci/e.sh', 127, /first line names "\/usr\/bin\/env", and the image has none/)
    failed('ci/later.sh', 2, /^"ci\/later\.sh" has Windows line ends/)
    failed('ci/bom.sh', 2, /^"ci\/bom\.sh" begins with a byte order mark/)
    failed('ci/mode.sh', 126, /^"ci\/mode\.sh" is not executable in the checkout/)
    failed('ci/none.sh', 127, /^There is no "ci\/none\.sh" in the checkout/)
    failed('sh ci/none.sh', 2, /^There is no "ci\/none\.sh" in the checkout/)
    failed('./ci', 126, /^"\.\/ci" is a folder/)
    failed('ci/foreign', 127, /^"ci\/foreign" is a program for machine 4660/)
    failed('nosuchtool', 127, /^The image has no program "nosuchtool" in its PATH/)
    failed('ci/tool.sh', 127, /^The image has no program "nosuchtool" in its PATH/)
    failed('ci/sudo.sh', 127, /^"sudo" is not there, and could do nothing/)
    for (const text of [commentOf(run), run.summary, run.log]) expect(text).toContain('/bin/bash')
  })

  test('EXIT-06: a script may itself exit 125, 126, 127 or 255', () => {
    for (const code of [125, 126, 127, 255])
      expect(endOf(run, `ci/x${String(code)}.sh`)).toEqual({ kind: 'failed', exit: code, hint: '' })
  })

  test('SYM-03: a script that leads out of the checkout is none of the runner’s', () => {
    failed('/etc/none', 127, /^The image has no "\/etc\/none"/)
    for (const name of ['../outside.sh', 'ci/u.sh']) failed(name, 127, /^".*" leads outside the checkout/)
    // What a link of the checkout names is the image's: here one program for all, which goes by its own name.
    failed('ci/t.sh', 127, /^"ci\/t\.sh" leads outside the checkout/)
    expect(published(run)).not.toContain(SECRET)
    expect(endOf(run, 'ci/ok.sh').kind).toBe('verified')
    expect(printedBy(run, 'ci/ok.sh')).toBe('real\n')
  })

  test('what a shell takes otherwise than it was meant is told', () => {
    failed('nowhere', 1, /^The step's working-directory, "nope", did not exist/)
    failed('bare.sh', 127, /^"bare\.sh" lies in the checkout.*write "\.\/bare\.sh"/)
    failed('a=(1 2)', 2, /^The command has syntax of bash, and it ran under/)
    failed('echo a=b >> "$GITHUB_OUTPUT"', 1, /^GITHUB_OUTPUT is not set in a step/)
  })

  test('NAME-01: names with blanks, quotes and $( ) are names', () => {
    expect(NAMES.map((name) => printedBy(run, name))).toEqual(['ran 0\n', 'ran 0\n', 'ran 0\n', 'ran 1\n'])
    for (const name of NAMES) {
      expect(endOf(run, name)).toEqual({ kind: 'verified', exit: null, hint: '' })
      expect(commentOf(run)).toContain(name)
    }
    expect(printedBy(run, STEPS.at(-1) ?? '')).toBe('0\n')
  })
})
