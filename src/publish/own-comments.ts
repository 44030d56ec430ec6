import { type CommentMarker, parseMarker } from '../report/marker.ts'
import { type Comment, type GitHubApi } from './github-api.ts'
import { GitHubRefusal } from './refusal.ts'

/** 3,000 comments; GitHub itself takes 2,500 a conversation. */
const MAX_PAGES = 30

/** Login of the job's own token, on GitHub and on Enterprise Servers. */
const ACTIONS_LOGIN = 'github-actions[bot]'

/** One of our comments, with what its marker says. */
export interface OwnComment {
  readonly comment: Comment
  readonly marker: CommentMarker
}

export interface Search {
  readonly pullRequest: number
  readonly author: string
  readonly key: string
  /** Comments known to be deleted, whatever a stale list says. */
  readonly gone: ReadonlySet<number>
}

/**
 * Our comments, lowest id first: those with the marker **and** from the account that the token writes as. The marker
 * alone proves nothing, anyone can post one; nor does the author alone, for every workflow writes as the same bot.
 * No page is read after the first one that has a comment of ours, so a duplicate far below may be missed.
 */
export async function findOwnComments(api: GitHubApi, search: Search): Promise<OwnComment[]> {
  const own: OwnComment[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { comments, more } = await api.listComments(search.pullRequest, page)
    own.push(...comments.flatMap((comment) => ownComment(comment, search) ?? []))
    if (!more || own.length > 0) return own.sort((a, b) => a.comment.id - b.comment.id)
  }
  const detail = `more than ${MAX_PAGES} pages of comments`
  throw new GitHubRefusal({ kind: 'unreadable', detail, maybeDone: false, retryAfterMs: null })
}

function ownComment(comment: Comment, { author, key, gone }: Search): OwnComment | null {
  if (gone.has(comment.id) || comment.author?.toLowerCase() !== author.toLowerCase()) return null
  const marker = parseMarker(comment.body)
  return marker?.key === key ? { comment, marker } : null
}

/**
 * The login that the token writes as. GET /user is refused for the token of an App's installation, and a job's own token
 * is one; but only such tokens make check runs, and the answer to that names the App. Without either it is taken for the
 * job's own token; a wrong guess shows in the author of the comment that is then made, and is put right there.
 *
 * @param app slug of the App that made this run's check run; `null` when none was made
 */
export async function ownLogin(api: GitHubApi, app: string | null): Promise<string> {
  if (app !== null) return `${app}[bot]`
  try {
    return await api.whoAmI()
  } catch (thrown) {
    if (thrown instanceof GitHubRefusal) return ACTIONS_LOGIN
    throw thrown
  }
}
