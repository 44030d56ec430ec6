import { type Report } from '../report/schema.ts'
import { completeCheck, conclusionOf, openCheck, type OpenedCheck } from './check-run.ts'
import { type CheckOutput, type GitHubApi } from './github-api.ts'
import { type PublishProblem } from './problem.ts'
import { type Publication } from './publication.ts'
import { postComment } from './sticky-comment.ts'
import { type PublishTarget } from './target.ts'

/** One run's publishing, from its start to its end. */
export interface PublishSession {
  readonly api: GitHubApi
  readonly target: PublishTarget
  readonly check: OpenedCheck
}

export interface Renderings {
  readonly check: CheckOutput
  /** First line is the marker. */
  readonly comment: string
}

export interface Published {
  readonly checkRunUrl: string | null
  readonly commentUrl: string | null
  /** For the log, as warnings, and for the job summary. */
  readonly problems: readonly PublishProblem[]
  /** For the log, as plain lines. */
  readonly notes: readonly string[]
  /** The check run that is still in progress and that the post step has to close; `null` when there is none. */
  readonly openCheckId: number | null
}

/** Before the first step. Never throws; what failed is told by `publishEnd`. */
export async function publishStart(api: GitHubApi, target: PublishTarget): Promise<PublishSession> {
  return { api, target, check: await openCheck(api, target) }
}

/** The id that the post step needs in case the process dies; `null` when there is no open check run. */
export function openCheckId({ check }: PublishSession): number | null {
  return check.kind === 'open' ? check.run.id : null
}

/** GitHub may hold a check run that is in progress and of which nobody knows the id. */
export function mayBeOpen({ check }: PublishSession): boolean {
  return check.kind === 'unsure' && check.maybeThere
}

/** The check run first: it is the one that must not stay in progress when time runs out. Never throws. */
export async function publishEnd(
  session: PublishSession,
  { verdict }: Pick<Report, 'verdict'>,
  renderings: Renderings,
): Promise<Published> {
  const { api, target, check } = session
  const checked = await completeCheck(api, target, check, verdict, renderings.check)
  const commented = await postComment(api, target, {
    body: renderings.comment,
    conclusion: conclusionOf(verdict),
    app: check.kind === 'open' ? check.run.app : null,
  })
  const both = [checked, commented]
  return {
    checkRunUrl: urlOf(checked) ?? (check.kind === 'open' ? check.run.url : null),
    commentUrl: urlOf(commented),
    problems: both.flatMap((publication) => (publication.kind === 'problem' ? [publication] : [])),
    notes: both.flatMap(noteOf),
    openCheckId: checked.kind === 'problem' ? openCheckId(session) : null,
  }
}

function urlOf(publication: Publication): string | null {
  return publication.kind === 'posted' ? publication.url : null
}

function noteOf(publication: Publication): string[] {
  if (publication.kind === 'skipped') return [publication.because]
  return publication.kind === 'posted' && publication.remark !== null ? [publication.remark] : []
}
