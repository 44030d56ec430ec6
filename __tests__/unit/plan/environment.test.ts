import { describe, expect, test } from '@jest/globals'
import { parseEnvironmentLines } from '../../../src/plan/environment.ts'
import { Problems } from '../../../src/plan/problems.ts'
import { problemsOf } from './given.ts'

const TOKEN = 'ghs_0123456789abcdef'
const JOB = { NPM_CONFIG_CACHE: '/c', EMPTY: '', COPY: `x${TOKEN}`, GITHUB_TOKEN: TOKEN, HOME: '/home/runner' }

function parse(text: string) {
  const problems = new Problems([TOKEN])
  const env = parseEnvironmentLines(text, JOB, { problems, checkout: '/w/repo' })
  return { env, problems: problemsOf(problems).map(({ input, expected, got }) => `${input}: ${expected} / ${got}`) }
}

describe('env', () => {
  test.each([
    ['', {}],
    ['# none\n\n', {}],
    ['A=1', { A: '1' }],
    ['A=1\r\nB=2\r\n', { A: '1', B: '2' }],
    ['  A = b ', { A: ' b ' }],
    ['A=b=c', { A: 'b=c' }],
    ['A=', { A: '' }],
    ['A="quoted"', { A: '"quoted"' }],
    ['A=$HOME', { A: '$HOME' }],
    ['_a9=x', { _a9: 'x' }],
    ['NPM_CONFIG_CACHE\nEMPTY', { NPM_CONFIG_CACHE: '/c', EMPTY: '' }],
    ['PATH=/opt/go/bin:/usr/bin', { PATH: '/opt/go/bin:/usr/bin' }],
    ['NODE_OPTIONS=--max-old-space-size=1000\nTZ=UTC', { NODE_OPTIONS: '--max-old-space-size=1000', TZ: 'UTC' }],
  ])('%j', (text, env) => {
    expect(parse(text)).toEqual({ env, problems: [] })
  })

  const tokens = "it carries the job's own tokens, inputs or state, which never enter"
  const shell = 'the shell that proves the confinement would act on it; set it in the command instead'
  test.each([
    ['GITHUB_TOKEN', tokens],
    ['ACTIONS_RUNTIME_TOKEN', tokens],
    ['ACTIONS_ID_TOKEN_REQUEST_URL', tokens],
    ['INPUT_TOKEN', tokens],
    ['STATE_x', tokens],
    ['GITHUB_SHA', 'Confine sets it'],
    ['GITHUB_ENV', 'Confine sets it'],
    ['RUNNER_TEMP', 'Confine sets it'],
    ['GIT_CONFIG_COUNT', 'Confine sets it'],
    ['CI', 'Confine sets it'],
    ['HOME', 'Confine sets it'],
    ['USER', 'Confine sets it'],
    ['LD_PRELOAD', shell],
    ['LD_LIBRARY_PATH', shell],
    ['GLIBC_TUNABLES', shell],
    ['BASH_ENV', shell],
    ['ENV', shell],
    ['SHELLOPTS', shell],
    ['PS4', shell],
  ])('no %s, given or passed on', (name, because) => {
    const problem = `env: no variable ${name}: ${because} / ${name}`
    expect(parse(`${name}=x`)).toEqual({ env: {}, problems: [problem] })
    expect(parse(name)).toEqual({ env: {}, problems: [problem] })
  })

  test.each([
    ['1A=x', 'env: names of letters, digits and _, not beginning with a digit / "1A"'],
    ['A-B=x', 'env: names of letters, digits and _, not beginning with a digit / "A-B"'],
    ['=x', 'env: names of letters, digits and _, not beginning with a digit / nothing'],
    ['hunter2 rest=x', 'env: names of letters, digits and _, not beginning with a digit / something else'],
    ['A=1\nA=2', 'env: each name once / A twice'],
    ['ABSENT', "env line 1: a variable ABSENT in the job's environment to pass on / none of that name"],
    ['\n-----BEGIN', 'env line 2: NAME=value or NAME / a line that is neither'],
    ['A=x\0y', 'env.A: no NUL byte / one'],
    [`A=${TOKEN}`, "env.A: none of the job's own tokens / a value that holds one"],
    ...[Buffer.from(`x-access-token:${TOKEN}`).toString('base64'), Buffer.from(`x:${TOKEN}`).toString('base64url')].map(
      (value) => [`A=basic ${value}`, "env.A: none of the job's own tokens / a value that holds one"],
    ),
    ['COPY', "env.COPY: none of the job's own tokens / a value that holds one"],
    [`A=${'x'.repeat(65_537)}`, 'env.A: at most 65536 bytes / 65537 bytes'],
  ])('%j is refused', (text, problem) => {
    expect(parse(text).problems).toEqual([problem])
  })

  test.each(['bin:/usr/bin', '/usr/bin:', '.', '/usr/bin:/w/repo/node_modules/.bin', '/w/repo', '/usr/../w/repo'])(
    'PATH=%s would let the branch stand in for programs',
    (path) => {
      expect(parse(`PATH=${path}`).problems).toEqual([
        'env.PATH: absolute folders outside of the checkout / another kind',
      ])
    },
  )

  test('is bounded altogether', () => {
    const text = ['A', 'B', 'C', 'D'].map((name) => `${name}=${'x'.repeat(65_535)}`).join('\n')
    expect(parse(text).problems).toEqual([])
    expect(parse(`${text}\nE=`).problems).toEqual(['env: at most 262144 bytes altogether / 262145 bytes'])
  })

  test('never shows a value', () => {
    const { problems } = parse('A-B=hunter2\nhunter2 again\nC=hunter2\0\nHOME=hunter2')
    expect(problems).toHaveLength(4)
    expect(problems.join()).not.toContain('hunter2')
  })

  test('keeps odd names as names', () => {
    expect(Object.keys(parse('__proto__=x\nconstructor=y').env)).toEqual(['__proto__', 'constructor'])
  })
})
