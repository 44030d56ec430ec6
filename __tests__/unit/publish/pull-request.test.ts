import { describe, expect, test } from '@jest/globals'
import { type PullRequestState } from '../../../src/publish/github-api.ts'
import { choosePullRequest } from '../../../src/publish/pull-request.ts'
import { HEAD, MemoryGitHub, OTHER, refusal } from './memory-github.ts'
import { target } from './samples.ts'

function pull(number: number, over: Partial<PullRequestState> = {}): PullRequestState {
  return { number, open: true, headSha: HEAD, repository: 'octo/repo', ...over }
}

function named(...numbers: number[]) {
  const pullRequests = numbers.map((number) => ({ number, headRef: 'topic', baseRef: 'main' }))
  return target({ subject: { ...target().subject, event: 'push', pullRequests } })
}

test('the one that the event names, without a call', async () => {
  const github = new MemoryGitHub()
  expect(await choosePullRequest(github.api, named(7))).toEqual({ number: 7 })
  expect(github.calls).toEqual([])
})

describe('else by the commit', () => {
  test.each<[string, number[], PullRequestState[], object]>([
    ['the only open one', [], [pull(3), pull(2, { open: false })], { number: 3 }],
    ['its repository is written in another case', [], [pull(3, { repository: 'Octo/Repo' })], { number: 3 }],
    ['its repository is not told', [], [pull(3, { repository: null })], { number: 3 }],
    ['none at all', [], [], { none: 'no pull request' }],
    ['only one that has moved on', [], [pull(3, { headSha: OTHER })], { none: 'no pull request' }],
    ['only one of another repository', [], [pull(3, { repository: 'else/repo' })], { none: 'no pull request' }],
    ['two', [], [pull(3), pull(4)], { none: '2 open pull requests have this head' }],
    ['two named, one of them open', [3, 4], [pull(3), pull(4, { open: false })], { number: 3 }],
    ['two named, another found', [3, 4], [pull(5)], { none: 'no pull request' }],
  ])('%s', async (_, numbers, pulls, chosen) => {
    const github = new MemoryGitHub()
    github.pulls.push(...pulls)
    expect(await choosePullRequest(github.api, named(...numbers))).toEqual(chosen)
    expect(github.calls).toEqual(['pullRequestsOfCommit'])
  })

  test('a refused look-up means none, with the reason', async () => {
    const github = new MemoryGitHub()
    github.refuse('pullRequestsOfCommit', refusal('forbidden', 'Resource not accessible'))
    const chosen = await choosePullRequest(github.api, named())
    expect(chosen).toEqual({ none: expect.stringContaining('Resource not accessible') })
  })
})
