import { expect } from '@jest/globals'
import { type ActionOptions, type ActionRun, reportOf, runAction } from './action.ts'
import { makeCheckout } from './checkouts.ts'
import { type Fault, type FaultyCall, type FaultyEngine, faultyEngine } from './engine-faults.ts'

/** One run of the action on an engine that fails at one call. */
export interface FaultRow {
  readonly at: string
  readonly call: RegExp
  readonly nth?: number
  readonly onwards?: boolean
  readonly fault: Fault
  /** Said in the verdict, a step's outcome or a note: which call it was. */
  readonly says: RegExp
  readonly options?: Partial<ActionOptions>
}

export interface FaultRun {
  readonly row: FaultRow
  readonly run: ActionRun
  readonly asked: readonly string[]
}

/** The machine has two cores; more than these at a time would only wait for each other. */
const ABREAST = 4

/** Runs of the action on engines with these faults, some of them side by side. */
export async function runFaults(rows: readonly FaultRow[]): Promise<readonly FaultRun[]> {
  const todo = [...rows]
  const ended: FaultRun[] = []
  const work = async (): Promise<void> => {
    for (let row = todo.shift(); row !== undefined; row = todo.shift()) ended.push(await runFault(row))
  }
  await Promise.all(Array.from({ length: ABREAST }, work))
  return ended
}

async function runFault(row: FaultRow): Promise<FaultRun> {
  const { run, engine } = await onFaultyEngine([row], row.options)
  expect({ at: row.at, struck: engine.struck() > 0, log: run.log }).toMatchObject({ struck: true })
  return { row, run, asked: engine.asked }
}

/** A run of two steps on the real engine with these faults. */
export async function onFaultyEngine(
  faults: readonly FaultyCall[],
  options: Partial<ActionOptions> = {},
): Promise<{ readonly run: ActionRun; readonly engine: FaultyEngine }> {
  await using engine = await faultyEngine(faults)
  const env = { ...options.env, DOCKER_HOST: options.env?.['DOCKER_HOST'] ?? engine.address }
  const run = await runAction({ checkout: makeCheckout(), steps: ['echo RAN', 'echo RAN'], ...options, env })
  return { run, engine }
}

/** Never green, the check run is closed, and the call is named. */
export function expectRed({ row, run }: FaultRun): void {
  const report = reportOf(run)
  const reasons = report.steps.map(({ outcome }) => ('reason' in outcome ? outcome.reason : ''))
  const said = [report.verdict.reason, ...reasons, ...report.notes].join('\n')
  expect({ at: row.at, exitCode: run.exitCode, said, checks: run.github.state.checkRuns }).toMatchObject({
    exitCode: 1,
    said: expect.stringMatching(row.says),
    checks: [{ status: 'completed', conclusion: 'failure' }],
  })
  // The summary is what a person reads first.
  expect(run.summary).toContain('not verified')
}

/** The kinds of outcome of a run's steps. */
export function kindsOf({ run }: FaultRun): readonly string[] {
  return reportOf(run).steps.map(({ outcome }) => outcome.kind)
}
