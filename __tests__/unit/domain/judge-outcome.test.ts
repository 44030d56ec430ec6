import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Ending, Exited } from '../../../src/domain/ending.ts'
import { judgeOutcome } from '../../../src/domain/judge-outcome.ts'
import type { Outcome } from '../../../src/domain/outcome.ts'

const CLEAN: Exited = {
  kind: 'exited',
  waited: 0,
  inspected: 0,
  said: 0,
  oomKilled: false,
  memoryKills: null,
  killed: null,
  afterMs: 1500,
  ranMs: 1600,
  limitMs: 60_000,
  memoryLimitBytes: 4096,
}

const exited = (more: Partial<Exited>): Exited => ({ ...CLEAN, ...more })
const code = (exitCode: number | null, more: Partial<Exited> = {}): Exited =>
  exited({ waited: exitCode, inspected: exitCode, said: exitCode, ...more })

const UNSAID: Outcome = { kind: 'lost', reason: 'the engine did not say how the step ended' }
const OUT_OF_MEMORY = { kind: 'out-of-memory', limitBytes: 4096 } as const
const failed = (exitCode: number, signal: string | null = null): Outcome => ({ kind: 'failed', exitCode, signal })

describe('what never came to an exit', () => {
  test.each<[name: string, ending: Ending, outcome: Outcome]>([
    [
      'the engine refused',
      { kind: 'refused', call: 'start', reason: 'no /bin/sh' },
      { kind: 'not-started', reason: 'start: no /bin/sh' },
    ],
    [
      'the end marker never came',
      { kind: 'no-proof', reason: 'no marker' },
      { kind: 'not-confined', reason: 'no marker', claims: [] },
    ],
    [
      'a required claim is not proven',
      { kind: 'gate-shut', claims: ['network.none', 'limits.pids'], reason: 'eth0' },
      { kind: 'not-confined', reason: 'eth0', claims: ['network.none', 'limits.pids'] },
    ],
    [
      'the engine was lost before the release',
      { kind: 'broke', released: false, reason: 'gone' },
      { kind: 'not-confined', reason: 'gone', claims: [] },
    ],
    [
      'the engine was lost after the release',
      { kind: 'broke', released: true, reason: 'gone' },
      { kind: 'lost', reason: 'gone' },
    ],
    ['cancelled before', { kind: 'cancelled', released: false }, { kind: 'cancelled', released: false }],
    ['cancelled after', { kind: 'cancelled', released: true }, { kind: 'cancelled', released: true }],
    ['fail-fast', { kind: 'skipped', because: 'fail-fast' }, { kind: 'not-run', because: 'fail-fast' }],
  ])('%s', (_, ending, outcome) => {
    expect(judgeOutcome(ending)).toEqual(outcome)
  })
})

describe('what exited by itself, long after its time', () => {
  const late = { limitMs: 3000, afterMs: 6970, ranMs: 7100 }

  test.each<[name: string, more: Partial<Exited>, kind: Outcome['kind']]>([
    ['is timed out, whatever its code', late, 'timed-out'],
    ['is timed out, also when the engine does not say how long it ran', { ...late, ranMs: null }, 'timed-out'],
    ['is not, when by the engine’s clock it ended in time', { ...late, ranMs: 2900 }, 'verified'],
    ['is not, when by our clock it ended in time', { ...late, afterMs: 2900 }, 'verified'],
    ['is not, at the same moment as the deadline', { ...late, afterMs: 3100, ranMs: 3400 }, 'verified'],
    ['is not, to the end of two seconds of grace', { ...late, afterMs: 5000, ranMs: 5000 }, 'verified'],
    ['is timed out, a millisecond after them', { ...late, afterMs: 5001, ranMs: 5001 }, 'timed-out'],
  ])('%s', (_, more, kind) => {
    expect(judgeOutcome(exited(more)).kind).toBe(kind)
  })
})

