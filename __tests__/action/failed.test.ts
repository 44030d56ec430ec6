import { describe, expect, test } from '@jest/globals'
import { type ActionRun, expectVerified, outcomesOf, reportOf, runAction } from '../support/action.ts'
import { readLog } from '../support/action-log.ts'
import { makeCheckout } from '../support/checkouts.ts'

const ENDINGS = [
  ['exit 1', 1, null],
  ['exit 125', 125, null],
  ['echo x >there; ./there', 126, null],
  ['no-such-tool --version', 127, null],
  ['exit 255', 255, null],
  ['kill -9 $$; echo went on', 137, 'SIGKILL'],
  ['kill -SEGV $$; echo went on', 139, 'SIGSEGV'],
  ['kill -TERM $$; echo went on', 143, 'SIGTERM'],
  ['sh -c "kill -9 \\$\\$"; echo went on', 137, 'SIGKILL'],
  ['false; echo went on', 1, null],
  ['false\necho went on', 1, null],
  ['false | true; echo went on', 1, null],
] as const

function annotations(run: ActionRun): readonly string[] {
  return readLog(run.log).commands.flatMap(({ command, data }) => (command === 'error' ? [data] : []))
}

describe('a step that fails', () => {
  test('makes the job, the check and the comment red, which name it and show its end', async () => {
    const run = await runAction({
      checkout: makeCheckout(),
      steps: [
        { name: 'Build', run: 'echo built' },
        { name: 'Unit tests', run: 'echo starting; echo "assertion 17 broke" >&2; exit 3' },
      ],
    })
    expect(run.exitCode).toBe(1)
    expect(outcomesOf(run)).toEqual([{ kind: 'verified' }, { kind: 'failed', exitCode: 3, signal: null }])
    expect(annotations(run)).toEqual(['Not verified: step "Unit tests" failed with exit code 3'])
    const { checkRuns, comments } = run.github.state
    expect(checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
    expect(checkRuns[0]?.output.title).toMatch(/Unit tests/)
    for (const text of [comments[0]?.body, run.summary, checkRuns[0]?.output.text]) {
      expect(text).toContain('Unit tests')
      expect(text).toContain('assertion 17 broke')
    }
  })

  test('tells how it ended, whatever way', async () => {
    const run = await runAction({ checkout: makeCheckout(), steps: ENDINGS.map(([command]) => command) })
    const found = reportOf(run).steps.map(({ run: command, outcome }) => [command, outcome])
    expect(found).toEqual(ENDINGS.map(([command, exitCode, signal]) => [command, { kind: 'failed', exitCode, signal }]))
    expect(run.exitCode).toBe(1)
    expect(readLog(run.log).shown).not.toContain('went on')
    expect(run.github.state.checkRuns).toMatchObject([{ conclusion: 'failure' }])
  })

  test('keeps none of the others from running', async () => {
    const run = await runAction({ checkout: makeCheckout(), steps: ['exit 4', 'true', 'exit 5'] })
    expect(outcomesOf(run).map(({ kind }) => kind)).toEqual(['failed', 'verified', 'failed'])
    expect(reportOf(run).verdict.reason).toBe('step "exit 4" failed with exit code 4, and 1 more not verified')
  })

  test('is forgiven with continue-on-error, and still told', async () => {
    const run = await runAction({
      checkout: makeCheckout(),
      steps: [{ name: 'Flaky', run: 'exit 7', 'continue-on-error': 'true' }, 'true'],
    })
    expectVerified(run)
    expect(outcomesOf(run)[0]).toEqual({ kind: 'failed', exitCode: 7, signal: null })
    expect(reportOf(run).verdict.reason).toContain('1 of 2 steps ran to the end and passed')
    expect(run.github.state.comments[0]?.body).toContain('Flaky')
  })

  test('is not enough for green when all are forgiven', async () => {
    const steps = [{ run: 'exit 7', 'continue-on-error': 'true' }]
    const run = await runAction({ checkout: makeCheckout(), steps })
    expect(run.exitCode).toBe(1)
    expect(reportOf(run).verdict.reason).toBe('every step was allowed to fail, and none passed')
  })

  test('is the last with fail-fast, unless it was forgiven', async () => {
    const steps = [{ run: 'exit 1', 'continue-on-error': 'true' }, 'exit 2', 'echo never']
    const run = await runAction({ checkout: makeCheckout(), steps, inputs: { 'fail-fast': 'true' } })
    expect(outcomesOf(run).map(({ kind }) => kind)).toEqual(['failed', 'failed', 'not-run'])
    expect(run.log).not.toMatch(/^never$/m)
    expect(run.exitCode).toBe(1)
  })
})
