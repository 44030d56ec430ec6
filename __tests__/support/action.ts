import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, expect } from '@jest/globals'
import { parseReport } from '../../src/report/codec-schema.ts'
import { type Report } from '../../src/report/schema.ts'
import { type Job, makeJob, PULL, REPOSITORY } from './action-environment.ts'
import { readKeyValues } from './action-files.ts'
import { type Ended, type Running, start } from './action-process.ts'
import { type Hidden, hiddenFromEngine } from './action-hide.ts'
import { inventory, leftInTemp, leftOnEngine, removeFromEngine } from './action-remains.ts'
import { type Checkout } from './checkouts.ts'
import { type EventName, type EventOptions, type StandIn, startGitHub, TOKENS } from './github/index.mjs'
import { nextRunId } from './run-ids.ts'

/** Another build than `dist`, to see a test red with a rule broken. */
const DIST = resolve(process.env['CONFINE_DIST'] ?? 'dist')

export type StepInput = string | Readonly<Record<string, unknown>>

export interface ActionOptions {
  readonly checkout: Checkout
  /** The input as text, or items that are handed over as JSON. */
  readonly steps?: string | readonly StepInput[]
  readonly image?: 'busybox' | 'debian' | 'node'
  readonly inputs?: Readonly<Record<string, string>>
  readonly event?: EventName
  readonly eventOptions?: EventOptions
  readonly payload?: (payload: Record<string, unknown>) => Record<string, unknown>
  readonly token?: string
  readonly env?: Readonly<Record<string, string>>
  /** The stand-in of an earlier run, for a second one on the same repository. */
  readonly github?: StandIn
  /** Before the action starts: faults and the like. */
  readonly before?: (github: StandIn) => void
  /** While the action runs. What it makes on the engine carries the run's id. */
  readonly during?: (running: Running, github: StandIn, runId: string) => Promise<void>
  /** The test has something else change the checkout meanwhile; else it has to be the same afterwards. */
  readonly checkoutMoves?: true
  /** What starts the process, in front of node: `setpriv` with its arguments, say. */
  readonly wrap?: readonly string[]
  /** Folders of the job that the engine doesn't see, as from a job container. */
  readonly hide?: readonly Hidden[]
}

export interface ActionRun extends Ended {
  readonly options: ActionOptions
  readonly runId: string
  readonly job: Job
  readonly github: StandIn
  readonly outputs: Readonly<Record<string, string>>
  readonly state: Readonly<Record<string, string>>
  readonly summary: string
  /** Checked against the schema; `null` when none was written. */
  readonly report: Report | null
}

const runs: ActionRun[] = []
const started = new Set<Running>()
const standIns = new Set<StandIn>()
const trees = new Map<Checkout, readonly string[] | null>()

/** Runs the action's main entry as the runner does. What it leaves behind is looked at after the test. */
export async function runAction(options: ActionOptions): Promise<ActionRun> {
  const { checkout, wrap = [], event = 'pull_request.opened' } = options
  const github = options.github ?? (await startGitHub())
  standIns.add(github)
  if (event.startsWith('pull_request') && !github.state.pulls.some(({ number }) => number === PULL))
    github.state.addPull({ number: PULL, headSha: checkout.head })
  options.before?.(github)
  const runId = nextRunId()
  const job = makeJob({
    checkout,
    event,
    eventOptions: options.eventOptions ?? {},
    payload: options.payload ?? ((payload) => payload),
    apiUrl: github.url,
    runId,
    inputs: {
      image: `confine-test/${options.image ?? 'busybox'}:latest`,
      steps: stepsInput(options.steps ?? ['true']),
      token: options.token ?? TOKENS.write,
      ...options.inputs,
    },
    env: options.env ?? {},
  })
  if (!trees.has(checkout))
    trees.set(checkout, options.checkoutMoves === true ? null : inventory(join(checkout.folder.path, 'work')))
  const ended = await hiddenFromEngine(checkout, options.hide ?? [], (hiding) => {
    const command = [...hiding, ...wrap, process.execPath, join(DIST, 'index.js')]
    return watch(start(command, job.env, checkout.folder.path), (running) => options.during?.(running, github, runId))
  })
  const run = { ...ended, ...results(job), options, runId, job, github }
  runs.push(run)
  return run
}

