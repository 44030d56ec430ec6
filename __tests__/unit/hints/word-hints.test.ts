import { describe, expect, test } from '@jest/globals'
import type { StepFacts } from '../../../src/domain/step-facts.ts'
import { signalOfExitCode } from '../../../src/domain/signals.ts'
import { hintsFor } from '../../../src/hints/hints.ts'
import { step } from '../../support/docker.ts'
import { stepFacts } from '../../support/step-facts.ts'

function ended(exitCode: number, tail: string, more: Partial<StepFacts> = {}): StepFacts {
  return stepFacts({ outcome: { kind: 'failed', exitCode, signal: signalOfExitCode(exitCode) }, tail, ...more })
}

const READS = { step: step('read answer') }
const GIVEN = { step: { ...step('read answer'), stdin: 'no\n' } }

/** By the kind of trouble: exit code, the end of the output, what is told. Words as the tools print them. */
const TOLD: readonly (readonly [number, string, RegExp, Partial<StepFacts>?])[] = [
  [127, 'sh: nosuch: not found', /no program "nosuch" in its PATH/],
  [127, '/bin/sh: 1: nosuch: not found', /no program "nosuch"/],
  [127, 'ci/x.sh: line 2: nosuch: command not found', /no program "nosuch"/],
  [127, "/usr/bin/env: 'node': No such file or directory", /no program "node"/],
  [127, '/usr/bin/env: ‘node’: No such file or directory', /no program "node"/],
  [127, "env: can't execute 'node': No such file or directory", /no program "node"/],
  [1, 'exec: "git": executable file not found in $PATH', /no program "git"/],
  [1, 'Error: spawn git ENOENT\n    at x', /no program "git"/],
  [2, '/bin/sh: 1: tsc: not found\nmake: *** [Makefile:2: all] Error 127', /no program "tsc"/],
  [2, 'make: cc: No such file or directory\nmake: *** [Makefile:2: all] Error 127', /no program "cc"/],
  [127, 'x: line 1: sudo: command not found', /"sudo" is not there, and could do nothing: a step has no privileges/],
  [127, 'x: line 1: docker: command not found', /no engine can be reached/],
  [127, 'x: line 1: systemctl: command not found', /no service manager/],
  [1, 'sudo: The "no new privileges" flag is set', /sudo and su can do nothing/],
  [1, 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock.', /no Docker engine, by design/],
  [1, 'System has not been booted with systemd as init system', /No service manager runs/],
  [
    127,
    'x: error while loading shared libraries: libssl.so.3: cannot open shared object file',
    /no library "libssl\.so\.3"/,
  ],
  [126, 'OSError: [Errno 8] Exec format error', /whose format the kernel does not know/],
  [
    1,
    "wget: bad address 'host.invalid'",
    /^The step tried to reach the network, by what it printed\. Steps have none, by design: fetch/,
  ],
  [1, 'curl: (6) Could not resolve host: host.invalid', /no.*network|network.*none/],
  [1, 'nc: connect: Network is unreachable', /Steps have none, by design/],
  [1, 'npm error code EAI_AGAIN\nnpm error syscall getaddrinfo', /npm ci --ignore-scripts/],
  [1, 'npm ERR! code ENOTFOUND', /npm ci --ignore-scripts/],
  [1, 'Error: connect ENETUNREACH 192.0.2.1:80', /by design/],
  [1, 'pip._vendor: NewConnectionError: [Errno -3] Temporary failure in name resolution', /install Python packages/],
  [
    1,
    'go: x@v1: Get "https://proxy.golang.org/x": dial tcp: lookup proxy.golang.org on 127.0.0.1:53: read: refused',
    /go mod vendor/,
  ],
  [101, 'warning: spurious network error: Could not resolve host: index.crates.io', /cargo vendor/],
  [1, '[ERROR] Could not transfer artifact x: java.net.UnknownHostException: repo.example', /mvn -o/],
  [100, "E: Temporary failure resolving 'deb.debian.org'", /put system packages into the image/],
  [
    128,
    "fatal: unable to access 'https://h.invalid/x/': Could not resolve host: h.invalid",
    /: fetch what the step needs/,
  ],
  [1, 'Error: listen EADDRNOTAVAIL: address not available ::1', /^There is no address ::1.*listen on 127\.0\.0\.1/],
  [
    1,
    "mkdir: can't create directory '/usr/x': Read-only file system",
    /place that is read-only, by what it printed: all but the checkout/,
  ],
  [1, "Error: EROFS: read-only file system, open '/opt/x'", /place that is read-only/],
  [1, "mkdir: cannot create directory '/var/lib/x': Permission denied", /user is not root/],
  [1, "Error: EACCES: permission denied, open '/opt/app/x'", /user is not root/],
  [1, 'sh: /dev/shm/t: Permission denied', /not from \/dev\/shm/],
  [1, '? Traceback\nEOFError: EOF when reading a line', /asked for input.*is empty: give it "stdin"/],
  [1, 'Do you want to continue? [Y/n] Abort.', /asked for input/],
  [1, 'the input device is not a TTY', /asked for input/],
  [1, 'Really? (y/n) ', /had ended: give it more/, GIVEN],
  [1, '', /"read" then fails: give the step "stdin"/, READS],
  [159, 'Bad system call', /SIGSYS.*32-bit/],
  [139, 'Segmentation fault', /SIGSEGV is a fault of the program itself/],
  [132, '', /SIGILL/],
  [137, 'Killed', /Confine did not kill the step.*SIGKILL was sent within/],
  [141, '', /SIGPIPE.*pipefail/],
  [1, 'sh: line 1: 7 Bad system call', /ended by the filter of system calls/],
  [1, '==7==LeakSanitizer has encountered a fatal error.', /detect_leaks=0/],
  [1, 'strace: ptrace(PTRACE_TRACEME, ...): Operation not permitted', /No process may trace another/],
  [1, 'unshare: unshare failed: Operation not permitted', /no namespaces, mounts or containers/],
  [1, 'FATAL:zygote_host_impl_linux.cc(132)] No usable sandbox!', /--no-sandbox/],
]

describe('the end of a failed step’s output', () => {
  test.each(TOLD)('exit %i, %j: told once', (exitCode, tail, sentence, more = {}) => {
    const told = hintsFor(ended(exitCode, tail, more))
    expect(told).toEqual([expect.stringMatching(sentence)])
    expect(told.join('').length).toBeLessThan(400)
  })

  test.each(TOLD)('exit %i, %j: not told of a step that passed', (_, tail, __, more = {}) => {
    expect(hintsFor(stepFacts({ ...more, outcome: { kind: 'verified' }, tail }))).toEqual([])
  })
})

test.each<[number, string, Partial<StepFacts>?]>([
  [1, ''],
  [2, 'assertion 17 broke'],
  [125, ''],
  [126, ''],
  [127, ''],
  [255, ''],
  [127, 'page: /a b: not found here'],
  [1, 'route /x: not found'],
  [1, 'user: not found'],
  [1, 'npm error ERESOLVE\nnpm error Could not resolve dependency:'],
  [1, 'lookup table: empty'],
  [1, 'connect ECONNREFUSED 127.0.0.1:3000'],
  [1, 'listen EADDRINUSE: address already in use :::3000'],
  [1, 'Permission denied (publickey).'],
  [1, "open 'cache/x': Permission denied"],
  [1, '/home/confine/x: Permission denied'],
  [1, '/opt/runner/_work/r/r/x: Permission denied'],
  [1, 'expected "a" to be "b"?'],
  [1, 'found [y/n] in a question, and went on\nassertion 17 broke'],
  [130, ''],
  [143, 'Terminated'],
  [1, '', { step: step('printf "a\\n" | while read line; do exit 1; done') }],
  [1, '', { step: step('read line <file') }],
  [1, '', GIVEN],
  [2, '', READS],
  [137, '', { counters: { pidsLimitHits: null, memoryKills: 1 } }],
])('exit %i, %j: nothing is told', (exitCode, tail, more = {}) => {
  expect(hintsFor(ended(exitCode, tail, more))).toEqual([])
})

test('a step that was killed at its deadline is told of the network and of a prompt', () => {
  const outcome = { kind: 'timed-out', afterMs: 1 } as const
  const TIMEOUT = expect.stringMatching(/timeout-minutes/)
  expect(hintsFor(stepFacts({ outcome, tail: 'getaddrinfo EAI_AGAIN x' }))).toEqual([TIMEOUT, expect.any(String)])
  expect(hintsFor(stepFacts({ outcome, tail: 'Continue? [y/N] ' }))).toEqual([TIMEOUT, expect.any(String)])
})

test('no output makes the search long', () => {
  for (const text of ['Could not ', 'a: ', 'EADDRNOTAVAIL', '/home/', "env: '", 'mount: ', '(y', ' [', '::', 'spawn a'])
    expect(hintsFor(ended(1, text.repeat(16_384 / text.length))).length).toBeLessThan(5)
})
