import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { type ActionRun, outcomesOf, reportOf, runAction } from '../support/action.ts'
import { loadImage, type LoadedImage } from '../support/action-image.ts'
import { makeCheckout } from '../support/checkouts.ts'
import { commentOf, factsOf, printedBy, stepNamed } from '../support/hostile-run.ts'

/** Nobody else sleeps as long, so that its process is found on the host by its arguments. */
const SLEEP = String(98_000_000 + process.pid)

const DAEMON = [
  `setsid sh -c 'setsid sh -c "sleep ${SLEEP}; echo late" & exit 0'`,
  `until grep -qsa "^sleep.${SLEEP}" /proc/[0-9]*/cmdline; do sleep 0.1; done`,
  'echo the daemon lives; sleep 2; exit 0',
].join('\n')

/** Forks until it is refused, and fails; the number is how many there were. */
const COUNT_FORKS = [
  "python3 - <<'END'",
  'import os, sys, time',
  'for n in range(100000):',
  '    try:',
  '        if os.fork() == 0: time.sleep(600)',
  '    except OSError as error:',
  '        print(f"refused: {error.strerror}")',
  '        print(f"children: {n}")',
  '        sys.exit(1)',
  'END',
].join('\n')

/**
 * The parent of a vfork(2) sleeps, and can't be interrupted, until its child ends. The storm beside it stays below the limit
 * of processes: a bash that may not fork gives up, now and then before its deadline.
 */
const VFORK = [
  "python3 - <<'END' &",
  'import ctypes, time',
  'ctypes.CDLL(None).vfork()',
  'time.sleep(600)',
  'END',
  'pid=$!',
  'until grep -q "^State:.D" /proc/$pid/status; do sleep 0.1; done',
  'echo asleep and not to be interrupted',
  'while :; do for n in 1 2 3 4 5 6 7 8; do /bin/true & done; wait $!; done',
].join('\n')

/** Leaves the pipe that it shares with PID 1 full, and in a state in which a write to it fails in place of waiting. */
const FULL_PIPE = [
  "python3 - <<'END'",
  'import os',
  'os.set_blocking(1, False)',
  'try:',
  '    while True: os.write(1, b"x" * 65536)',
  'except BlockingIOError: pass',
  'END',
].join('\n')

/** Says, as PID 1 does at its end, how it ended. */
const lastWord = (code: string) =>
  `nonce=$(tr '\\0' '\\n' </proc/1/cmdline | grep -xm1 '[0-9a-f]\\{32\\}'); printf '\\036confine-over %s ${code}\\n' "$nonce"; echo behind it`

function livesOnHost(): boolean {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.some((pid) => commandOf(pid) === `sleep\0${SLEEP}\0`)
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // It has ended since.
  }
}

/** Beside the other run, for it is waited for as long as Confine waits for a probe. */
async function runWithoutProof(image: LoadedImage): Promise<ActionRun> {
  const steps = ['echo RAN', 'echo RAN']
  return runAction({ checkout: makeCheckout(), steps, inputs: { image: image.reference } })
}

