import { describe, expect, test } from '@jest/globals'
import { expectVerified, outcomesOf, outputOf, reportOf, runAction } from '../support/action.ts'
import { leftOnEngine } from '../support/action-remains.ts'
import { makeCheckout } from '../support/checkouts.ts'

describe('a step that reaches a limit', () => {
  test('TIME-01: of time is killed with all that it started, whatever group it left and signals it ignores', async () => {
    const ticking = 'setsid sh -c "while :; do echo tick; sleep 1; done" & sleep 600'
    const deaf = "trap '' TERM INT HUP; (sleep 600 &) ; sleep 600"
    const steps = [
      { name: 'ticks', run: ticking, 'timeout-minutes': '0.05' },
      { name: 'is deaf', run: deaf, 'timeout-minutes': '0.03' },
      { name: 'fills a pipe', run: 'yes | sleep 600', 'timeout-minutes': '0.03' },
      { name: 'afterwards', run: 'ls' },
    ]
    const run = await runAction({ checkout: makeCheckout(), steps })
    const kinds = outcomesOf(run).map(({ kind }) => kind)
    expect(kinds).toEqual(['timed-out', 'timed-out', 'timed-out', 'verified'])
    expect(outputOf(run, 0)).toMatch(/^(?:tick\n)+$/)
    expect(run.log).toMatch(/^tick$/m)
    expect(outputOf(run, 3)).toBe('README\n')
    expect(run.exitCode).toBe(1)
    expect(run.github.state.comments[0]?.body).toContain('timed out')
    const [hint = ''] = reportOf(run).steps[0]?.hints ?? []
    expect(hint).toMatch(/^It had 3 s, counted from its release\. Raise timeout-minutes/)
    expect(reportOf(run).steps[3]?.hints).toEqual([])
    expect(await leftOnEngine(run.runId)).toEqual([])
  })

  test('TIME-03: a background process keeps no finished step open', async () => {
    const left =
      'sleep 500 &\nnohup sleep 500 >/dev/null 2>&1 &\n(setsid sleep 500 &)\n(sleep 500; echo late >late) &\necho done\n'
    const steps = [`${left}exit 4`, `${left}exit 0`, `${left}kill -TERM $$`, 'ls; ps | grep -c "[s]leep 500$" || true']
    const run = await runAction({ checkout: makeCheckout(), steps, inputs: { 'timeout-minutes': '1' } })
    expect(outcomesOf(run)).toMatchObject([
      { kind: 'failed', exitCode: 4 },
      { kind: 'verified' },
      { kind: 'failed', exitCode: 143, signal: 'SIGTERM' },
      { kind: 'verified' },
    ])
    for (const index of [0, 1, 2]) expect(outputOf(run, index)).toBe('done\n')
    expect(run.log.match(/^done$/gm)).toHaveLength(3)
    expect(outputOf(run, 3)).toBe('README\n0\n')
    expect(await leftOnEngine(run.runId)).toEqual([])
  })

  test.each(['35791', '35791.4', '43200', '0', '-1', '10x'])(
    'TIME-05: of %s minutes is either kept or refused, never over at once',
    async (minutes) => {
      const run = await runAction({
        checkout: makeCheckout(),
        steps: ['sleep 2; echo fine'],
        inputs: { 'timeout-minutes': minutes },
      })
      expect(run.log).not.toMatch(/TimeoutOverflow|timed out/)
      if (minutes !== '35791') {
        expect(run.exitCode).toBe(1)
        expect(run.log).toContain('timeout-minutes: expected')
        expect(run.log).toMatch(/35791/)
        expect(run.log).not.toMatch(/^fine$/m)
        return
      }
      expectVerified(run)
      expect(outputOf(run)).toBe('fine\n')
    },
  )
})
