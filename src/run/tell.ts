import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { messageOf } from '../domain/errors.ts'
import type { Plan } from '../domain/plan.ts'
import type { Runner } from '../domain/runner.ts'
import { lostCheckOf } from '../publish/check-run.ts'
import { internalProblem, problemLines, type PublishProblem, type Surface } from '../publish/problem.ts'
import {
  mayBeOpen,
  openCheckId,
  publishEnd,
  publishStart,
  type Published,
  type PublishSession,
} from '../publish/publish.ts'
import { targetOf } from '../publish/target.ts'
import { serializeReport } from '../report/codec-schema.ts'
import { renderLogSummary } from '../report/log-summary.ts'
import { renderCheck } from '../report/render-check.ts'
import { renderComment } from '../report/render-comment.ts'
import { renderSummary } from '../report/render-summary.ts'
import type { Report } from '../report/schema.ts'
import { writeOpening } from './opening.ts'
import { saveLater } from './save-later.ts'

export interface TellPort {
  readonly plan: Plan
  readonly runner: Runner
  readonly label: string
  readonly actor: string | null
  readonly startedAt: Date
  readonly cancel: AbortSignal
}

const NOTHING: Published = { checkRunUrl: null, commentUrl: null, problems: [], notes: [], openCheckId: null }

/** Opens the check run; `null` when nothing is to be posted to GitHub. */
export async function openPublishing(port: TellPort): Promise<PublishSession | null> {
  const { plan, runner } = port
  if (!plan.publishing.check && plan.publishing.comment === 'never') return null
  // Here and not at the top: GitHub's client is heavy, and bad inputs need none.
  const { connectGitHub } = await import('../publish/octokit-api.ts')
  const api = connectGitHub({
    token: plan.publishing.token,
    apiUrl: plan.context.apiUrl,
    repository: plan.event.repository,
    hurry: port.cancel,
  })
  const target = targetOf(plan, port)
  // Before the call: the process may be killed after GitHub has made the check run and before its id is known here.
  if (target.check) runner.saveState('opening', writeOpening(lostCheckOf(target)))
  const session = await publishStart(api, target)
  const id = openCheckId(session)
  if (id !== null) saveLater(runner, 'check', String(id))
  if (!mayBeOpen(session)) saveLater(runner, 'opening', '')
  return session
}

/** Publishes a report on every surface that was asked for. What could not be published is said; the verdict stands. */
export async function tell(port: TellPort, session: PublishSession | null, report: Report): Promise<void> {
  const { plan, runner } = port
  const problems: PublishProblem[] = []
  await attempt(problems, 'report file', () => writeReport(plan.publishing.reportPath, report))
  const published = session === null ? NOTHING : await publish(session, report)
  if (published.openCheckId === null) saveLater(runner, 'check', '')
  problems.push(...published.problems)
  await attempt(problems, 'outputs', () => setOutputs(runner, plan, report, published))
  const lines = problemLines(problems)
  if (plan.publishing.summary) {
    const added = await attempt(problems, 'job summary', () => runner.addSummary(renderSummary(report, lines)))
    if (!added) lines.push(...problemLines(problems.slice(-1)))
  }
  for (const line of lines) runner.warning(line)
  for (const note of published.notes) runner.info(note)
  for (const line of renderLogSummary(report)) runner.info(line)
  runner.info(`  Report: ${plan.publishing.reportPath}`)
}

async function writeReport(path: string, report: Report): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, serializeReport(report))
}

function publish(session: PublishSession, report: Report): Promise<Published> {
  return publishEnd(session, report, { check: renderCheck(report), comment: renderComment(report) })
}

async function attempt(problems: PublishProblem[], surface: Surface, act: () => unknown): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    problems.push(internalProblem(surface, 'written', messageOf(error)))
    return false
  }
}

function setOutputs(runner: Runner, plan: Plan, report: Report, published: Published): void {
  const posture = Object.fromEntries(report.posture.claims.map(({ id, verdict }) => [id, verdict]))
  const steps = report.steps.map(({ id, name, outcome }) => ({ id, name, outcome }))
  runner.setOutput('verdict', report.verdict.value)
  runner.setOutput('verified', String(report.verdict.value === 'verified'))
  runner.setOutput('posture', JSON.stringify(posture))
  runner.setOutput('report', plan.publishing.reportPath)
  runner.setOutput('steps', JSON.stringify(steps))
  runner.setOutput('check-run-url', published.checkRunUrl ?? '')
  runner.setOutput('comment-url', published.commentUrl ?? '')
}
