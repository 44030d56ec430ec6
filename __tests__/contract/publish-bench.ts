import { afterEach, beforeEach, expect } from '@jest/globals'
import { type Verdict } from '../../src/domain/verdict.ts'
import { type GitHubApi } from '../../src/publish/github-api.ts'
import { connectGitHub, type GitHubConnection } from '../../src/publish/octokit-api.ts'
import { type Published, publishEnd, publishStart } from '../../src/publish/publish.ts'
import { type PublishTarget } from '../../src/publish/target.ts'
import { type Seen, type StandIn, startGitHub, type StandInOptions, TOKENS } from '../support/github/index.mjs'
import { HEAD } from '../unit/publish/memory-github.ts'
import { body, target as sample, VERIFIED } from '../unit/publish/samples.ts'

export const REPOSITORY = 'octo-org/octo-repo'
export const PULL = 7

export function target(over: Partial<PublishTarget> = {}): PublishTarget {
  const plain = sample()
  return { ...plain, subject: { ...plain.subject, repository: REPOSITORY }, ...over }
}

export interface RunOptions extends Partial<GitHubConnection> {
  readonly over?: Partial<PublishTarget>
  readonly verdict?: Verdict
  readonly comment?: string
  readonly summary?: string
}

/** One test's stand-in, what was waited for, and the product's own client over real HTTP. */
export class Bench {
  readonly waits: number[] = []
  github!: StandIn

  async start(options: StandInOptions = {}): Promise<StandIn> {
    this.waits.length = 0
    this.github = await startGitHub(options)
    this.github.state.addPull({ number: PULL, headSha: HEAD })
    return this.github
  }

  connect(over: Partial<GitHubConnection> = {}): GitHubApi {
    return connectGitHub({
      token: TOKENS.write,
      apiUrl: this.github.url,
      repository: REPOSITORY,
      hurry: null,
      sleep: async (ms) => void this.waits.push(ms),
      ...over,
    })
  }

  /** A whole run as `main` does it. */
  async run({ over = {}, verdict = VERIFIED, comment = body(100), summary = 'Passed', ...rest }: RunOptions = {}) {
    const session = await publishStart(this.connect(rest), target(over))
    const renderings = { check: { title: 'Verified', summary, text: 'Details' }, comment }
    return publishEnd(session, { verdict }, renderings)
  }

  /** Requests by operation, in their order. */
  operations(filter: (seen: Seen) => boolean = () => true): (string | null)[] {
    return this.github.requests.filter(filter).map((seen) => seen.operation)
  }

  writes(): (string | null)[] {
    return this.operations((seen) => seen.method !== 'GET')
  }

  bodies(): string[] {
    return this.github.state.comments.map((comment) => comment.body)
  }
}

/** A stand-in for each test of the file. Whatever was sent has to be what GitHub's own API description allows. */
export function useBench(): Bench {
  const bench = new Bench()
  beforeEach(async () => {
    await bench.start()
  })
  afterEach(async () => {
    await bench.github.close()
    expect(bench.github.violations).toEqual([])
  })
  return bench
}

/** Problems as what a maintainer sees of them first. */
export function causes({ problems }: Published): string[] {
  return problems.map(({ surface, cause }) => `${surface}: ${cause}`)
}
