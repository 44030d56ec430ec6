import { expect, test } from '@jest/globals'
import { PROVEN, PULL, runWorkflow } from '../support/act.ts'
import { TempFolder } from '../support/git.ts'
import { addBranch, ownCheckout } from '../support/own-checkout.ts'

/** An install, a type check and a thousand unit tests on a busy machine: a limit for hangs. */
const PATIENCE_MS = 25 * 60_000

test(
  'Confine verifies this very project, and refuses what fails',
  async () => {
    await using folder = new TempFolder()
    const checkout = ownCheckout(folder)
    addBranch(checkout, 'topic', { 'notes.md': 'A change.\n' })

    const run = await runWorkflow(folder, checkout, 'topic', 'confine.yml')

    const verify = run.jobs['verify']?.steps['Verify']
    // The log first: it says what is wrong, should anything be.
    expect(verify?.output).toMatch(
      /Confine: VERIFIED: 2 steps ran to the end and passed, all \d+ (applicable )?claims proven/,
    )
    expect(verify).toMatchObject({ result: 'success', outputs: { verdict: 'verified', posture: PROVEN } })
    expect(run.jobs['refuse']).toMatchObject({
      result: 'success',
      steps: {
        'Verify what must not pass': { result: 'failure', outputs: { verdict: 'not-verified', posture: PROVEN } },
        'It did not pass, for the step that fails': { result: 'success' },
      },
    })
    expect(run).toMatchObject({ exitCode: 0, violations: [] })
    expect(run.github.checkRuns).toMatchObject([{ name: 'Confine', headSha: run.headSha, conclusion: 'success' }])
    expect(run.github.comments).toMatchObject([{ issue: PULL }])
  },
  PATIENCE_MS,
)
