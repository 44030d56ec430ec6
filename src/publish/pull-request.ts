import { type GitHubApi } from './github-api.ts'
import { GitHubRefusal } from './refusal.ts'
import { type PublishTarget } from './target.ts'

export type ChosenPullRequest = { readonly number: number } | { readonly none: string }

/**
 * Where the comment goes: the one pull request that the event names, else the only open one whose head is the tested
 * commit. A look-up that is refused means no comment and no warning: the event promised no pull request.
 */
export async function choosePullRequest(api: GitHubApi, { subject }: PublishTarget): Promise<ChosenPullRequest> {
  const named = subject.pullRequests.map((pull) => pull.number)
  const [only, second] = named
  if (only !== undefined && second === undefined) return { number: only }
  try {
    const associated = await api.pullRequestsOfCommit(subject.headSha)
    const candidates = associated.filter(
      (pull) =>
        pull.open &&
        pull.headSha === subject.headSha &&
        (pull.repository === null || pull.repository.toLowerCase() === subject.repository.toLowerCase()) &&
        (named.length === 0 || named.includes(pull.number)),
    )
    const [first, another] = candidates
    if (first === undefined) return { none: 'no pull request' }
    if (another !== undefined) return { none: `${candidates.length} open pull requests have this head` }
    return { number: first.number }
  } catch (thrown) {
    if (!(thrown instanceof GitHubRefusal)) throw thrown
    return { none: `no pull request is named by the event, and none could be looked up (${thrown.detail})` }
  }
}
