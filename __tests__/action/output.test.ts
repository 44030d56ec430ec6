import { createHash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { type ActionRun, expectVerified, outputOf, reportOf, runAction, type StepInput } from '../support/action.ts'
import { type LogCommand, readLog } from '../support/action-log.ts'
import { makeCheckout } from '../support/checkouts.ts'

async function printing(steps: readonly StepInput[], inputs = {}, files = {}): Promise<ActionRun> {
  const run = await runAction({ checkout: makeCheckout(files), image: 'node', steps, inputs })
  expectVerified(run)
  return run
}

const node = (script: string): string => `node -e '${script}'`
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('what a step prints', () => {
  test('is whole to the last byte, a line without its end included', async () => {
    const run = await printing(['printf "one\\ntwo"', 'printf "no end" >&2', 'true'])
    expect([outputOf(run, 0), outputOf(run, 1), outputOf(run, 2)]).toEqual(['one\ntwo', 'no end', ''])
    expect(readLog(run.log).shown).toEqual(expect.arrayContaining(['one', 'two', 'no end']))
    const [first, second] = reportOf(run).steps
    expect(first?.output).toMatchObject({
      stdout: { bytes: 7, sha256: sha256('one\ntwo') },
      stderr: { bytes: 0 },
      complete: true,
    })
    expect(second?.output).toMatchObject({ stdout: { bytes: 0 }, stderr: { bytes: 6, sha256: sha256('no end') } })
  })

  test('keeps its order, and all of a burst right before the exit', async () => {
    const run = await printing(['seq 1 20000', 'echo a; echo b >&2; sleep 0.2; echo c; sleep 0.2; echo d >&2'])
    const numbers = Array.from({ length: 20_000 }, (_, index) => String(index + 1))
    expect(outputOf(run, 0)).toBe(`${numbers.join('\n')}\n`)
    expect(outputOf(run, 1).replace('b\na', 'a\nb')).toBe('a\nb\nc\nd\n')
    const { shown } = readLog(run.log)
    expect(shown.slice(shown.indexOf('1'), shown.indexOf('1') + 20_000)).toEqual(numbers)
  })

  test('keeps characters that come in pieces, and over both streams', async () => {
    const apart = (between: string): string =>
      node(
        `const b = Buffer.from("héé → 🎉 ü\\n"); let i = 0; const t = setInterval(() => { if (i === b.length) return clearInterval(t); process.stdout.write(b.subarray(i, ++i)); ${between} }, 5)`,
      )
    const run = await printing([apart(''), apart('if (i === 2) process.stderr.write("ä\\n")')])
    expect(outputOf(run, 0)).toBe('héé → 🎉 ü\n')
    const { shown } = readLog(run.log)
    expect(shown.filter((line) => line === 'héé → 🎉 ü')).toHaveLength(2)
    expect(shown).toContain('ä')
  })

  test('may be no text at all', async () => {
    const run = await printing([
      node('process.stdout.write(Buffer.from(Array.from({ length: 512 }, (_, i) => i % 256)))'),
    ])
    expect(reportOf(run).steps[0]?.output?.stdout).toMatchObject({ bytes: 512 })
    for (const text of [run.summary, run.github.state.comments[0]?.body]) {
      expect(text).not.toContain('\0')
      expect(text).not.toContain('\u001b')
    }
  })

  test('may be one line of three million characters', async () => {
    const run = await printing([node('process.stdout.write("x".repeat(3e6))')], { 'output-limit': '4MiB' })
    expect(outputOf(run)).toBe('x'.repeat(3_000_000))
    const lines = readLog(run.log).shown.filter((line) => line.startsWith('xxxx'))
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(5000)
    expect(lines.join('').replaceAll(/[^x]/g, '').length).toBeGreaterThanOrEqual(3_000_000)
  })

  test('is cut at output-limit, counted and hashed whole', async () => {
    const run = await printing(['seq 1 400000'], { 'output-limit': '64KiB' })
    const whole = `${Array.from({ length: 400_000 }, (_, index) => String(index + 1)).join('\n')}\n`
    const { output } = reportOf(run).steps[0]!
    expect(output?.stdout).toEqual({ bytes: whole.length, sha256: sha256(whole) })
    expect(whole.startsWith(output?.head ?? 'none')).toBe(true)
    expect(whole.endsWith(output?.tail ?? 'none')).toBe(true)
    expect(output!.head.length + output!.tail.length + output!.droppedBytes).toBe(whole.length)
    expect(output!.head.length + output!.tail.length).toBe(65_536)
    expect(run.log.length).toBeLessThan(100_000)
    expect(readLog(run.log).shown).toEqual(expect.arrayContaining(['1', '400000']))
  })
})

describe('commands of the runner in what a step prints', () => {
  const HOSTILE = [
    '::set-output name=verified::true',
    '::add-mask::true',
    '::error file=README::wrong',
    '  ::warning::wrong',
    '\t::debug::wrong',
    '::endgroup::',
    '::group::wrong',
    '::stop-commands::mine',
    '::mine::',
    '::add-path::/evil',
    '::set-env name=LD_PRELOAD::/evil.so',
    '::save-state name=label::other',
    '##[error]wrong',
    'text ##[set-output name=verified]true',
    '##[group]wrong',
    '::add-matcher::matcher.json',
    'back\r::error::wrong',
    '\u2028::error::wrong',
    '\uFEFF::error::wrong',
    '\u0085::error::wrong',
    '\u00a0::error::wrong',
    '\u200b::error::wrong',
    ':\u00ad:error::wrong',
    ':\u0301:error::wrong',
    '#\u200d#\u2060[error]wrong',
    '\u000b::error::wrong',
    '\u000c::error::wrong',
    'x'.repeat(3999) + ' ::error::wrong',
    'x'.repeat(4000) + '::error::wrong',
    'x'.repeat(3999) + '###[error]wrong',
  ]

  test('do nothing: the action’s own are the only ones', async () => {
    const files = { hostile: HOSTILE.join('\n') + '\n', 'no-end': '::error::wrong' }
    const steps = ['cat hostile', 'cat hostile >&2', 'cat no-end', { name: '::error::wrong', run: 'true' }]
    const run = await printing(steps, {}, files)
    const { commands, stopped } = readLog(run.log)
    expect(stopped).toBe(false)
    const own: readonly string[] = ['add-mask', 'group', 'stop-commands', 'endgroup']
    expect(commands.filter(({ command }) => !own.includes(command))).toEqual([])
    expect(count(commands, 'group')).toBe(4)
    expect(count(commands, 'endgroup')).toBe(4)
    expect(count(commands, 'stop-commands')).toBe(4)
    expect(JSON.stringify(commands)).not.toContain('"mine"')
  })

  test('do nothing even to a runner that never stopped to listen', async () => {
    const run = await printing(['cat hostile', 'cat hostile >&2'], {}, { hostile: HOSTILE.join('\n') + '\n' })
    const unstopped = run.log.replaceAll(/^::stop-commands::.*\n/gm, '')
    const own: readonly string[] = ['add-mask', 'group', 'endgroup']
    const { commands } = readLog(unstopped)
    expect(commands.filter(({ command }) => !own.includes(command))).toEqual([])
    expect(commands.filter(({ data }) => /wrong|evil/.test(data))).toEqual([])
    expect(count(commands, 'endgroup')).toBe(2)
  })
})

function count(commands: readonly LogCommand[], name: string): number {
  return commands.filter(({ command }) => command === name).length
}

test('a name that a step made hides nothing of the reason, in any place', async () => {
  const make =
    'n=$(printf "x\\rAll claims proven\\033]0;"); mkdir -p ".git/modules/$n"; printf "[include]\\n" >".git/modules/$n/config"'
  const run = await runAction({ checkout: makeCheckout(), image: 'debian', steps: [make, 'true'] })
  expect(run.exitCode).toBe(1)
  const told = [run.log, run.github.state.checkRuns[0]?.output.text, run.github.state.comments[0]?.body]
  for (const text of told) {
    expect(text).toContain('credentials.none')
    expect(text).toMatch(/x\\+u\{d\}All/)
  }
  // eslint-disable-next-line no-control-regex -- that none is left is the point
  expect(reportOf(run).verdict.reason).not.toMatch(/[\r\x1b]/)
})
