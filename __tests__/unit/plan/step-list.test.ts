import { describe, expect, test } from '@jest/globals'
import { Problems } from '../../../src/plan/problems.ts'
import { splitSteps } from '../../../src/plan/step-list.ts'
import { problemsOf } from './given.ts'

function split(text: string) {
  const problems = new Problems()
  const items = splitSteps(text, problems)
  return { items, problems: problemsOf(problems).map(({ input, expected, got }) => `${input}: ${expected} / ${got}`) }
}

/** The commands, or what was said against them. */
function commands(text: string) {
  const { items, problems } = split(text)
  return problems.length > 0 ? problems : items.map(({ tree }) => (tree.kind === 'text' ? tree.text : tree.kind))
}

describe('one command a line', () => {
  test.each([
    ['npm test', ['npm test']],
    ['npm ci\nnpm test\n', ['npm ci', 'npm test']],
    ['\n# first\n  npm ci  \r\n\n\t# then\nmake check', ['npm ci', 'make check']],
    ['echo "a # b"', ['echo "a # b"']],
    ['curl -H "Accept: x"', ['curl -H "Accept: x"']],
  ])('%j', (text, result) => {
    expect(commands(text)).toEqual(result)
  })

  test.each([
    ['. ./env.sh', 'one that has no effect on the next'],
    ['source env.sh', 'one that has no effect on the next'],
    ['for i in 1 2; do', 'a part of a command that spans lines'],
    ['if [ -f x ]', 'a part of a command that spans lines'],
    ['done', 'a part of a command that spans lines'],
    ['fi', 'a part of a command that spans lines'],
    ['cat <<EOF', 'a part of a command that spans lines'],
    ["sh -s <<-'END'", 'a part of a command that spans lines'],
    ['```', 'a part of a command that spans lines'],
    ['make &&', 'a line that goes on in the next'],
    ['make ||', 'a line that goes on in the next'],
    ['seq 3 |', 'a line that goes on in the next'],
    ['uses: ./', 'a key without a dash before it'],
  ])('%s alone is a line of a script, and none of a list', (line, problem) => {
    expect(split(`true\n${line}\nls`).problems).toEqual([expect.stringMatching(`^steps line 2: .* / ${problem}`)])
  })

  test.each([
    'cd sub && npm test',
    'export A=1; make',
    'A=1 make',
    'for i in 1 2; do echo $i; done',
    'if true; then ls; fi',
    'settle',
    'cat <<<text',
    'echo $((1 << n))',
    "grep '<<EOF' file",
    'cat <in',
    'make || true',
    'dotnet test',
  ])('%s is whole', (line) => {
    expect(commands(line)).toEqual([line])
  })

  test.each([
    ['[ -f README ]'],
    ['[ -f README ] && [ -d src ]'],
    ['{ a: b }'],
    ['"quoted program" arg'],
    ['a: b'],
    ['-x'],
    ['! grep -r TODO src'],
    ['--version'],
    ['[1, 2'],
    ['&x'],
  ])('%s is a command, whatever YAML makes of it', (text) => {
    expect(commands(text)).toEqual([text])
  })

  test.each(['npm ci && \\\nnpm test', 'run: npm test', 'name: x\nrun: y', 'run:'])(
    '%j was meant otherwise',
    (text) => {
      expect(split(text).problems[0]).toMatch(
        /^steps line 1: a command \(for several lines or other keys, write a YAML list/,
      )
    },
  )
})

describe('a YAML list', () => {
  test.each([
    ['- npm ci\n- npm test\n', ['npm ci', 'npm test']],
    ['# install\n\n- npm ci # now\n', ['npm ci']],
    ['---\n- a\n', ['a']],
    ['  - a\n  - b', ['a', 'b']],
    ['- true\n- false\n- 5\n- ~\n- null\n- 010', ['true', 'false', '5', '~', 'null', '010']],
    ['- "a: b"', ['a: b']],
    ['- run: x\n- y', ['map', 'y']],
    ['- |\n  a\n  b\n', ['a\nb\n']],
    ['- - a', ['list']],
    ['-\n', ['']],
    ['- ! grep x', ['unquoted']],
    ['- !!str x', ['unquoted']],
    ['- *.sh', ['unquoted']],
    ['- &a x', ['unquoted']],
    ['- &a [x]', ['unquoted']],
    ['- !m {a: b}', ['unquoted']],
  ])('%j', (text, result) => {
    expect(commands(text)).toEqual(result)
  })

  test.each([
    ['["npm ci","npm test"]', ['npm ci', 'npm test']],
    [' [\n  "a",\n  {"run": "b"}\n]', ['a', 'map']],
  ])('as a JSON array: %j', (text, result) => {
    expect(commands(text)).toEqual(result)
  })

  test.each([
    ['- a\n- `b`', 'steps line 2: a YAML list / YAML that can not be read (BAD_SCALAR_START)'],
    ['- run: a\n  run: b', 'steps line 2: a YAML list / a key that is there twice'],
    ['- a\n---\n- b', 'steps line 2: a YAML list / a second YAML document'],
    ['- run: a\n  env:\n\tA: b', 'steps line 3: a YAML list / a tab as indentation'],
    ['---\na: b', 'steps: a YAML list / YAML of another kind'],
    ['- a\nb: c', 'steps line 2: a YAML list / YAML that can not be read'],
  ])('%j can not be read', (text, problem) => {
    expect(split(text).problems[0]).toContain(problem)
  })

  test('that can not be read is not quoted: it may hold secrets', () => {
    expect(split('- run: x\n  env: {KEY: `hunter2`}').problems.join()).not.toContain('hunter2')
  })

  test('has no merge keys, and no aliases that multiply', () => {
    const { items } = split('- <<: {run: a}\n- x: [*a, *a]')
    expect(items.map(({ tree }) => tree)).toEqual([
      { kind: 'map', entries: [['<<', { kind: 'map', entries: [['run', { kind: 'text', text: 'a' }]] }]] },
      {
        kind: 'map',
        entries: [
          [
            'x',
            {
              kind: 'list',
              items: [
                { kind: 'unquoted', mark: '*' },
                { kind: 'unquoted', mark: '*' },
              ],
            },
          ],
        ],
      },
    ])
  })
})

describe('bounds', () => {
  test.each(['', ' \n\n', '# only a comment', '[]', '---\n[]'])('%j has no step', (text) => {
    expect(split(text).problems).toEqual(['steps: at least one step / none'])
  })

  test('256 steps, not more', () => {
    expect(split('a\n'.repeat(256)).problems).toEqual([])
    expect(split('a\n'.repeat(257)).problems).toEqual(['steps: at most 256 steps / 257'])
  })

  test('4 MiB of text', () => {
    expect(split('- a\n'.repeat(1_048_577)).problems).toEqual(['steps: at most 4194304 bytes / 4194308 bytes'])
  })
})
