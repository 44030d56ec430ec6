import { buildPlan } from '../../src/plan/build-plan.ts'
import { hostFacts } from '../../src/plan/host-facts.ts'
import type { Report } from '../../src/report/schema.ts'
import { attempt, type Attempted } from '../../src/run/attempt.ts'
import { conclude, concludePosture } from '../../src/run/conclude.ts'
import { nothingFound } from '../../src/run/prepared.ts'
import { makeTempFolder, removeTempFolder } from '../../src/run/temp-folder.ts'
import { commandRunner } from '../../src/runtime/command.ts'
import { Creations } from '../../src/sandbox/creations.ts'
import { DockerEngine } from '../../src/sandbox/docker-engine.ts'
import { findEndpoint } from '../../src/sandbox/endpoint.ts'
import { sweepAll, type Swept } from '../../src/sandbox/sweep.ts'
import { MemoryRunner } from '../unit/run/memory-runner.ts'
import { leftOnEngine, removeFromEngine } from './action-remains.ts'
import type { Checkout } from './checkouts.ts'
import { faultyEngine } from './engine-faults.ts'
import { eventEnvironment, eventPayload } from './github/index.mjs'
import { nextRunId } from './run-ids.ts'
import { SHORT } from './slow-engine.ts'
import type { SlowRow } from './slow-rows.ts'

type Left = Awaited<ReturnType<typeof leftOnEngine>>

/** A run that came to its end by itself. */
export interface SlowRun {
  readonly report: Report
  /** How each step ended. */
  readonly kinds: readonly string[]
  /** The verdict's reason, those of the steps, and the notes. */
  readonly said: string
  /** All that the job log shows. */
  readonly log: string
  /** How often the fault struck. */
  readonly struck: number
  /** Longest that the engine itself took for a call that was left alone, in milliseconds. */
  readonly slowestMs: number
  /** The run says that nothing is left. */
  readonly clean: boolean
  /** On the engine when the run was over. */
  readonly left: Left
  /** By the post step, with the engine well again; `null` when the run left it no work. */
  readonly swept: Swept | null
  readonly leftAfterwards: Left
}

/** What the main process does between its inputs and GitHub, then what the post step does, with little patience. */
export async function runSlowly(checkout: Checkout, row: SlowRow): Promise<SlowRun> {
  await using engine = await faultyEngine(row.faults)
  const runId = nextRunId()
  const runner = new MemoryRunner()
  const tempDir = await makeTempFolder(checkout.temp)
  const port = { ...portOf(checkout, engine.address, tempDir, row), runner, label: `${runId}-1-slow` }
  const found = nothingFound()
  try {
    const attempted = await attempt(port, found)
    const claims = await concludePosture(port.git, port.plan, found.before, attempted)
    const report = conclude({ ...port, found, ...attempted, claims, cancelled: false, startedAt: new Date() })
    const left = await leftOnEngine(runId)
    const { clean } = attempted
    const swept = clean ? null : await sweepLater(port.label, attempted)
    const { struck, slowestMs } = engine
    const about = {
      report,
      ...wordsOf(report),
      log: runner.log.join('\n'),
      struck: struck(),
      slowestMs: slowestMs(),
      clean,
      left,
      swept,
    }
    return { ...about, leftAfterwards: await leftOnEngine(runId) }
  } finally {
    await removeTempFolder(tempDir)
    await removeFromEngine(runId)
  }
}

function wordsOf({ steps, verdict, notes }: Report): Pick<SlowRun, 'kinds' | 'said'> {
  const reasons = steps.map(({ outcome }) => ('reason' in outcome ? outcome.reason : ''))
  return { kinds: steps.map(({ outcome }) => outcome.kind), said: [verdict.reason, ...reasons, ...notes].join('\n') }
}

function portOf(checkout: Checkout, engine: string, tempDir: string, { steps, pull }: SlowRow) {
  const about = { repository: 'octo-org/octo-repo', headSha: checkout.head }
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: checkout.folder.path,
    DOCKER_HOST: engine,
    GITHUB_WORKSPACE: checkout.path,
    RUNNER_TEMP: checkout.temp,
    ...eventEnvironment('push.branch', about),
  }
  const inputs = new Map([
    ['image', 'confine-test/busybox:latest'],
    ['pull', pull],
    ['steps', JSON.stringify(steps)],
  ])
  const facts = hostFacts()
  const plan = buildPlan((name) => inputs.get(name) ?? '', env, eventPayload('push.branch', about), facts)
  const git = { run: commandRunner(env.PATH, plan.checkout, facts), facts, env, tempDir }
  const patience = SHORT
  return { plan, env, git, tempDir, patience, cancel: new AbortController().signal, opened: Promise.resolve() }
}

/** As the post step does, on the engine itself. */
function sweepLater(label: string, { unheard }: Attempted): Promise<Swept> {
  const well = new DockerEngine(findEndpoint(process.env))
  return sweepAll(well, label, new Creations(unheard), [1_000])
}