async function watch(running: Running, during: (running: Running) => Promise<void> | undefined): Promise<Ended> {
  started.add(running)
  const [ended] = await Promise.all([running.ended, during(running)])
  started.delete(running)
  return ended
}

/**
 * Runs the post entry, with the state that the main one left.
 *
 * @param changed variables of the job that are others by now
 */
export async function runPost(run: ActionRun, changed: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const state = Object.entries(run.state).map(([name, value]) => [`STATE_${name}`, value])
  const env = { ...run.job.env, ...Object.fromEntries(state), ...changed }
  const command = [...(run.options.wrap ?? []), process.execPath, join(DIST, 'post/index.js')]
  const ended = await start(command, env, run.options.checkout.path).ended
  expectNoSecret(run.options, ended.log)
  return ended
}

function stepsInput(steps: string | readonly StepInput[]): string {
  return typeof steps === 'string' ? steps : JSON.stringify(steps)
}

function results({ files }: Job) {
  const outputs = readKeyValues(files.output)
  const path = outputs['report'] ?? ''
  return {
    outputs,
    state: readKeyValues(files.state),
    summary: readFileSync(files.summary, 'utf8'),
    report: existsSync(path) ? parseReport(JSON.parse(readFileSync(path, 'utf8'))) : null,
  }
}

/** The report of a run that has to have one. */
export function reportOf({ report, log }: ActionRun): Report {
  if (report === null) throw new Error(`no report was written:\n${log}`)
  return report
}

/** What a step printed. */
export function outputOf(run: ActionRun, index = 0): string {
  const output = reportOf(run).steps[index]?.output
  if (output == null) throw new Error(`step ${String(index)} never ran: ${reportOf(run).verdict.reason}\n${run.log}`)
  return output.head + output.tail
}

export function outcomesOf(run: ActionRun): readonly Report['steps'][number]['outcome'][] {
  return reportOf(run).steps.map(({ outcome }) => outcome)
}

/** For a test whose expectation needs a run that went well. */
export function expectVerified(run: ActionRun): void {
  expect({ verdict: run.report?.verdict.reason, exitCode: run.exitCode, log: run.log }).toEqual({
    verdict: expect.stringMatching(/ran to the end and passed, all \d+ (applicable )?claims proven/),
    exitCode: 0,
    log: run.log,
  })
}

function expectNoSecret({ token = TOKENS.write }: ActionOptions, text: string): void {
  if (token.length < 4) return
  expect(text.replaceAll(`::add-mask::${token}`, '')).not.toContain(token)
}

/** What holds for every run, whatever the test is about. */
function expectInvariants(run: ActionRun): void {
  const { exitCode, outputs, report, summary, github, options } = run
  for (const text of [run.log, summary, JSON.stringify(report), JSON.stringify(outputs)]) expectNoSecret(options, text)
  for (const { body } of github.state.comments) expectNoSecret(options, body)
  if (exitCode === null || options.env?.['GITHUB_OUTPUT'] !== undefined) return
  expect(outputs['verified']).toBe(String(exitCode === 0))
  expect(outputs['verdict']).toBe(exitCode === 0 ? 'verified' : 'not-verified')
  if (report !== null) expect(report.verdict.value).toBe(outputs['verdict'])
  const checks = github.state.checkRuns.filter(({ externalId }) => externalId.includes(run.runId))
  for (const { conclusion } of checks) if (conclusion === 'success') expect(exitCode).toBe(0)
}

async function expectNothingLeft({ runId, options }: ActionRun): Promise<void> {
  expect(await leftOnEngine(runId)).toEqual([])
  expect(leftInTemp(options.checkout.temp)).toEqual([])
}

afterEach(async () => {
  for (const running of started) running.kill('SIGKILL')
  started.clear()
  const ended = runs.splice(0)
  const before = [...trees]
  trees.clear()
  try {
    for (const github of standIns) expect(github.violations).toEqual([])
    for (const run of ended) expectInvariants(run)
    for (const run of ended) await expectNothingLeft(run)
    for (const [{ folder }, tree] of before)
      if (tree !== null) expect(inventory(join(folder.path, 'work'))).toEqual(tree)
  } finally {
    for (const github of standIns) await github.close()
    for (const { runId } of ended) await removeFromEngine(runId)
    standIns.clear()
    for (const [{ folder }] of before) folder.remove()
  }
})

export { REPOSITORY, PULL }
