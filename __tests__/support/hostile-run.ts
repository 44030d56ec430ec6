import { readFileSync } from 'node:fs'
import type { ClaimId } from '../../src/domain/claim.ts'
import { type ActionRun, reportOf } from './action.ts'
import type { Running } from './action-process.ts'

type ReportStep = ReturnType<typeof reportOf>['steps'][number]

/** The step of this name, whose outcome a test asks for. */
export function stepNamed(run: ActionRun, name: string): ReportStep {
  const step = reportOf(run).steps.find((one) => one.name === name)
  if (step === undefined) throw new Error(`no step is called "${name}":\n${run.log}`)
  return step
}

/** All that is kept of what a step printed. */
export function printedBy(run: ActionRun, name: string): string {
  const { output, outcome } = stepNamed(run, name)
  if (output === null) throw new Error(`"${name}" never ran: ${JSON.stringify(outcome)}`)
  return output.head + output.tail
}

/** `name: value` lines of what a step printed. */
export function factsOf(run: ActionRun, name: string): Readonly<Record<string, string>> {
  const lines = printedBy(run, name).matchAll(/^([^:\n]+): (.*)$/gm)
  return Object.fromEntries([...lines].map(([, key = '', value = '']) => [key, value]))
}

export function claimOf(run: ActionRun, id: ClaimId) {
  const claim = reportOf(run).posture.claims.find((one) => one.id === id)
  if (claim === undefined) throw new Error(`the posture says nothing of ${id}:\n${run.log}`)
  return claim
}

/** Claims that are neither proven nor without a mechanism here. */
export function unmetClaims(run: ActionRun): readonly string[] {
  const { claims } = reportOf(run).posture
  return claims.filter(({ verdict }) => verdict !== 'proven' && verdict !== 'not-applicable').map(({ id }) => id)
}

/** Everything that a run tells anybody. */
export function published(run: ActionRun): string {
  const { comments, checkRuns } = run.github.state
  const checks = checkRuns.map(({ output }) => JSON.stringify(output))
  return [run.log, run.summary, JSON.stringify(run.report), ...comments.map(({ body }) => body), ...checks].join('\n')
}

/** The comment on the pull request, of which there has to be one. */
export function commentOf(run: ActionRun): string {
  const [comment, ...others] = run.github.state.comments
  if (comment === undefined || others.length > 0)
    throw new Error(`expected one comment, got ${String(others.length + (comment === undefined ? 0 : 1))}`)
  return comment.body
}

/** The largest memory that a process had so far, in MiB (proc(5), VmHWM), looked at until it ends. */
export async function peakMemory({ pid, ended }: Running): Promise<number> {
  let peak = 0
  let over = false
  void ended.then(() => (over = true))
  // `over` is set by the line above while this loop sleeps.
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition
  while (!over) {
    const [, kib = '0'] = /^VmHWM:\s+(\d+)/m.exec(statusOf(pid)) ?? []
    peak = Math.max(peak, Number(kib) / 1024)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return peak
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${String(pid)}/status`, 'utf8')
  } catch {
    return '' // It has ended since.
  }
}
