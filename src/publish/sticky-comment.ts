import { type CommentMarker, parseMarker } from '../report/marker.ts'
import { type CheckConclusion, type Comment, type GitHubApi } from './github-api.ts'
import { findOwnComments, type OwnComment, ownLogin } from './own-comments.ts'
import { givesWay } from './precedence.ts'
import { guarded, type Posted, posted, type Publication, type Skipped, skipped } from './publication.ts'
import { internalProblem } from './problem.ts'
import { choosePullRequest } from './pull-request.ts'
import { GitHubRefusal, isPassing } from './refusal.ts'
import { type PublishTarget } from './target.ts'

export interface CommentRequest {
  /** Rendered; its first line is the marker. */
  readonly body: string
  readonly conclusion: CheckConclusion
  /** Slug of the App that made this run's check run, which tells who we are. */
  readonly app: string | null
}

/**
 * Puts this run's result into the one comment of this instance on the pull request. With `on-failure`, a run that
 * did not fail makes no comment but brings an existing one up to date, so that no red comment outlives its cause. Never
 * throws.
 */
export async function postComment(
  api: GitHubApi,
  target: PublishTarget,
  { body, conclusion, app }: CommentRequest,
): Promise<Publication> {
  if (target.comment === 'never') return skipped('the input comment is false')
  const ours = parseMarker(body)
  if (ours === null) return internalProblem('comment', 'posted', 'the rendered comment has no marker')
  return guarded({ surface: 'comment', what: 'posted', readOnly: target.readOnly }, async () => {
    const chosen = await choosePullRequest(api, target)
    if ('none' in chosen) return skipped(`no comment: ${chosen.none}`)
    const author = await ownLogin(api, app)
    const mayCreate = target.comment === 'always' || conclusion === 'failure'
    return upsert({ api, pullRequest: chosen.number, author, body, ours, mayCreate, gone: new Set() }, 1)
  })
}

interface Desk {
  readonly api: GitHubApi
  readonly pullRequest: number
  readonly author: string
  readonly body: string
  readonly ours: CommentMarker
  readonly mayCreate: boolean
  readonly gone: Set<number>
}

/** @param retries how often the list may be read anew after a comment vanished or a creation's end is unknown */
async function upsert(desk: Desk, retries: number): Promise<Posted | Skipped> {
  const own = await find(desk, desk.author)
  const [lowest, ...extra] = own
  if (lowest === undefined)
    return desk.mayCreate
      ? create(desk, retries)
      : skipped('no comment: the run did not fail, and none is there to update')
  if (await anyStays(desk, own)) return skipped('a newer run has written the comment')
  try {
    const updated = await desk.api.updateComment(lowest.comment.id, desk.body)
    return posted(
      updated,
      await remove(
        desk,
        extra.map(({ comment }) => comment),
      ),
    )
  } catch (thrown) {
    if (!(thrown instanceof GitHubRefusal) || thrown.kind !== 'not-found' || retries === 0) throw thrown
    desk.gone.add(lowest.comment.id)
    return upsert(desk, retries - 1)
  }
}

/** A creation whose end is unknown is not repeated blindly: what the list shows then decides. */
async function create(desk: Desk, retries: number): Promise<Posted | Skipped> {
  let created: Comment
  try {
    created = await desk.api.createComment(desk.pullRequest, desk.body)
  } catch (thrown) {
    if (!(thrown instanceof GitHubRefusal) || !isPassing(thrown) || !thrown.maybeDone || retries === 0) throw thrown
    return upsert(desk, retries - 1)
  }
  try {
    return await settle(desk, created)
  } catch (thrown) {
    if (!(thrown instanceof GitHubRefusal)) throw thrown
    return posted(created, `a second comment may be there, for looking again failed: ${thrown.detail}`)
  }
}

/**
 * A job beside us may have created its comment between our list and our creation. Both then look again and agree: the
 * lowest id stays, whoever made a higher one takes it back. The author that GitHub gave the new comment is who we are.
 */
async function settle(desk: Desk, created: Comment): Promise<Posted | Skipped> {
  const all = await find(desk, created.author ?? desk.author)
  const others = all.filter(({ comment }) => comment.id !== created.id)
  const lower = others.find(({ comment }) => comment.id < created.id)
  if (await anyStays(desk, others)) {
    const remark = await remove(desk, [created])
    return remark === null ? skipped('a newer run has written the comment') : posted(created, remark)
  }
  if (lower === undefined) return posted(created)
  const updated = await desk.api.updateComment(lower.comment.id, desk.body)
  return posted(updated, await remove(desk, [created]))
}

function find(desk: Desk, author: string): Promise<OwnComment[]> {
  const { pullRequest, gone } = desk
  return findOwnComments(desk.api, { pullRequest, author, key: desk.ours.key, gone })
}

/** The head is asked for only when it matters: when a comment is about another commit than ours. */
async function anyStays(desk: Desk, own: readonly OwnComment[]): Promise<boolean> {
  const differ = own.some(({ marker }) => marker.headSha !== desk.ours.headSha)
  const head = differ ? await currentHead(desk) : null
  return own.some(({ marker }) => !givesWay(marker, desk.ours, head))
}

/** Without it the run numbers decide alone, which is right but for a branch that was pushed back. */
async function currentHead({ api, pullRequest }: Desk): Promise<string | null> {
  try {
    return (await api.getPullRequest(pullRequest)).headSha
  } catch (thrown) {
    if (thrown instanceof GitHubRefusal) return null
    throw thrown
  }
}

/** @returns a remark when a comment had to be left; one that is gone already is as good as deleted */
async function remove({ api }: Desk, comments: readonly Comment[]): Promise<string | null> {
  let remark: string | null = null
  for (const { id } of comments) {
    try {
      await api.deleteComment(id)
    } catch (thrown) {
      if (!(thrown instanceof GitHubRefusal)) throw thrown
      if (thrown.kind !== 'not-found') remark = `a second comment could not be deleted: ${thrown.detail}`
    }
  }
  return remark
}