describe('what exited', () => {
  test.each<[name: string, ending: Exited, outcome: Outcome]>([
    ['with 0', code(0), { kind: 'verified' }],
    ['with 1', code(1), failed(1)],
    ['with 97, the code of a refused gate', code(97), failed(97)],
    ['with 125, which docker run uses for itself', code(125), failed(125)],
    ['with 126', code(126), failed(126)],
    ['with 127', code(127), failed(127)],
    ['with 128, which names no signal', code(128), failed(128)],
    ['with 137 and no kill of ours', code(137), failed(137, 'SIGKILL')],
    ['with 143 and no kill of ours', code(143), failed(143, 'SIGTERM')],
    ['with 255', code(255), failed(255)],

    ['after our kill', code(137, { killed: 'deadline' }), { kind: 'timed-out', afterMs: 1500 }],
    ['with 0 after our kill', code(0, { killed: 'deadline' }), { kind: 'timed-out', afterMs: 1500 }],
    [
      'after our kill, out of memory as well',
      code(137, { killed: 'deadline', oomKilled: true }),
      { kind: 'timed-out', afterMs: 1500 },
    ],
    ['after our kill, code unknown', code(null, { killed: 'deadline' }), { kind: 'timed-out', afterMs: 1500 }],
    ['cancelled', code(137, { killed: 'cancel' }), { kind: 'cancelled', released: true }],
    ['with 0, cancelled', code(0, { killed: 'cancel' }), { kind: 'cancelled', released: true }],

    ['out of memory', code(137, { oomKilled: true }), { ...OUT_OF_MEMORY, exitCode: 137 }],
    ['out of memory with 0', code(0, { oomKilled: true }), { ...OUT_OF_MEMORY, exitCode: 0 }],
    [
      'with 0, and the kernel counted a kill that the engine missed',
      code(0, { memoryKills: 1 }),
      { ...OUT_OF_MEMORY, exitCode: 0 },
    ],
    ['with 0, and the kernel counted no kill', code(0, { memoryKills: 0 }), { kind: 'verified' }],
    [
      'out of memory by the kernel, the engine’s flag unknown',
      code(137, { oomKilled: null, memoryKills: 2 }),
      { ...OUT_OF_MEMORY, exitCode: 137 },
    ],
    [
      'killed for want of disk',
      code(137, { killed: { disk: 'only 7 B' } }),
      { kind: 'out-of-disk', reason: 'only 7 B' },
    ],
    [
      'killed for want of disk, with 0',
      code(0, { killed: { disk: 'only 7 B' } }),
      { kind: 'out-of-disk', reason: 'only 7 B' },
    ],
    ['out of memory, code unknown', code(null, { oomKilled: true }), { ...OUT_OF_MEMORY, exitCode: null }],
    ['out of memory, with two codes', exited({ waited: 137, oomKilled: true }), { ...OUT_OF_MEMORY, exitCode: 137 }],

    ['without any code', code(null), UNSAID],
    ['without an answer to wait', exited({ waited: null }), UNSAID],
    ['without an answer to inspect', exited({ inspected: null }), UNSAID],
    ['without the engine’s memory flag', exited({ oomKilled: null }), UNSAID],
  ])('%s', (_, ending, outcome) => {
    expect(judgeOutcome(ending)).toEqual(outcome)
  })

  test.each([
    ['0 and 1', 0, 1],
    ['1 and 0', 1, 0],
    ['137 and 0', 137, 0],
  ])('with two exit codes (%s)', (_, waited, inspected) => {
    const reason = `the engine gave two exit codes: wait says ${waited}, inspect says ${inspected}`
    expect(judgeOutcome(exited({ waited, inspected }))).toEqual({ kind: 'lost', reason })
  })

  test.each([
    ['0 and 3', 0, 3],
    ['3 and 0', 3, 0],
  ])('with another code than the shell in the container says (%s)', (_, engine, said) => {
    const reason = `the engine says exit code ${engine}, and the container’s own shell said ${said}`
    expect(judgeOutcome(code(engine, { said }))).toEqual({ kind: 'lost', reason })
  })

  test('with 0, and the shell’s last word is missing', () => {
    const reason = 'the output stream ended before the container’s shell said how the step ended'
    expect(judgeOutcome(code(0, { said: null }))).toEqual({ kind: 'lost', reason })
  })

  test('with another code than 0, and that word is missing: what ended it was not the step, and is not forgiven', () => {
    const words = 'the output stream ended before the container’s shell said how the step ended'
    const reason = `${words}; the engine says exit code 137`
    expect(judgeOutcome(code(137, { said: null }))).toEqual({ kind: 'lost', reason })
  })

  test.each([-1, 256, 512, 0.5, 1e9, Number.POSITIVE_INFINITY])('with %p, which is no exit code', (number) => {
    const reason = `the engine gave an exit code out of range: ${number}`
    expect(judgeOutcome(code(number))).toEqual({ kind: 'lost', reason })
  })

  test('with what is no number', () => {
    expect(judgeOutcome(code(Number.NaN)).kind).toBe('lost')
  })
})

describe('whatever came', () => {
  const anyCode = fc.option(fc.oneof(fc.integer({ min: -2, max: 258 }), fc.constantFrom(0, 0, 0), fc.double()))
  const anyExit: fc.Arbitrary<Exited> = fc.record({
    kind: fc.constant('exited' as const),
    waited: anyCode,
    inspected: anyCode,
    said: fc.option(fc.oneof(fc.nat(2), fc.constantFrom(0, 0, 0))),
    oomKilled: fc.option(fc.boolean()),
    memoryKills: fc.option(fc.nat(1)),
    killed: fc.constantFrom(null, null, 'deadline' as const, 'cancel' as const, { disk: 'full' }),
    afterMs: fc.nat(10_000),
    ranMs: fc.option(fc.nat(10_000)),
    limitMs: fc.nat(10_000),
    memoryLimitBytes: fc.nat(),
  })

  test('verified is only what nothing speaks against', () => {
    fc.assert(
      fc.property(anyExit, (ending) => {
        const { waited, inspected, said, oomKilled, memoryKills, killed, afterMs, ranMs, limitMs } = ending
        const inTime = afterMs <= limitMs + 2000 || (ranMs !== null && ranMs <= limitMs + 2000)
        const unkilled = oomKilled === false && !memoryKills && killed === null
        const clean = Object.is(waited, 0) && inspected === 0 && said === 0 && unkilled && inTime
        // -0 is a zero too, though no engine sends it.
        fc.pre(!Object.is(waited, -0) && !Object.is(inspected, -0))
        expect(judgeOutcome(ending).kind === 'verified').toBe(clean)
      }),
      { numRuns: 2000 },
    )
  })
})
