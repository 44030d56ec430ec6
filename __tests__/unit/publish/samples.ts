import { type PublishTarget } from '../../../src/publish/target.ts'
import { HEAD } from './memory-github.ts'

export const KEY = 'Confine'

export const VERIFIED = { value: 'verified', reason: 'all steps passed', cancelled: false } as const
export const FAILED = { value: 'not-verified', reason: 'one step failed', cancelled: false } as const
export const CANCELLED = { value: 'not-verified', reason: 'the workflow was cancelled', cancelled: true } as const

/** A comment as `renderComment` makes it, as far as publishing looks at it. */
export function body(run: number | string, { attempt = 1, head = HEAD, key = KEY, text = 'Result' } = {}): string {
  const encoded = Buffer.from(key).toString('base64url')
  return `<!-- confine:comment key=${encoded} run=${run} attempt=${attempt} head=${head} tested=none -->\n${text} of run ${run}.${attempt}`
}

export function target(over: Partial<PublishTarget> = {}): PublishTarget {
  return {
    subject: {
      event: 'pull_request',
      repository: 'octo/repo',
      headSha: HEAD,
      baseSha: null,
      mergeSha: null,
      pullRequests: [{ number: 7, headRef: 'topic', baseRef: 'main' }],
      fork: false,
    },
    name: KEY,
    check: true,
    comment: 'always',
    readOnly: null,
    externalId: 'run-100-1',
    runUrl: 'https://github.test/octo/repo/actions/runs/100/attempts/1',
    startedAt: '2026-01-02T03:04:05.000Z',
    stepCount: 2,
    ...over,
  }
}
