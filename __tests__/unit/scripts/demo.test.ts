import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import { viewComment } from '../../../scripts/demo/comment-view.mjs'
import { expectAnyway, expectAround, expectHonest, expectHostile } from '../../../scripts/demo/expectations.mjs'
import { differences, fingerprint } from '../../../scripts/demo/fingerprint.mjs'
import { createRunnerLog } from '../../../scripts/demo/runner-log.mjs'

const TOKEN = 'token-of-the-job'
const pull = {
  ...{ number: 8, title: '', branch: '', author: '' },
  ...{ baseSha: '', headSha: '', mergeSha: '' },
}

function runOf(kind: string, change: object = {}) {
  const failed = kind === 'failed'
  const steps = [
    { name: 'Syntax', outcome: { kind: 'verified' }, output: null },
    {
      name: 'Tests',
      outcome: failed ? { kind, exitCode: 1 } : { kind },
      output: { head: 'refused      to leave: no\n'.repeat(9), tail: '' },
    },
  ]
  const value = kind === 'verified' ? 'verified' : 'not-verified'
  const report = { run: { label: 'a' }, verdict: { value }, steps }
  const code = kind === 'verified' ? 0 : 1
  const result = {
    code,
    outputs: { posture: '{"network.none":"proven","lsm.profile":"not-applicable"}' },
    summary: '',
    log: `::add-mask::${TOKEN}\n`,
  }
  const posted = { comment: 'text', conclusion: code === 0 ? 'success' : 'failure' }
  return { pull, result, report, ...posted, changed: [], smuggled: [], ...change }
}

const allHold = (expectations: readonly { holds: boolean }[]): boolean => expectations.every(({ holds }) => holds)

describe('what the demo expects', () => {
  const { result } = runOf('failed')

  test('holds for an honest run that is verified', () => {
    expect(allHold(expectHonest(runOf('verified')))).toBe(true)
  })

  test('does not hold for an honest run that is red, or whose check is', () => {
    expect(allHold(expectHonest(runOf('failed')))).toBe(false)
    expect(allHold(expectHonest(runOf('verified', { conclusion: 'failure' })))).toBe(false)
  })

  test('holds for a hostile run that failed its tests', () => {
    expect(allHold(expectHostile(runOf('failed')))).toBe(true)
  })

  test.each(['verified', 'not-confined', 'not-started', 'lost', 'timed-out'])(
    'does not hold for a hostile run that ended as %s',
    (kind) => {
      expect(allHold(expectHostile(runOf(kind)))).toBe(false)
    },
  )

  test('does not hold when an attempt got through, or was not made', () => {
    const withOutput = (head: string) => {
      const run = runOf('failed')
      return {
        ...run,
        report: { ...run.report, steps: run.report.steps.map((step) => ({ ...step, output: { head, tail: '' } })) },
      }
    }
    const refused = 'refused      a: b\n'
    expect(allHold(expectHostile(withOutput(refused.repeat(8))))).toBe(false)
    expect(allHold(expectHostile(withOutput(`${refused.repeat(9)}GOT THROUGH  a: b\n`)))).toBe(false)
  })

  test.each([
    ['an unproven claim', { result: { ...result, outputs: { posture: '{"network.none":"unproven"}' } } }],
    ['no claim', { result: { ...result, outputs: { posture: '{}' } } }],
    ['no posture', { result: { ...result, outputs: {} } }],
    ['a changed checkout', { changed: ['.git/hooks/post-checkout'] }],
    ['an obeyed command', { smuggled: ['set-output verified'] }],
    ['a token in the comment', { comment: `it is ${TOKEN}` }],
    ['a token in the log', { result: { ...result, log: `::add-mask::${TOKEN}\n${TOKEN}\n` } }],
    ['no comment', { comment: '' }],
  ])('never holds with %s', (_, change) => {
    expect(allHold(expectAnyway(runOf('failed'), TOKEN))).toBe(true)
    expect(allHold(expectAnyway(runOf('failed', change), TOKEN))).toBe(false)
  })

  test('does not hold when GitHub would refuse a request, or something is left', () => {
    const violation = { kind: 'limit', method: 'POST', path: '/x', message: 'too long' } as const
    expect(allHold(expectAround([], []))).toBe(true)
    expect(allHold(expectAround([violation], []))).toBe(false)
    expect(allHold(expectAround([], ['container a']))).toBe(false)
  })
})

describe('the fingerprint of a checkout', () => {
  const folder = mkdtempSync(join(tmpdir(), 'confine-fingerprint-'))
  afterAll(() => {
    rmSync(folder, { recursive: true })
  })

  test('tells what came and what changed, content, rights and links', () => {
    mkdirSync(join(folder, '.git/hooks'), { recursive: true })
    writeFileSync(join(folder, 'same'), 'same')
    writeFileSync(join(folder, 'content'), 'one')
    symlinkSync('same', join(folder, 'link'))
    const before = fingerprint(folder)
    expect(differences(before, fingerprint(folder))).toEqual([])
    writeFileSync(join(folder, 'content'), 'two')
    writeFileSync(join(folder, '.git/hooks/post-checkout'), '')
    rmSync(join(folder, 'link'))
    symlinkSync('content', join(folder, 'link'))
    expect(differences(before, fingerprint(folder)).sort()).toEqual(['.git/hooks/post-checkout', 'content', 'link'])
  })
})

describe('the log as the runner shows it', () => {
  function logOf(...lines: string[]) {
    const shown: string[] = []
    const log = createRunnerLog((line) => shown.push(line))
    for (const line of lines) log.take(line)
    return { shown: shown.join('\n'), smuggled: log.smuggled }
  }

  test('obeys nothing between stop-commands and its token', () => {
    const { shown, smuggled } = logOf('::stop-commands::t', '::set-output name=a::b', '##[set-env name=a]b', '::t::')
    expect(shown).toContain('::set-output name=a::b')
    expect(smuggled).toEqual([])
  })

  test.each(['::set-output name=a::b', '  ::set-env name=a::b', 'before ##[add-path]/planted'])(
    'notices %s anywhere else',
    (line) => {
      expect(logOf('::stop-commands::t', '::t::', line).smuggled).toHaveLength(1)
    },
  )

  test('hides what was masked and shows what would command a terminal', () => {
    const { shown } = logOf('::add-mask::hush', 'a hush \u001b[2J \u009b1m')
    expect(shown).toBe('a *** ␛[2J \ufffd1m')
  })
})

describe('a comment in the terminal', () => {
  test('has its folds closed, whatever stands in a fence', () => {
    const fence = ['````text', '</details>', '```', '### forged', '````']
    const fold = ['<details>', '<summary>Output of <code>a</code></summary>', '', ...fence, '', '</details>']
    const shown = viewComment(['<!-- key -->', '### **Red**', '', ...fold, '', 'the end'].join('\n'))
    expect(shown).toEqual(['Red', '', '▸ Output of `a`', '', 'the end'])
  })
})