describe('a step that ends in another way than it says', () => {
  let run: ActionRun
  let late: ActionRun
  let livedMeanwhile = false

  beforeAll(async () => {
    const short = { 'timeout-minutes': 0.05 }
    const steps = [
      { name: '5', run: '(tail /dev/zero & wait $!) || true; echo went on; exit 0' },
      { name: '6', run: 'exit 137' },
      { name: '7', run: `trap '' TERM INT HUP QUIT USR1; setsid sleep 600 & while :; do sleep 1; done`, ...short },
      { name: '8', run: DAEMON },
      { name: '9 counted', run: COUNT_FORKS },
      { name: '9', run: ':(){ :|:& };:; sleep 60', ...short },
      { name: '33', run: VFORK, ...short },
      { name: 'full', run: FULL_PIPE },
      { name: 'says 0', run: `${lastWord('000')}; exit 3` },
      { name: 'says 3', run: lastWord('003') },
      { name: 'after all of them', run: 'ls /proc | grep -c "^[0-9]"' },
    ]
    using image = loadImage('hostile-late', { shell: '#!/bin/busybox sh\nexec /bin/busybox sleep 600\n' })
    const waiting = runWithoutProof(image)
    run = await runAction({
      checkout: makeCheckout(),
      image: 'debian',
      steps,
      inputs: { memory: '128m', 'tmp-size': '16m', 'shm-size': '1m', 'pids-limit': '64' },
      during: async (running) => {
        await running.seen(/^the daemon lives$/m)
        livedMeanwhile = livesOnHost()
      },
    })
    late = await waiting
  })

  test('(b) 5: hides behind exit 0 that a child was killed for want of memory: it is red, and says so', () => {
    expect(stepNamed(run, '5').outcome).toEqual({ kind: 'out-of-memory', exitCode: 0, limitBytes: 128 * 1024 ** 2 })
    expect(printedBy(run, '5')).toContain('went on')
    expect(run.exitCode).toBe(1)
    expect(commentOf(run)).toMatch(/out of memory/)
  })

  test('(b) 6: claims with exit 137 to have been killed: it is exit 137, no limit of time or memory', () => {
    expect(stepNamed(run, '6').outcome).toEqual({ kind: 'failed', exitCode: 137, signal: 'SIGKILL' })
    const row =
      commentOf(run)
        .split('\n')
        .find((line) => /^\| .*\| 6 \||exit 137/.test(line)) ?? ''
    expect(row).toMatch(/137/)
    expect(row).not.toMatch(/timed out|out of memory/)
  })

  test('(b) 7: ignores TERM and sleeps past its deadline: it is killed there', () => {
    expect(stepNamed(run, '7').outcome).toMatchObject({ kind: 'timed-out' })
    expect(stepNamed(run, '7').output?.complete).toBe(true)
  })

  test('(b) 8: leaves a daemon that keeps its output open: its exit code counts, and nothing survives it', () => {
    expect(printedBy(run, '8')).toBe('the daemon lives\n')
    expect(stepNamed(run, '8')).toMatchObject({ outcome: { kind: 'verified' }, output: { complete: true } })
    expect(livedMeanwhile).toBe(true)
    expect(livesOnHost()).toBe(false)
  })

  test('(b) 9: is a fork bomb: it meets its limit, fails, and the next step runs as ever', () => {
    expect(stepNamed(run, '9 counted').outcome).toEqual({ kind: 'failed', exitCode: 1, signal: null })
    const { refused, children } = factsOf(run, '9 counted')
    expect(refused).toBe('Resource temporarily unavailable')
    expect(Number(children)).toBeGreaterThan(40)
    expect(Number(children)).toBeLessThan(64)
    expect(['failed', 'timed-out']).toContain(stepNamed(run, '9').outcome.kind)
    expect(stepNamed(run, 'after all of them').outcome).toEqual({ kind: 'verified' })
  })

  test('leaves a full pipe on which no write waits: that it passed is told all the same', () => {
    const { outcome, output } = stepNamed(run, 'full')
    expect({ outcome, complete: output?.complete }).toEqual({ outcome: { kind: 'verified' }, complete: true })
    expect(output?.stdout.bytes).toBeGreaterThanOrEqual(65536)
  })

  test('says the last word of PID 1 itself: how it ended counts, and nothing else is hidden', () => {
    expect(stepNamed(run, 'says 0').outcome).toEqual({ kind: 'failed', exitCode: 3, signal: null })
    expect(stepNamed(run, 'says 3').outcome).toEqual({ kind: 'verified' })
    for (const name of ['says 0', 'says 3']) expect(printedBy(run, name)).toBe('behind it\n')
  })

  test('(b) 33: is a storm of vforks with a parent that sleeps uninterruptibly: it is killed at its deadline', () => {
    expect(printedBy(run, '33')).toContain('asleep and not to be interrupted')
    expect(stepNamed(run, '33').outcome).toMatchObject({ kind: 'timed-out' })
    expect(reportOf(run).verdict.value).toBe('not-verified')
  })

  test('(b) 33: never comes to the gate: it is waited for, but not for ever, and nothing ran', () => {
    expect(outcomesOf(late)).toEqual([
      { kind: 'not-confined', claims: [], reason: 'the probe did not finish within 60 seconds' },
      { kind: 'not-run', because: 'step "echo RAN" could not be confined or watched to its end' },
    ])
    expect(late.exitCode).toBe(1)
    expect(late.log).not.toMatch(/^RAN$/m)
    expect(late.github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
  })
})
