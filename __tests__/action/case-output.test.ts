import { beforeAll, describe, expect, test } from '@jest/globals'
import { type ActionRun, outcomesOf, outputOf, reportOf, runAction } from '../support/action.ts'
import { readLog, type ReadLog } from '../support/action-log.ts'
import { makeCheckout } from '../support/checkouts.ts'
import { commentOf, peakMemory, printedBy, stepNamed } from '../support/hostile-run.ts'

const EURO =
  'printf "\\342"; sleep 1\nprintf "E1\\n" >&2; sleep 1\nprintf "\\202\\254\\n"\n' +
  'i=0; while [ $i -lt 50000 ]; do printf "\\344\\275\\240"; i=$((i+1)); done; echo\n'
const COLOURS =
  'printf "\\033[31mred\\033[0m \\033[2K\\033[1A\\033]0;title\\007\\033]8;;http://x.invalid\\033\\\\link\\033]8;;\\033\\\\ \\033[38;2;1;2;3mrgb\\033[m\\n"\nexit 1\n'
const LOOKALIKES =
  'printf "::add-mask::e\\n::error file=README.md,line=1::forged\\n  ::warning::lead\\nx\\r::notice::cr\\n::endgroup::\\n::stop-commands::abc\\n::abc::\\n##[error]old style\\n::save-state name=a::b\\n"\n'

/** What a person reads of a run in GitHub's pages. */
function pages(run: ActionRun): readonly string[] {
  const { output } = run.github.state.checkRuns[0] ?? {}
  return [commentOf(run), run.summary, output?.summary ?? '', output?.text ?? '']
}

describe('what a step prints', () => {
  let run: ActionRun
  let log: ReadLog

  beforeAll(async () => {
    const steps = [
      { name: 'LOG-02', run: EURO },
      { name: 'LOG-03', run: 'echo one\nprintf two >&2\nsleep 0.2\nprintf three\nexit 1\n' },
      { name: 'LOG-06', run: 'sh ci/c.sh' },
      { name: 'LOG-07', run: 'head -c 3000000 /dev/zero | tr "\\000" a; echo\necho AFTER\nexit 1\n' },
      { name: 'LOG-07 of wide characters', run: 'yes 你你你你你你你你 | head -c 300000 | tr -d "\\n"; exit 1\n' },
    ]
    run = await runAction({ checkout: makeCheckout({ 'ci/c.sh': COLOURS }), steps })
    log = readLog(run.log)
  })

  test('LOG-02: keeps characters that are split between frames and between streams', () => {
    expect(stepNamed(run, 'LOG-02').outcome).toEqual({ kind: 'verified' })
    expect(log.shown.filter((line) => line === '€')).toHaveLength(1)
    expect(log.shown.filter((line) => line === 'E1')).toHaveLength(1)
    const wide = printedBy(run, 'LOG-02')
    expect(wide.match(/\u4f60/g)).toHaveLength(50_000)
    const begin = log.shown.indexOf('€') + 1
    const shown = log.shown.slice(begin, log.shown.indexOf('one')).join('')
    expect(shown.match(/\u4f60/g)).toHaveLength(50_000)
    for (const text of [run.log, ...pages(run)]) expect(text).not.toContain('\ufffd')
  })

  test('LOG-03: keeps a last line without its end, and glues nothing to it', () => {
    expect(log.shown).toEqual(expect.arrayContaining(['one', 'two', 'three']))
    expect(printedBy(run, 'LOG-03')).toMatch(/three$/)
    expect(commentOf(run)).toMatch(/three$/m)
  })

  test('LOG-06: has its colours in the log, and nowhere else', () => {
    for (const text of pages(run)) {
      // eslint-disable-next-line no-control-regex -- that none is left is the point
      expect(text).not.toMatch(/[\x1b\x07]/)
      expect(text).not.toContain('title')
    }
    expect(commentOf(run)).toMatch(/^red\s+link\s+rgb$/m)
    expect(run.log).toContain('\u001b[31mred\u001b[0m')
  })

  test('LOG-07: may be one enormous line, and what comes after it is seen', () => {
    const longest = Math.max(...run.log.split('\n').map((line) => Buffer.byteLength(line)))
    expect(longest).toBeLessThan(16_000)
    expect(log.shown).toContain('AFTER')
    expect(run.log).toMatch(/line goes on/)
    expect(run.log).toMatch(/\d+ bytes are not shown/)
    expect(commentOf(run)).toMatch(/^AFTER$/m)
    const { stdout, droppedBytes } = stepNamed(run, 'LOG-07').output!
    expect(stdout.bytes).toBe(3_000_007)
    expect(droppedBytes).toBe(3_000_007 - 1024 * 1024)
    expect(stepNamed(run, 'LOG-07').hints.join()).toMatch(/from the middle of the output were not kept/)
    expect(stepNamed(run, 'LOG-02').hints).toEqual([])
  })
})

