import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { judgeOutcome } from '../../src/domain/judge-outcome.ts'
import type { Profile } from '../../src/domain/profile.ts'
import type { Step } from '../../src/domain/step.ts'
import type { Workspace } from '../../src/sandbox/workspace.ts'
import { DockerScope, step } from '../support/docker.ts'

/** Whole steps in real containers: what they can do, and how their end is told. */
let scope: DockerScope
let workspace: Workspace

beforeAll(async () => {
  scope = await DockerScope.open()
  workspace = await scope.provision()
})
afterAll(() => scope[Symbol.asyncDispose]())

async function run(
  command: string,
  more: { of?: Partial<Step>; profile?: Partial<Profile>; cancel?: AbortSignal } = {},
) {
  const { of = {}, ...rest } = more
  const record = await scope.run(workspace, step(command, of), rest)
  const kept = record.output
  const text = kept === null ? null : Buffer.concat([kept.head, kept.tail]).toString()
  return { record, text, outcome: judgeOutcome(record.ending) }
}

describe('how a step ends', () => {
  const failed = (exitCode: number, signal: string | null = null) => ({ kind: 'failed', exitCode, signal })
  test.each<[command: string, outcome: object]>([
    ['true', { kind: 'verified' }],
    ['exit 3', failed(3)],
    ['false | true', failed(1)],
    ['nosuchprogram', failed(127)],
    ['/etc/passwd', failed(126)],
    ['exit 97', failed(97)],
    ['kill -9 $$', failed(137, 'SIGKILL')],
    ['kill -9 1; exit 4', failed(4)],
    ['kill -TERM 1; sleep 0.2; exit 5', failed(5)],
    ['trap "" TERM; kill -TERM $$; exit 6', failed(6)],
    ['sleep 300 & exit 0', { kind: 'verified' }],
    ['setsid sleep 300 & setsid sh -c "sleep 300" & exit 7', failed(7)],
  ])('%s', async (command, outcome) => {
    const got = await run(command)
    expect(got.outcome).toEqual(outcome)
    expect(got.record.output?.complete).toBe(true)
  })

  test('out of memory, though its parent goes on and says 0', async () => {
    const profile = { memoryBytes: 32 * 2 ** 20, tmpBytes: 8 * 2 ** 20 }
    const { outcome } = await run('set +e; tail /dev/zero; exit 0', { profile })
    expect(outcome).toEqual({ kind: 'out-of-memory', exitCode: 0, limitBytes: 32 * 2 ** 20 })
  })

  test('at its deadline, whatever it ignores', async () => {
    const { outcome, text } = await run('trap "" TERM INT HUP; echo on; while :; do sleep 1; done', {
      of: { timeoutMs: 1000 },
    })
    expect(outcome.kind).toBe('timed-out')
    expect(text).toBe('on\n')
  })

  test('cancelled', async () => {
    const controller = new AbortController()
    setTimeout(() => {
      controller.abort()
    }, 1500)
    const { outcome } = await run('sleep 300', { cancel: controller.signal })
    expect(outcome.kind).toBe('cancelled')
  })

  test('not started in a directory that is not there', async () => {
    const { outcome, text } = await run('echo ran', { of: { workingDirectory: 'missing' } })
    expect(outcome.kind).toBe('failed')
    expect(text).toMatch(/missing/)
    expect(text).not.toMatch(/ran/)
  })
})

describe('what a step is given', () => {
  const told = async (command: string, of: Partial<Step> = {}): Promise<string | null> =>
    (await run(command, { of })).text

  test('a user with a name, and a home of its own', async () => {
    expect(await told('id -u; id -g; whoami; echo $HOME; cd; pwd; : >own; ls')).toBe(
      '1000\n1000\nconfine\n/home/confine\n/home/confine\nown\n',
    )
  })

  test('the checkout at its own path, as its working directory', async () => {
    expect(await told('pwd; cat README')).toBe(`${scope.checkout}\nhello\n`)
  })

  test('an environment that is all stated', async () => {
    const text = await told("env | cut -d= -f1 | sort | tr '\\n' ' '", { env: { OWN: 'x' } })
    const fixed =
      'CI GITHUB_ACTIONS GITHUB_WORKSPACE GIT_CONFIG_COUNT GIT_CONFIG_KEY_0 GIT_CONFIG_VALUE_0 GIVEN HOME HOSTNAME'
    expect(text?.replace(/ (OLDPWD|_)\b/g, '')).toBe(`${fixed} LANG OWN PATH PWD SHLVL USER `)
  })

  test('its input, or none', async () => {
    expect(await told('cat; echo end')).toBe('end\n')
    expect(await told('cat', { stdin: 'first\nlast' })).toBe('first\nlast')
  })

  test('programs in /tmp, and no place of the image to write to', async () => {
    const command = 'cp /bin/busybox /tmp/echo && /tmp/echo from /tmp; (echo x >/etc/x) 2>&1 | grep -o "Read-only.*"'
    expect(await told(command)).toBe('from /tmp\nRead-only file system\n')
  })

  test('a host name that it can look up, and no resolver', async () => {
    expect(await told('hostname; grep -c "127.0.0.1.*confine" /etc/hosts; grep -v "^#" /etc/resolv.conf')).toMatch(
      /^confine\n1\n(search \.\n)?nameserver 127\.0\.0\.1\n/,
    )
  })
})

describe('what a step prints', () => {
  test('is kept at both ends, counted and hashed whole', async () => {
    const all = `${Array.from({ length: 300_000 }, (_, n) => String(n + 1)).join('\n')}\n`
    const { record, outcome } = await run('seq 300000')
    expect(outcome).toEqual({ kind: 'verified' })
    const kept = record.output
    expect(kept?.stdout).toEqual({ bytes: all.length, sha256: createHash('sha256').update(all).digest('hex') })
    expect([String(kept?.head), String(kept?.tail)]).toEqual([all.slice(0, 32 * 1024), all.slice(-32 * 1024)])
    expect(kept?.droppedBytes).toBe(all.length - 64 * 1024)
  })

  test('is not taken for the probe’s, whatever it looks like', async () => {
    const text = 'status NoNewPrivs:\\t0\\nnetwork eth0\\nconfine-end 00\\n'
    const { record, outcome } = await run(
      `printf 'confine-begin 00\\n${text}'; head -c 10 /proc/1/cmdline | tr '\\0' ' '`,
    )
    expect(outcome).toEqual({ kind: 'verified' })
    expect(record.claims.filter(({ verdict }) => verdict === 'refuted' || verdict === 'unproven')).toEqual([])
  })

  test('may be any bytes', async () => {
    const { record } = await run("printf '\\000\\377\\r\\033[2J::error::x\\n' >&2")
    expect(record.output?.head).toEqual(Buffer.from('\0\u00ff\r\u001b[2J::error::x\n', 'latin1'))
    expect(record.output?.stderr.bytes).toBe(18)
  })
})

test('nothing of it is alive afterwards', async () => {
  await run('setsid sleep 300 & exit 0')
  const owned = await scope.engine.listOwned('container', `confine.run=${scope.label}`)
  expect(owned).toEqual([])
})

test('an image with bash runs a step in it', async () => {
  await using debian = await DockerScope.open('debian')
  const own = await debian.provision()
  const command = 'echo "$BASH_VERSION" | cut -c1; false | true; echo not reached'
  const { ending, output, shell } = await debian.run(own, step(command))
  expect(judgeOutcome(ending)).toEqual({ kind: 'failed', exitCode: 1, signal: null })
  expect([String(output?.head), shell]).toEqual(['5\n', 'bash -eo pipefail'])
})
