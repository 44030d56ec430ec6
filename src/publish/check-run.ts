import { type Verdict } from '../domain/verdict.ts'
import { type CheckConclusion, type CheckOutput, type CheckRun, type GitHubApi, type NewCheck } from './github-api.ts'
import { type Attempt, type PublishProblem } from './problem.ts'
import { guarded, type Posted, posted, problemFrom, type Publication, skipped } from './publication.ts'
import { GitHubRefusal, isPassing } from './refusal.ts'
import { type PublishTarget } from './target.ts'

/** What became of the check run at the start, kept until the end. */
export type OpenedCheck =
  | { readonly kind: 'open'; readonly run: CheckRun }
  /** It may not be written: no second attempt. */
  | { readonly kind: 'refused'; readonly problem: PublishProblem }
  /** Passing trouble. With `maybeThere`, GitHub may have made the check run all the same. */
  | { readonly kind: 'unsure'; readonly problem: PublishProblem; readonly maybeThere: boolean }
  | { readonly kind: 'off' }

const MINIMAL_SUMMARY = "GitHub refused the full report. It is in the job's summary and in the report file of the run."

/** Creates the check run, in progress, on the head commit. Never throws. */
export async function openCheck(api: GitHubApi, target: PublishTarget): Promise<OpenedCheck> {
  if (!target.check) return { kind: 'off' }
  try {
    return { kind: 'open', run: await api.createCheck(newCheck(target, null, runningOutput(target))) }
  } catch (thrown) {
    const problem = problemFrom(attemptTo('opened', target), thrown)
    if (!(thrown instanceof GitHubRefusal) || !isPassing(thrown)) return { kind: 'refused', problem }
    return { kind: 'unsure', problem, maybeThere: thrown.maybeDone }
  }
}

/**
 * Completes the check run. After passing trouble at the start it is looked for by the run's label, for an orphan would
 * stay in progress for ever, and else created as completed. Never throws.
 */
export async function completeCheck(
  api: GitHubApi,
  target: PublishTarget,
  opened: OpenedCheck,
  verdict: Verdict,
  rendered: CheckOutput,
): Promise<Publication> {
  if (opened.kind === 'off') return skipped('the input check is false')
  if (opened.kind === 'refused') return opened.problem
  const conclusion = conclusionOf(verdict)
  return guarded(attemptTo('completed', target), async () => {
    const id = opened.kind === 'open' ? opened.run.id : await findOrphan(api, target, opened.maybeThere)
    return writeShrinking(rendered, conclusion, (output) =>
      id === null ? api.createCheck(newCheck(target, conclusion, output)) : api.updateCheck(id, { conclusion, output }),
    )
  })
}

const CLOSING = { surface: 'check run', what: 'closed', readOnly: null } as const

/**
 * For the post step: the action's process ended and left this check run open. One that is completed already stays as it
 * is. Never throws.
 */
export async function abandonCheck(
  api: GitHubApi,
  check: { readonly id: number; readonly cancelled: boolean },
): Promise<Publication> {
  return guarded(CLOSING, async () => {
    const state = await api.getCheck(check.id).catch(() => null)
    return state?.completed === true ? skipped('the check run is completed') : abandon(api, check.id, check.cancelled)
  })
}

/** What is known of a check run from before it was asked for. */
export interface LostCheck {
  readonly headSha: string
  readonly name: string
  /** The run's label. */
  readonly externalId: string
}

/** As `abandonCheck`, for a process that ended before GitHub's answer with the id could reach it. Never throws. */
export async function abandonLostCheck(
  api: GitHubApi,
  lost: LostCheck & { readonly cancelled: boolean },
): Promise<Publication> {
  return guarded(CLOSING, async () => {
    const run = await findOwn(api, lost)
    return run === null || run.completed
      ? skipped('no check run of this run is open')
      : abandon(api, run.id, lost.cancelled)
  })
}

async function abandon(api: GitHubApi, id: number, cancelled: boolean): Promise<Posted> {
  const conclusion = cancelled ? 'cancelled' : 'failure'
  const summary = "Nothing was verified: the action's process ended before it could finish."
  return posted(await api.updateCheck(id, { conclusion, output: { title: TITLES[conclusion], summary, text: null } }))
}

/** Green is for a verdict that says verified, and for nothing else. */
export function conclusionOf(verdict: Verdict): CheckConclusion {
  if (verdict.cancelled) return 'cancelled'
  return verdict.value === 'verified' ? 'success' : 'failure'
}

const TITLES: Readonly<Record<CheckConclusion, string>> = {
  success: 'Verified',
  failure: 'Not verified',
  cancelled: 'Cancelled',
}

/** A conclusion without its text is worth more than a check run that stays in progress: one more try, with little. */
async function writeShrinking(
  rendered: CheckOutput,
  conclusion: CheckConclusion,
  write: (output: CheckOutput) => Promise<CheckRun>,
): Promise<Posted> {
  try {
    return posted(await write(rendered))
  } catch (thrown) {
    if (!(thrown instanceof GitHubRefusal) || thrown.kind !== 'invalid') throw thrown
    const written = await write({ title: TITLES[conclusion], summary: MINIMAL_SUMMARY, text: null })
    return posted(written, `the check run has a short text only, for GitHub refused the full one: ${thrown.detail}`)
  }
}

/** When looking fails too, creating is still right: of two check runs with one name GitHub counts the newer. */
async function findOrphan(api: GitHubApi, target: PublishTarget, maybeThere: boolean): Promise<number | null> {
  if (!maybeThere) return null
  const run = await findOwn(api, lostCheckOf(target)).catch(() => null)
  return run?.id ?? null
}

export function lostCheckOf({ subject, name, externalId }: PublishTarget): LostCheck {
  return { headSha: subject.headSha, name, externalId }
}

/** One that is still open comes first: another may have been created as completed beside it. */
async function findOwn(api: GitHubApi, { headSha, name, externalId }: LostCheck): Promise<CheckRun | null> {
  const own = (await api.checksOfCommit(headSha, name)).filter((run) => run.externalId === externalId)
  return own.find((run) => !run.completed) ?? own[0] ?? null
}

function newCheck(target: PublishTarget, conclusion: CheckConclusion | null, output: CheckOutput): NewCheck {
  return {
    name: target.name,
    headSha: target.subject.headSha,
    externalId: target.externalId,
    detailsUrl: target.runUrl,
    startedAt: target.startedAt,
    output,
    conclusion,
  }
}

function runningOutput({ stepCount }: PublishTarget): CheckOutput {
  const steps = stepCount === 1 ? '1 step' : `${stepCount} steps`
  return { title: 'Running', summary: `Running ${steps}, each in a container of its own.`, text: null }
}

function attemptTo(what: string, { readOnly }: PublishTarget): Attempt {
  return { surface: 'check run', what, readOnly }
}
