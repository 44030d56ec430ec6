import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import { transformSync } from '@swc/core'
import { TempFolder } from '../../support/git.ts'

const temp = new TempFolder()
afterAll(() => temp.remove())

const ROOT = new URL('../../../', import.meta.url)
const CORE = JSON.stringify(new URL('node_modules/@actions/core/lib/core.js', ROOT).href)
const IMPORT = /(?<=from ['"])\.{1,2}\/[\w/.-]+\.ts/g

/** Writes a source and all that it imports into the folder, as JavaScript, each by its name alone. */
function load(url: URL, written = new Set<string>()): void {
  if (written.has(url.href)) return
  written.add(url.href)
  const { code } = transformSync(readFileSync(url, 'utf8'), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  })
  for (const [path] of code.matchAll(IMPORT)) load(new URL(path, url), written)
  const flat = code.replace(IMPORT, (path) => `./${basename(path, '.ts')}.js`).replace(/(['"])@actions\/core\1/, CORE)
  temp.write(`${basename(url.pathname, '.ts')}.js`, flat)
}

/**
 * Runs statements on a real runner port in a process of its own, for `@actions/core` acts on this process's output and
 * exit status. The sources are turned over as jest does it, for a Node that takes no TypeScript.
 */
function withRunner(statements: string, env: Readonly<Record<string, string>> = {}) {
  temp.write('package.json', '{"type":"module"}')
  load(new URL('src/runtime/runner.ts', ROOT))
  temp.write(
    'main.js',
    `import { openRunner } from './runner.js'\nconst runner = await openRunner('Confine')\n${statements}`,
  )
  const full = { PATH: process.env['PATH'] ?? '', ...env }
  try {
    return {
      code: 0,
      log: execFileSync(process.execPath, [`${temp.path}/main.js`], {
        env: full,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    }
  } catch (error) {
    const failed = error as { status: number; stdout: string; stderr: string }
    return { code: failed.status, log: `${failed.stdout}${failed.stderr}` }
  }
}

describe('the runner', () => {
  test('has its first line in the log before anything is loaded', () => {
    const { log } = withRunner('runner.info("second")')
    expect(log).toBe('Confine\nsecond\n')
  })

  test('gives inputs as they came, and nothing for those that did not', () => {
    const { log } = withRunner('console.log(JSON.stringify([runner.input("fail-fast"), runner.input("env")]))', {
      'INPUT_FAIL-FAST': ' true\n',
    })
    expect(log).toContain('[" true\\n",""]')
  })

  test('masks every line of a secret, and no empty one', () => {
    const { log } = withRunner('runner.mask("one\\r\\ntwo\\n"); runner.mask("")')
    expect(log).toBe('Confine\n::add-mask::one\n::add-mask::two\n')
  })

  test('saves state for the post step, which gets it back', () => {
    const state = temp.write('state', '')
    withRunner('runner.saveState("a", "line\\nend")', { GITHUB_STATE: state })
    expect(readFileSync(state, 'utf8')).toMatch(/^a<<(\S+)\nline\nend\n\1\n$/)
    expect(withRunner('console.log([runner.state("a"), runner.state("b")])', { STATE_a: 'x' }).log).toContain(
      "[ 'x', '' ]",
    )
  })

  test('sets outputs', () => {
    const output = temp.write('output', '')
    withRunner('runner.setOutput("verdict", "a\\nverified=true")', { GITHUB_OUTPUT: output })
    expect(readFileSync(output, 'utf8')).toMatch(/^verdict<<(\S+)\na\nverified=true\n\1\n$/)
  })

  test('groups, warns and errs through commands whose text can not break out', () => {
    const statements =
      'runner.startGroup("a\\n::x"); runner.endGroup(); runner.warning("a\\n::x"); runner.error("b\\r::y")'
    expect(withRunner(statements).log).toBe(
      'Confine\n::group::a%0A::x\n::endgroup::\n::warning::a%0A::x\n::error::b␍::y\n',
    )
  })

  test.each([
    ['::error::x', ': :error::x'],
    ['  ::add-mask::e', '  : :add-mask::e'],
    ['a\n::x', 'a\n: :x'],
    ['a\r::x', 'a␍::x'],
    ['a\n \u00a0::x', 'a\n \u00a0: :x'],
    ['\u0301::x', '\u0301: :x'],
    ['a ##[error]x', 'a ## [error]x'],
    ['a ::error::b', 'a ::error::b'],
    ['::1 is a loopback address', ': :1 is a loopback address'],
  ])('shows %j as text', (text, shown) => {
    expect(withRunner(`runner.info(${JSON.stringify(text)})`).log).toBe(`Confine\n${shown}\n`)
  })

  test.each([
    ['startGroup', '::group::'],
    ['info', ''],
    ['warning', '::warning::'],
    ['error', '::error::'],
    ['fail', '::error::'],
  ])('%s shows all that could hide or replace a part of its text', (method, command) => {
    const { log } = withRunner(`runner.${method}('a\\x1b]0;b, c\\rd\\u202ee')`)
    expect(log).toBe(`Confine\n${command}a␛]0;b, c␍d[U+202E]e\n`)
  })

  test('shows the begin of a text without end', () => {
    const { log } = withRunner("runner.fail('x'.repeat(1000000))")
    expect(log).toBe(`Confine\n::error::${'x'.repeat(7999)}…\n`)
  })

  test('writes as it is what it is told to write so', () => {
    expect(withRunner('runner.write("::stop-commands::t\\n")').log).toBe('Confine\n::stop-commands::t\n')
  })

  test('fails with an error and a red exit status', () => {
    expect(withRunner('runner.fail("because")')).toEqual({ code: 1, log: 'Confine\n::error::because\n' })
  })
})

describe('the job summary', () => {
  const add = (markdown: string, env = {}) =>
    withRunner(
      `try { console.log(await runner.addSummary(${markdown})) } catch (e) { console.log(e.code, e.message) }`,
      env,
    ).log

  test('is added to', () => {
    const file = temp.write('summary', 'before\n')
    expect(add('"# A"', { GITHUB_STEP_SUMMARY: file })).toBe('Confine\ntrue\n')
    expect(readFileSync(file, 'utf8')).toBe('before\n# A\n')
  })

  test('has no place outside of a workflow', () => {
    expect(add('"# A"')).toBe('Confine\nfalse\n')
  })

  test('is 1 MiB at most', () => {
    const file = temp.write('summary', '')
    expect(add('"ä".repeat(524289)', { GITHUB_STEP_SUMMARY: file })).toBe(
      'Confine\npublish the job summary is above 1 MiB\n',
    )
    expect(readFileSync(file, 'utf8')).toBe('')
  })

  test('that can not be written is a publishing error', () => {
    expect(add('"x"', { GITHUB_STEP_SUMMARY: '/nonexistent/x' })).toMatch(/^Confine\npublish the job summary: /)
  })
})
