import { describe, expect, test } from '@jest/globals'
import type { StepFacts } from '../../../src/domain/step-facts.ts'
import { hintsFor } from '../../../src/hints/hints.ts'
import { PROFILE, step } from '../../support/docker.ts'
import { stepFacts, WHOLE } from '../../support/step-facts.ts'

type Row = readonly [exit: number, run: string, tail: string, told: RegExp, more?: Partial<StepFacts>]

const ended = (exitCode: number, run: string, tail: string, more: Partial<StepFacts> = {}): readonly string[] =>
  hintsFor(stepFacts({ step: step(run), outcome: { kind: 'failed', exitCode, signal: null }, tail, ...more }))

const bare = { checkout: { ...WHOLE, packagesAbsent: true } }
const own = { checkout: { ...WHOLE, ownNames: new Set(['app', 'lib']) } }
const inBash = { shell: '/usr/bin/bash' }
const nope = { step: { ...step('pwd'), workingDirectory: 'nope' } }
const setOutput = { step: step('echo a=b >> $GITHUB_OUTPUT', { env: { GITHUB_OUTPUT: '/tmp/o' } }) }
const given = { profile: { ...PROFILE, user: { uid: 1234, gid: 1234 } }, checkout: WHOLE }
const BANNER = '> nodep@1.0.0 lint\n> eslint .\n\n'
const GAIERROR = 'socket.gaierror: [Errno -3] Temporary failure in name resolution'
const REFUSED = 'ConnectionRefusedError: [Errno 111] Connection refused'
const NO_FOLDER = 'confine: there is no working directory /w/nope when the step begins\n'
const CLONE =
  "Cloning into 'y'...\nfatal: unable to access 'https://github.com/x/y/': Could not resolve host: github.com"
const FETCH = "fatal: unable to access 'https://github.com/o/r/': Could not resolve host: github.com"

