import { describe, expect, test } from '@jest/globals'
import { Problems } from '../../../src/plan/problems.ts'
import { parseSteps } from '../../../src/plan/steps.ts'
import { machine, problemsOf } from './given.ts'

const NO_EFFECT =
  'a command that does something by itself / one that has no effect on the next, which is a step of its own (join them: cd folder && command)'

const TOKEN = 'ghs_0123456789abcdef'
const FACTS = machine(['/w/repo/ci', '/w/repo/sub dir'], {
  '/w/repo/file': { kind: 'file', real: '/w/repo/file' },
  '/w/repo/out': { kind: 'directory', real: '/etc' },
  '/w/repo/in': { kind: 'directory', real: '/w/repo/ci' },
  '/w/repo/dangling': { kind: 'hidden' },
})

function parse(text: string, checkout: string | null = '/w/repo') {
  const problems = new Problems([TOKEN])
  const steps = parseSteps(text, { problems, facts: FACTS, checkout, timeoutMs: 600_000 })
  return { steps, problems: problemsOf(problems).map(({ input, expected, got }) => `${input}: ${expected} / ${got}`) }
}

describe('a step', () => {
  test('of a command alone has defaults', () => {
    expect(parse('npm test').steps).toEqual([
      {
        index: 0,
        id: 'step-1',
        name: 'npm test',
        run: 'npm test',
        workingDirectory: '.',
        timeoutMs: 600_000,
        env: {},
        shell: 'auto',
        stdin: null,
        continueOnError: false,
      },
    ])
  })

  test('takes every key', () => {
    const text = `
- name: Unit tests
  run: |
    npm ci
    npm test
  id: unit
  working-directory: ci
  timeout-minutes: 2.5
  env:
    LEVEL: 3
    EMPTY:
    LONG: |
      a
      b
  shell: bash
  stdin: "y\\n"
  continue-on-error: true`
    expect(parse(text)).toEqual({
      problems: [],
      steps: [
        {
          index: 0,
          id: 'unit',
          name: 'Unit tests',
          run: 'npm ci\nnpm test\n',
          workingDirectory: 'ci',
          timeoutMs: 150_000,
          env: { LEVEL: '3', EMPTY: '', LONG: 'a\nb\n' },
          shell: 'bash',
          stdin: 'y\n',
          continueOnError: true,
        },
      ],
    })
  })

  test('is named after the first line of its command', () => {
    const names = parse(`- "\\n\\n  make\\tall\\n  ls"\n- ${'x'.repeat(101)}\n- "a\\u202eb"`).steps.map(
      ({ name }) => name,
    )
    expect(names).toEqual(['make all', `${'x'.repeat(99)}…`, 'a b'])
  })

  test('takes a key without a value as absent, but not run', () => {
    expect(
      parse('- run: x\n  name:\n  timeout-minutes:\n  env:\n  id: ""\n  shell: ""\n  working-directory: ""'),
    ).toEqual(parse('x'))
    expect(parse('- run:\n  name: x').problems).toEqual(['steps[0].run: a command / nothing'])
    expect(parse('- run: x\n  stdin:').steps[0]?.stdin).toBe('')
  })
})

describe('ids', () => {
  const ids = (text: string) => parse(text).steps.map(({ id }) => id)

  test('are numbered where none is given, around those that are', () => {
    expect(ids('- a\n- {run: b, id: x}\n- c')).toEqual(['step-1', 'x', 'step-3'])
    expect(ids('- {run: a, id: step-2}\n- b\n- {run: c, id: step-2x}')).toEqual(['step-2', 'step-2xx', 'step-2x'])
  })

  test('are there once', () => {
    expect(parse('- {run: a, id: x}\n- {run: b, id: x}').problems).toEqual([
      'steps[1].id: an id that no other step has / "x"',
    ])
  })
})

test.each(['make && true', 'server & sleep 1; test', 'echo \\\\&', 'true # R&', 'echo "&"'])(
  '%s is waited for',
  (run) => {
    expect(parse(run).problems).toEqual([])
  },
)

