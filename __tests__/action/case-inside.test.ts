import { beforeAll, describe, expect, test } from '@jest/globals'
import { type ActionRun, expectVerified, outputOf, reportOf, runAction } from '../support/action.ts'
import { checkoutWith } from '../support/case-files.ts'
import { printedBy, published, stepNamed } from '../support/hostile-run.ts'

const CANARIES = {
  GITHUB_TOKEN: 'canary-github-token',
  ACTIONS_RUNTIME_TOKEN: 'canary-runtime-token',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'canary-id-token',
  INPUT_UNKNOWN: 'canary-input',
  MY_KEY: 'canary-my-key',
}
const GITHUB_NAMES = ['GITHUB_ACTIONS', 'GITHUB_REF', 'GITHUB_REPOSITORY', 'GITHUB_SHA', 'GITHUB_WORKSPACE']

const SMALL = {
  'ci/v.sh':
    '#!/bin/sh\nenv | sort; cat /proc/1/environ | tr "\\000" "\\n"; cat /proc/1/cmdline | tr "\\000" " "; cat /proc/self/mountinfo\n',
  'ci/h.sh':
    '#!/bin/sh\nset -e\n[ "$HOME" != / ]\nmkdir -p "$HOME/.cache/a" && echo x > "$HOME/.cache/a/f"\nprintf "#!/bin/sh\\necho ran\\n" > "$HOME/t" && chmod +x "$HOME/t" && "$HOME/t"\ncd; pwd\n',
  'ci/c.sh': '#!/bin/sh\ncat | wc -c\nread x; echo "read=$?"\n',
  'ci/ask.sh': '#!/bin/sh\nprintf "Really? [y/N] "; read answer; [ "$answer" = y ]\n',
  'ci/t.sh': '#!/bin/sh\nfor f in 0 1 2; do [ -t $f ] && echo "tty $f"; done\nprintf "a\\nb\\n"; echo err >&2\n',
}

describe('inside a small image', () => {
  let run: ActionRun

  beforeAll(async () => {
    const ask = { run: 'ci/ask.sh', 'continue-on-error': true }
    const steps = ['ci/v.sh', 'ci/h.sh', 'ci/c.sh', 'ci/t.sh', ask]
    run = await runAction({ checkout: checkoutWith(SMALL), steps, env: CANARIES })
    expectVerified(run)
  })

  test('ENV-02: nothing of the runner’s environment is there', () => {
    const printed = printedBy(run, 'ci/v.sh')
    for (const canary of Object.values(CANARIES)) expect(published(run)).not.toContain(canary)
    expect(printed).not.toMatch(/^(?:INPUT|ACTIONS|STATE)_|^MY_KEY=/m)
    const names = [...printed.matchAll(/^(GITHUB_\w+)=/gm)].map(([, name]) => name)
    expect([...new Set(names)].sort()).toEqual(GITHUB_NAMES)
    const mounts = printed.split('\n').filter((line) => / - \w+ /.test(line))
    expect(mounts.length).toBeGreaterThan(5)
    for (const place of ['/home/runner', '/opt/hostedtoolcache', 'event.json', '_runner_file_commands', 'docker.sock'])
      expect(mounts.join('\n')).not.toContain(place)
  })

  test('ID-01: HOME is writable and is not /', () => {
    expect(printedBy(run, 'ci/h.sh')).toBe('ran\n/home/confine\n')
  })

  test('IN-01: standard input is empty and at its end', () => {
    expect(printedBy(run, 'ci/c.sh')).toBe('0\nread=1\n')
    expect(stepNamed(run, 'ci/ask.sh').hints).toEqual([expect.stringMatching(/asked for input.*give it "stdin"/)])
  })

  test('TTY-01: no stream is a terminal, and the bytes are unchanged', () => {
    expect(printedBy(run, 'ci/t.sh')).toMatch(/^(?:a\nb\nerr\n|err\na\nb\n)$/)
    const { stdout, stderr } = stepNamed(run, 'ci/t.sh').output ?? {}
    expect([stdout?.bytes, stderr?.bytes]).toEqual([4, 4])
    expect(published(run)).not.toMatch(/\btty [012]\b/)
  })
})

const WAY_OUT = [
  '#!/bin/bash',
  'for t in 192.0.2.1/443 192.0.2.1/80 127.0.0.1/2375; do timeout 3 bash -c "exec 3<>/dev/tcp/$t" 2>/dev/null && echo "OPEN $t"; done',
  'timeout 3 bash -c "exec 3<>/dev/tcp/192.0.2.1/80"; [ $? = 124 ] && echo late',
  'ls /sys/class/net; ls /var/run/docker.sock /run/docker.sock 2>/dev/null',
  'exit 0\n',
].join('\n')