const DEPENDENCIES: readonly Row[] = [
  [
    1,
    'npm test',
    "Error: Cannot find module 'semver'\nRequire stack:",
    /^Node did not find the package "semver", and the checkout has no node_modules\. Steps have no network.*npm ci --ignore-scripts/,
    bare,
  ],
  [
    1,
    'npm test',
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@a/b' imported from /w/x.mjs",
    /^Node did not find the package "@a\/b"\. Steps/,
  ],
  [
    127,
    'npm run lint',
    `${BANNER}sh: 1: eslint: not found`,
    /^There is no program "eslint" in PATH, and the checkout has no node_modules/,
    bare,
  ],
  [
    1,
    'python3 t.py',
    "ModuleNotFoundError: No module named 'requests.auth'",
    /^Python did not find the module "requests"\..*PYTHONPATH/,
  ],
  [1, 'python3 -m pytest', '/usr/bin/python3: No module named pytest', /^Python did not find the module "pytest"/],
  [1, 'python3 -m pip install x', '/usr/bin/python3: No module named pip', /^The image's Python has no pip/],
  [
    1,
    'go build',
    'd.go:3:8: missing go.sum entry for module providing package x; to add:',
    /^go\.mod or go\.sum lacks.*go mod tidy.*go mod vendor/,
  ],
  [
    1,
    'go build',
    'cannot find module providing package x: import lookup disabled by -mod=vendor',
    /^Go did not find a module/,
  ],
  [7, 'bundle exec rake', 'Could not find rake-13.0.6 in any of the sources', /^Bundler did not find a gem/],
  [
    1,
    'mvn -o test',
    'Cannot access central in offline mode and the artifact a:b:1 has not been downloaded',
    /^An artifact is not in the local/,
  ],
  [
    255,
    'php t.php',
    'PHP Warning: require(/w/vendor/autoload.php): Failed to open stream: No such file',
    /^PHP did not find/,
  ],
]

const PROGRAMS: readonly Row[] = [
  [
    127,
    'gdb -p 1',
    'bash: line 1: gdb: command not found',
    /^"gdb" is not there, and could do nothing: no process may trace/,
  ],
  [127, 'ping -c1 h', 'bash: line 1: ping: command not found', /^"ping" is not there.*no network/],
  [127, 'curl h', 'bash: line 1: curl: command not found', /no program "curl".*a server of the step's own/],
  [127, 'apt-get update', 'sh: apt-get: not found', /^"apt-get" is not there.*into the image/],
  [
    100,
    'apt-get install -y jq',
    'E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)',
    /^A step can install no system packages/,
  ],
  [
    100,
    'apt-get update -qq && apt-get install -y jq',
    'E: List directory /var/lib/apt/lists/partial is missing. - Acquire (30: Read-only file system)',
    /^A step can install no system packages/,
  ],
  [
    127,
    'npm run lint',
    `${BANNER}sh: 1: eslint: not found`,
    /^There is no program "eslint" in PATH, nor in node_modules, .*npm ci/,
    { checkout: WHOLE },
  ],
  [1, 'python3 -c \'connect("postgres")\'', GAIERROR, /Services of the job \("services:"\) can not be reached/],
  [1, 'psql -h db -c ""', GAIERROR, /Services of the job \("services:"\) can not be reached/],
  [1, 'python3 fetch.py', GAIERROR, /: fetch what the step needs before/],
  [1, 'python3 q.py 127.0.0.1:5432', REFUSED, /^Nothing listened at that port of the container\. Services/],
  [1, 'chown root x', "chown: changing ownership of 'x': Operation not permitted", /to no other user/],
  [1, 'service postgresql start', 'postgresql: unrecognized service', /No service manager runs/],
  [1, 'su -c true', 'Password: su: System error', /^sudo and su can do nothing/],
  [
    1,
    'cp a.go /go/bin/',
    "cp: cannot create regular file '/go/bin/a.go': Read-only file system",
    /^The step wrote to a place that is read-only/,
    { imageEnv: ['GOPATH=/go'] },
  ],
  [
    1,
    'mkdir -p $PIP_CACHE_DIR',
    'mkdir: cannot create directory ‘/root’: Permission denied',
    /^The image sets PIP_CACHE_DIR to/,
    { imageEnv: ['PIP_CACHE_DIR=/root/.cache/pip'] },
  ],
  [
    1,
    'mkdir -p x',
    'mkdir: cannot create directory ‘/root’: Permission denied',
    /^The step's user is not root/,
    { imageEnv: ['PIP_CACHE_DIR=/root/.cache/pip'] },
  ],
  [
    1,
    'touch new',
    "touch: cannot touch 'new': Permission denied",
    /^The step ran as 1234, by the input user, and the checkout belongs to 1000/,
    given,
  ],
]

const SHELL: readonly Row[] = [
  [1, 'pwd', NO_FOLDER, /^The step's working-directory, "nope", did not exist/, nope],
  [
    1,
    'echo a=b >> $GITHUB_OUTPUT',
    'bash: line 1: $GITHUB_OUTPUT: ambiguous redirect',
    /^GITHUB_OUTPUT is not set in a step/,
    inBash,
  ],
  [1, 'echo a=b >> "$GITHUB_ENV"', 'bash: line 1: : No such file or directory', /^GITHUB_ENV is not set/, inBash],
  [2, 'echo a=b >> "$GITHUB_ENV"', 'sh: 1: cannot create : Directory nonexistent', /^GITHUB_ENV is not set/],
  [1, 'ci/x.py', "KeyError: 'GITHUB_STEP_SUMMARY'", /^GITHUB_STEP_SUMMARY is not set/],
  [127, '["echo a" "b"]', 'sh: [echo a: not found', /begins as a list does in YAML or JSON/],
  [127, '1. npm test', 'sh: 1.: not found', /^The command begins with "1\.".*mark of a list/],
  [
    127,
    'pushd /tmp',
    'sh: pushd: not found',
    /^"pushd" is a command of bash, and it ran under \/bin\/sh, for no bash was found/,
  ],
  [127, 'ci/x.sh', 'ci/x.sh: 2: pushd: not found', /a script that used it ran under another shell/, inBash],
  [2, 'a=(1 2)', 'sh: syntax error: unexpected "("', /^The command has syntax of bash/],
  [
    127,
    '[[ a = b ]]',
    'sh: 1: [[: not found',
    /^The command has syntax of bash.*"shell: bash"/,
    { step: step('[[ a = b ]]', { shell: 'sh' }) },
  ],
]

const REACH: readonly Row[] = [
  [128, 'git clone https://github.com/x/y', CLONE, /by design: have the other repository in the image/],
  [128, 'git fetch origin main', FETCH, /fetch history and tags \("fetch-depth: 0"\)/],
  [1, 'git submodule update', FETCH, /"submodules: recursive"/],
  [
    128,
    'git clone git@h:x/y',
    'error: cannot run ssh: No such file or directory\nfatal: unable to fork',
    /have the other repository/,
  ],
  [1, 'ci/x.sh', 'Error: getaddrinfo EAI_AGAIN postgres', /Services of the job \("services:"\) can not be reached/],
  [1, 'ci/x.sh', 'Error: connect ECONNREFUSED 127.0.0.1:5432', /^Nothing listened at that port.*"services:"/],
  [
    1,
    'ci/x.sh',
    'OSError: [Errno 99] Cannot assign requested address',
    /its own loopback \(127\.0\.0\.1\) alone.*"services:"/,
  ],
  [1, 'ci/x.sh', 'connect: 2001:db8::1: Cannot assign requested address', /its own loopback \(127\.0\.0\.1\) alone/],
  [
    1,
    `python3 -c 'bind(("::1",0))'`,
    'OSError: [Errno 99] Cannot assign requested address',
    /^There is no address ::1/,
  ],
  [1, 'git commit', 'error: Terminal is dumb, but EDITOR unset', /^git wanted an editor.*"-m"/],
  [1, 'rm -i x', "rm: remove regular empty file 'x'? ", /asked for input/],
]

describe.each([
  ['dependencies', DEPENDENCIES],
  ['programs and places', PROGRAMS],
  ['the shell and its command', SHELL],
  ['what is out of reach', REACH],
])('%s', (_, rows) => {
  test.each(rows)('exit %i, %j, %j: told once, and not of a pass', (exit, run, tail, sentence, more = {}) => {
    const told = ended(exit, run, tail, more)
    expect(told).toEqual([expect.stringMatching(sentence)])
    expect(told.join('').length).toBeLessThan(400)
    expect(ended(exit, run, tail, { ...more, outcome: { kind: 'verified' } })).toEqual([])
  })
})

test.each<readonly [exit: number, run: string, tail: string, more?: Partial<StepFacts>]>([
  [1, 'npm test', "Error: Cannot find module './x'", bare],
  [1, 'npm test', "Error: Cannot find module '@/x'", bare],
  [1, 'npm test', "Error: Cannot find module '/w/x.js'", bare],
  [1, 'npm test', "Error: Cannot find module 'lib/x'", own],
  [1, 'python3 t.py', "ModuleNotFoundError: No module named 'app'", own],
  [1, 'python3 t.py', "ModuleNotFoundError: No module named '_sqlite3'"],
  [1, 'go test', 'go.sum entry is there'],
  [1, 'chown a b', 'chown: invalid user: a'],
  [1, 'ci/x.sh', 'postgresql: unrecognized service of mine'],
  [
    1,
    'touch new',
    "touch: cannot touch 'new': Permission denied",
    { ...given, checkout: { ...WHOLE, ownerUid: 1234 } },
  ],
  [1, 'touch new', "touch: cannot touch 'new': Permission denied", { checkout: WHOLE }],
  [1, 'echo >out', '/usr/bin/bash: line 1: out: Permission denied'],
  [1, 'pwd', NO_FOLDER],
  [1, 'python3 q.py 127.0.0.1:8080', REFUSED],
  [1, 'pwd', `before\n${NO_FOLDER}`, nope],
  [1, 'pwd', `${NO_FOLDER}after`, nope],
  [1, 'echo a=b >> $GITHUB_OUTPUT; false', 'assertion 17 broke'],
  [1, '', 'bash: line 1: $GITHUB_OUTPUT: ambiguous redirect', { ...setOutput, ...inBash }],
  [1, '', 'bash: line 1: $OUT: ambiguous redirect'],
  [1, '["a", "b"]', 'sh: [a: not found'],
  [2, 'if true; then echo', 'sh: syntax error: unexpected end of file (expecting "fi")'],
  [2, 'a=(1 2', 'bash: syntax error near unexpected token', inBash],
  [2, 'echo $((1+2)', 'sh: syntax error: missing "))"'],
  [1, 'ci/x.sh', 'listen on 127.0.0.1:5432 after a request was refused'],
  [1, 'git commit -m x', 'nothing to commit'],
])('exit %i, %j, %j: nothing is told', (exit, run, tail, more = {}) => {
  expect(ended(exit, run, tail, more)).toEqual([])
})

test('a program that comes with a system is no dependency of a project', () => {
  expect(ended(127, 'npm run x', `${BANNER}sh: 1: jq: not found`, bare)).toEqual([
    expect.stringMatching(/^The image has no/),
  ])
  expect(ended(127, 'ci/x.sh', 'sh: 1: eslint: not found', bare)).toEqual([expect.stringMatching(/^The image has no/)])
})