describe('what is wrong with a step', () => {
  const quotes = 'a command in quotes'
  test.each([
    ['- - a', 'steps[0]: a command or a mapping / a list'],
    ['- ! grep x', `steps[0]: ${quotes}: "!" begins a special YAML value / "!" unquoted`],
    ['- *.sh', `steps[0]: ${quotes}: "*" begins a special YAML value / "*" unquoted`],
    ['-', 'steps[0].run: a command / nothing'],
    ['- a\n- name: x', 'steps[1]: a key run / none'],
    ['- echo "a: b"', `steps[0]: ${quotes} if it holds ": " / a mapping with a key that is no name`],
    [
      '- run: x\n  uses: y',
      'steps[0]: only the keys name, run, id, working-directory, timeout-minutes, env, shell, stdin, continue-on-error / "uses"',
    ],
    ['- run: [a, b]', 'steps[0].run: text / a list'],
    ['- run: {a: b}', 'steps[0].run: text / a map'],
    ['- run: !x a', 'steps[0].run: text / "!" unquoted'],
    ['- "a\\0b"', 'steps[0].run: no NUL byte / one'],
    ['- run: |\n    # nothing yet', `steps[0].run: ${NO_EFFECT}`],
    ...['cd sub', 'export A=1', 'set -e', 'umask 022', 'A=1'].flatMap((command): [string, string][] => [
      [`make\n${command}`, `steps line 2: ${NO_EFFECT}`],
      [`- make\n- ${command}`, `steps[1].run: ${NO_EFFECT}`],
      [`- run: |\n    set -u\n    ${command} # for the next`, `steps[0].run: ${NO_EFFECT}`],
    ]),
    ['npm test & # the tests', 'steps line 1: a command that is waited for / one that ends with &, in the background'],
    ['\nnpm test &', 'steps line 2: a command that is waited for / one that ends with &, in the background'],
    [
      '- |\n  true\n  false & \n\n',
      'steps[0].run: a command that is waited for / one that ends with &, in the background',
    ],
    ['- run: x\n  name: "a\\nb"', 'steps[0].name: 1 to 100 printable characters on one line / "a\\u{a}b"'],
    ['- run: x\n  name: "\\u202e"', 'steps[0].name: 1 to 100 printable characters on one line / "\\u{202e}"'],
    ['- run: x\n  id: a b', 'steps[0].id: 1 to 64 letters, digits, _ and - / "a b"'],
    ['- run: x\n  shell: fish', 'steps[0].shell: one of auto, bash, sh / "fish"'],
    ['- run: x\n  timeout-minutes: 10x', 'steps[0].timeout-minutes: minutes from 0.01 to 35791 / "10x"'],
    ['- run: x\n  timeout-minutes: 0', 'steps[0].timeout-minutes: minutes from 0.01 to 35791 / "0"'],
    [
      '- run: x\n  continue-on-error: yes',
      'steps[0].continue-on-error: one of true, True, TRUE, false, False, FALSE / "yes"',
    ],
    ['- run: x\n  env: [A]', 'steps[0].env: a mapping of names to values / a list'],
    ['- run: x\n  env: {A: [b]}', 'steps[0].env: a text for each name / a list'],
    ['- run: x\n  env: {A: !s b}', 'steps[0].env: a text for each name / "!" unquoted'],
    ['- run: x\n  env: {"A-B": c}', 'steps[0].env: names of letters, digits and _, not beginning with a digit / "A-B"'],
    ['- run: x\n  env: {HOME: /}', 'steps[0].env: no variable HOME: Confine sets it / HOME'],
  ])('%j', (text, problem) => {
    expect(parse(text).problems).toEqual([problem])
  })

  test('is told for all steps at once', () => {
    const { problems } = parse('- {run: a, id: "?", shell: x}\n- {name: b}\n- {run: c, env: {1: x, 2: y}}')
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'steps[0].shell',
      'steps[0].id',
      'steps[1]',
      'steps[2].env',
      'steps[2].env',
    ])
  })

  test('is measured in bytes', () => {
    expect(parse(`- ${'ä'.repeat(32_768)}`).problems).toEqual([])
    expect(parse(`- ${'ä'.repeat(32_768)}x`).problems).toEqual(['steps[0].run: at most 65536 bytes / 65537 bytes'])
    expect(parse(`- run: x\n  stdin: ${'y'.repeat(1_048_577)}`).problems).toEqual([
      'steps[0].stdin: at most 1048576 bytes / 1048577 bytes',
    ])
  })

  test('is never a quoted secret', () => {
    const { problems } = parse(
      `- run: "x\\0hunter2"\n- 'curl -H "K: hunter2"'\n- curl -H "K: hunter2"\n- {run: a, env: {A B: hunter2}}`,
    )
    expect(problems).toHaveLength(3)
    expect(problems.join()).not.toContain('hunter2')
  })

  test.each([
    [`- echo ${TOKEN}`, "steps[0].run: none of the job's own tokens / a command that holds one"],
    [`- {run: x, stdin: "a${TOKEN}b"}`, "steps[0].stdin: none of the job's own tokens / a text that holds one"],
    [`- {run: x, env: {A: ${TOKEN}}}`, "steps[0].env.A: none of the job's own tokens / a value that holds one"],
  ])('a token of the job: %j', (text, problem) => {
    expect(parse(text).problems).toEqual([problem])
  })
})

describe('working-directory', () => {
  const directory = (path: string) => parse(`- run: x\n  working-directory: ${JSON.stringify(path)}`)

  test.each([
    ['ci', 'ci'],
    ['./ci/', 'ci'],
    ['ci/..', '.'],
    ['sub dir', 'sub dir'],
    ['in', 'in'],
    ['not/yet/made', 'not/yet/made'],
    ['/w/repo/ci', 'ci'],
  ])('%s', (path, result) => {
    expect(directory(path)).toMatchObject({ problems: [], steps: [{ workingDirectory: result }] })
  })

  const expected = 'steps[0].working-directory: a folder of the checkout, relative to its root'
  test.each([
    ['..', `${expected} / ".."`],
    ['ci/../../x', `${expected} / "ci/../../x"`],
    ['/etc', `${expected} / "/etc"`],
    ['/w/repository', `${expected} / "/w/repository"`],
    ['a\0b', `${expected} / "a\\u{0}b"`],
    ['out', `${expected}; a link leads out of it / "out"`],
    ['out/deeper', `${expected}; a link leads out of it / "out/deeper"`],
    ['dangling', `${expected}, reached without links that lead nowhere / "dangling"`],
    ['file', `${expected}, not a file / "file"`],
    ['file/below', `${expected}, reached without links that lead nowhere / "file/below"`],
  ])('%j is refused', (path, problem) => {
    expect(directory(path).problems).toEqual([problem])
  })

  test('is not told to be wrong where the checkout was refused', () => {
    const text = '- run: x\n  working-directory: ..'
    expect(parse(text, null)).toMatchObject({ problems: [], steps: [{ workingDirectory: '.' }] })
  })
})