const LARGE = {
  'ci/p.sh': '#!/bin/bash\nset -euo pipefail\nfalse | cat\necho unreachable\n',
  'ci/x.sh':
    '#!/bin/bash\nset -e\nfor d in /tmp "$HOME" "$(pwd)"; do cp /bin/echo $d/e; $d/e "from $d"; rm $d/e; done\nstat -c %a /tmp\ngrep -E " (/tmp|$HOME) " /proc/mounts\n',
  'ci/h.sh': '#!/bin/bash\nset -e\ngetent hosts "$(hostname)"\ngetent hosts localhost\n',
  'ci/o.sh': WAY_OUT,
  'ci/l.sh': '#!/bin/bash\nlocale charmap 2>/dev/null; echo "$LANG|$LC_ALL"\n',
  'ci/w.sh':
    '#!/bin/bash\nset -e\nwhoami; id -un; id -gn\n[ "$(getent passwd "$(id -u)" | cut -d: -f6)" = "$HOME" ]\n[ "$USER" = "$(id -un)" ]; perl -e "print((getpwuid(\\$<))[0],qq{\\n})"\ngrep -q "^root:" /etc/passwd\nid -u\n',
  'ci/e.sh': '#!/usr/bin/env nosuchtool\n',
  'ci/words.sh': '#!/usr/bin/env bash -e\n',
  'ci/nope.sh': '#!/bin/nope\n',
  'ci/ro.sh': '#!/bin/bash\nmkdir /usr/x\n',
  'ci/shm.sh': '#!/bin/bash\ncp /bin/true /dev/shm/t; /dev/shm/t\n',
  'ci/net.sh': '#!/bin/bash\ngit clone -q https://host.invalid/x /tmp/x\n',
}

describe('inside a Debian image', () => {
  let run: ActionRun

  beforeAll(async () => {
    const steps = Object.keys(LARGE)
    run = await runAction({ checkout: checkoutWith(LARGE), image: 'debian', steps })
  })

  const passed = (name: string): string => {
    expect(stepNamed(run, name).outcome).toEqual({ kind: 'verified' })
    return printedBy(run, name)
  }

  test('EXIT-03: the first line of the script picks the interpreter', () => {
    expect(stepNamed(run, 'ci/p.sh').outcome).toEqual({ kind: 'failed', exitCode: 1, signal: null })
    expect(printedBy(run, 'ci/p.sh')).toBe('')
  })

  test('EXIT-04: what bash and env say of a missing program is kept and explained', () => {
    const told = (name: string, exit: number, said: RegExp, hint: RegExp): void => {
      expect(stepNamed(run, name).outcome).toEqual({ kind: 'failed', exitCode: exit, signal: null })
      expect(printedBy(run, name)).toMatch(said)
      expect(stepNamed(run, name).hints).toEqual([expect.stringMatching(hint)])
    }
    told('ci/e.sh', 127, /env: .nosuchtool.: No such file/, /^The image has no program "nosuchtool"/)
    told('ci/words.sh', 127, /env: .bash -e./, /hands them over as one: "bash -e"/)
    told('ci/nope.sh', 127, /required file not found|bad interpreter/, /first line names "\/bin\/nope"/)
    told('ci/ro.sh', 1, /Read-only file system/, /^The step wrote to a place that is read-only/)
    told('ci/shm.sh', 126, /Permission denied/, /not from \/dev\/shm/)
    told('ci/net.sh', 128, /Could not resolve host/, /^The step tried to reach the network/)
  })

  test('RO-01: /tmp, HOME and the workspace allow running programs', () => {
    const [tmp, home, here, mode, ...mounts] = passed('ci/x.sh').trim().split('\n')
    expect([tmp, home, here]).toEqual(['from /tmp', 'from /home/confine', `from ${run.options.checkout.path}`])
    expect(mode).toBe('1777')
    expect(mounts).toHaveLength(2)
    for (const mount of mounts) expect(mount).toMatch(/^tmpfs .*\bnosuid,nodev\b(?!.*noexec)/)
  })

  test('NET-02: the container’s own host name resolves', () => {
    expect(passed('ci/h.sh')).toMatch(/^(?:127\.\S+|::1)\s+confine\b.*\n(?:127\.\S+|::1)\s+localhost\b.*\n$/)
  })

  test('NET-04: there is no way out', () => {
    expect(passed('ci/o.sh').replace(/^bash: .*\n/gm, '')).toBe('lo\n')
    expect(printedBy(run, 'ci/o.sh')).toContain('Network is unreachable')
  })

  test('LOC-01: UTF-8 by default', () => {
    expect(passed('ci/l.sh')).toBe('UTF-8\nC.UTF-8|\n')
  })

  test('ID-03: the uid has a name', () => {
    const [who, user, group, perl, uid] = passed('ci/w.sh').trim().split('\n')
    expect(who).not.toBe('')
    expect([user, group, perl]).toEqual([who, who, who])
    expect(uid).toBe('1001')
    expect(reportOf(run).profile?.user).toBe('1001:121')
    expect(outputOf(run, 0)).toBe('')
  })
})