test('LOG-04: a burst right before the exit is whole, thirty times', async () => {
  const burst = 'i=0; while [ $i -lt 2000 ]; do echo L$i; i=$((i+1)); done\nexit 9\n'
  const run = await runAction({ checkout: makeCheckout(), steps: Array.from({ length: 30 }, () => burst) })
  const whole = Array.from({ length: 2000 }, (_, n) => `L${String(n)}\n`).join('')
  expect(outcomesOf(run)).toEqual(Array.from({ length: 30 }, () => ({ kind: 'failed', exitCode: 9, signal: null })))
  for (let n = 0; n < 30; n += 1) expect(outputOf(run, n)).toBe(whole)
  const shown = readLog(run.log).shown.filter((line) => /^L\d+$/.test(line))
  expect(shown.join('\n')).toBe(whole.repeat(30).trimEnd())
})

test('LOG-09: an endless output is drained, counted and cut, and does not outlive its time', async () => {
  let peak = 0
  const run = await runAction({
    checkout: makeCheckout(),
    steps: [
      { name: 'endless', run: 'yes', 'timeout-minutes': '0.05' },
      { name: 'ends', run: 'head -c 104857600 /dev/zero | tr "\\0" y; echo; echo END' },
    ],
    inputs: { 'output-limit': '1MiB' },
    during: async (running) => {
      peak = await peakMemory(running)
    },
  })
  expect(outcomesOf(run)).toMatchObject([{ kind: 'timed-out' }, { kind: 'verified' }])
  expect(run.exitCode).toBe(1)
  const [endless, ends] = reportOf(run).steps
  expect(endless?.output?.stdout.bytes).toBeGreaterThan(2 * 1024 * 1024)
  expect(ends?.output).toMatchObject({ complete: true, stdout: { bytes: 104_857_605 } })
  expect(readLog(run.log).shown).toContain('END')
  expect(run.log.length).toBeLessThan(2.5 * 1024 * 1024)
  expect(peak).toBeLessThan(300)
  // The engine keeps nothing of it.
  const claim = reportOf(run).posture.claims.find(({ id }) => id === 'limits.output')
  expect(claim?.observations).toContainEqual({ witness: 'engine', seen: 'log driver none', stance: 'confirms' })
})

test('LOG-10: what looks like a command of the runner is text, also around a step that is killed in the middle of a line', async () => {
  const spy = 'env; tr "\\0" "\\n" </proc/1/cmdline; cat /proc/self/mountinfo; ls -R /tmp "$HOME"'
  const steps = [
    { name: 'killed', run: 'printf "half ::"; sleep 60', 'timeout-minutes': '0.03' },
    { name: 'lookalikes', run: 'sh ci/w.sh' },
    { name: 'spy', run: spy },
  ]
  const run = await runAction({ checkout: makeCheckout({ 'ci/w.sh': LOOKALIKES }), steps })
  expect(outcomesOf(run).map(({ kind }) => kind)).toEqual(['timed-out', 'verified', 'verified'])
  const { commands, shown, stopped } = readLog(run.log)
  expect(stopped).toBe(false)
  const own = ['add-mask', 'group', 'stop-commands', 'endgroup', 'error']
  expect(commands.filter(({ command }) => !own.includes(command))).toEqual([])
  expect(commands.filter(({ command }) => command === 'error')).toHaveLength(1)
  expect(JSON.stringify(commands)).not.toMatch(/forged|lead|abc"/)
  for (const command of ['group', 'endgroup']) expect(commands.filter((one) => one.command === command)).toHaveLength(3)
  const text = shown.join('\n')
  for (const word of ['forged', 'lead', 'cr', 'old style', 'save-state name=a']) expect(text).toContain(word)
  const tokens = commands.filter(({ command }) => command === 'stop-commands').map(({ data }) => data)
  expect(new Set(tokens).size).toBe(3)
  for (const token of tokens) {
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(printedBy(run, 'spy')).not.toContain(token)
  }
})
