import { randomBytes } from 'node:crypto'
import { ConfineError, InputError, messageOf } from './domain/errors.ts'
import type { Plan } from './domain/plan.ts'
import type { Runner } from './domain/runner.ts'
import { plural } from './domain/units.ts'
import { hostFacts } from './plan/host-facts.ts'
import { attempt } from './run/attempt.ts'
import { cancelOnSignals } from './run/cancel.ts'
import { conclude, concludePosture } from './run/conclude.ts'
import { renderProblems } from './report/render-problems.ts'
import { nothingFound } from './run/prepared.ts'
import { readPlan } from './run/read-plan.ts'
import { saveLater } from './run/save-later.ts'
import { secretsOf } from './run/secrets.ts'
import { makeTempFolder, removeTempFolder } from './run/temp-folder.ts'
import { openPublishing, tell } from './run/tell.ts'
import { commandRunner } from './runtime/command.ts'
import { openRunner } from './runtime/runner.ts'
import { VERSION } from './version.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The composition root: reads the plan, opens the check, proves and runs the steps, judges, tells.
 *
 * @returns the exit status: 0 for a verified run, else 1
 */
export async function main(env: Environment): Promise<number> {
  const runner = await openRunner(`Confine ${VERSION}`)
  try {
    return await run(runner, readPlan(runner, env), env)
  } catch (error) {
    await refuse(runner, error)
    return 1
  }
}

/** What goes wrong before there is a plan, or in Confine itself. Red, with all reasons. */
async function refuse(runner: Runner, error: unknown): Promise<void> {
  try {
    runner.setOutput('verdict', 'not-verified')
    runner.setOutput('verified', 'false')
  } catch (thrown) {
    runner.warning(`The outputs could not be written: ${messageOf(thrown)}`)
  }
  if (error instanceof InputError) {
    for (const { input, expected, got } of error.problems)
      runner.error(`Input ${input}: expected ${expected}, got ${got}`)
    if (runner.input('summary').trim() !== 'false') {
      await runner.addSummary(renderProblems(error.problems)).catch((thrown: unknown) => {
        runner.warning(`The job summary could not be written: ${messageOf(thrown)}`)
      })
    }
    runner.fail(`Not verified: ${plural(error.problems.length, 'mistake')} in the inputs; no step was run`)
    return
  }
  const fault = error instanceof Error ? (error.stack ?? error.message) : messageOf(error)
  runner.fail(`Not verified: ${error instanceof ConfineError ? error.message : `a fault in Confine: ${fault}`}`)
}

async function run(runner: Runner, plan: Plan, env: Environment): Promise<number> {
  const startedAt = new Date()
  const label = `${plan.context.runId}-${String(plan.context.runAttempt)}-${randomBytes(4).toString('hex')}`
  for (const secret of secretsOf(plan)) runner.mask(secret)
  const cancel = cancelOnSignals(runner)
  runner.saveState('label', label)
  const tempDir = await makeTempFolder(plan.context.tempDir)
  runner.saveState('temp', tempDir)
  const facts = hostFacts()
  const git = { run: commandRunner(env['PATH'] ?? '', plan.checkout, facts), facts, env, tempDir }
  const port = { plan, runner, label, actor: env['GITHUB_ACTOR'] ?? null, startedAt, cancel, env, git, tempDir }
  const found = nothingFound()
  const opened = openPublishing(port)
  opened.catch(() => undefined) // the first step waits for it, and is red then
  const attempted = await attempt({ ...port, opened }, found)
  const claims = await concludePosture(git, plan, found.before, attempted)
  // What can't be removed yet is removed by the post step: the verdict does not hang on it.
  await removeTempFolder(tempDir).catch(() => undefined)
  const report = conclude({ ...port, found, ...attempted, claims, cancelled: cancel.aborted })
  await tell(port, await opened.catch(() => null), report)
  if (attempted.clean) saveLater(runner, 'label', '')
  else saveLater(runner, 'unheard', JSON.stringify(attempted.unheard))
  if (report.verdict.value === 'verified') return 0
  runner.fail(`Not verified: ${report.verdict.reason}`)
  return 1
}
