import { describe, expect, test } from '@jest/globals'
import { internalProblem, type ProblemCause, problemLines, problemOf } from '../../../src/publish/problem.ts'
import { type RefusalKind } from '../../../src/publish/refusal.ts'
import { type ReadOnlyCause } from '../../../src/publish/target.ts'
import { refusal } from './memory-github.ts'

const CHECK = { surface: 'check run', what: 'opened' } as const
const COMMENT = { surface: 'comment', what: 'posted' } as const
const NO_ACCESS = refusal('forbidden', 'Resource not accessible by integration')

describe('a refused token', () => {
  test.each<[ReadOnlyCause | null, ProblemCause, RegExp, boolean]>([
    ['fork', 'read-only-token', /comes from a fork.*read-only token/, false],
    ['dependabot', 'read-only-token', /Dependabot.*read-only token.*permissions/, true],
    [null, 'missing-permission', /Resource not accessible by integration.*permissions of the job/, true],
  ])('read-only because of %s: %s', (readOnly, cause, why, helps) => {
    const [checks, pulls] = helps ? ['checks: write', 'pull-requests: write'] : [null, null]
    const problem = problemOf({ ...CHECK, readOnly }, NO_ACCESS)
    expect(problem).toMatchObject({ kind: 'problem', surface: 'check run', cause, permission: checks })
    expect(problem.why).toMatch(why)
    expect(problemOf({ ...COMMENT, readOnly }, NO_ACCESS).permission).toBe(pulls)
  })

  test('of a person can never write a check run', () => {
    const problem = problemOf(
      { ...CHECK, readOnly: null },
      refusal('forbidden', 'You must authenticate via a GitHub App.'),
    )
    expect(problem).toMatchObject({ cause: 'no-app-token', permission: null })
    expect(problem.why).toContain('personal access token')
  })
})

describe('every other refusal has its own sentence', () => {
  test.each<[RefusalKind, string | null, RegExp]>([
    ['unauthorized', null, /does not accept the token/],
    ['locked', null, /locked/],
    ['full', null, /as many comments/],
    ['not-found', 'pull-requests: write', /may not see it/],
    ['no-commit', null, /no longer in the repository/],
    ['invalid', null, /refused the request/],
    ['rate-limited', null, /rate limit/],
    ['server', null, /trouble of its own/],
    ['network', null, /could not be reached/],
    ['timeout', null, /did not answer in time/],
    ['unreadable', null, /not one that GitHub documents/],
  ])('%s', (kind, permission, why) => {
    const problem = problemOf({ ...COMMENT, readOnly: 'fork' }, refusal(kind))
    expect(problem).toMatchObject({ cause: kind, permission })
    expect(problem.why).toMatch(why)
    expect(problem.why).not.toMatch(/[.\n]$/)
  })
})

describe('lines for a person', () => {
  test('one for a reason that hits both surfaces, naming both permissions where they help', () => {
    const linesOf = (readOnly: ReadOnlyCause) =>
      problemLines([CHECK, COMMENT].map((attempt) => problemOf({ ...attempt, readOnly }, NO_ACCESS)))
    const [line, ...more] = linesOf('fork')
    expect(more).toEqual([])
    expect(line).toMatch(/^The check run could not be opened, the comment could not be posted: the pull request comes/)
    expect(line).toMatch(/summary carry the result\. The verdict stands\.$/)
    expect(linesOf('dependabot').join()).toMatch(
      /It takes "checks: write" and "pull-requests: write"\. The verdict stands\.$/,
    )
  })

  test('one each for different reasons', () => {
    const locked = problemOf({ ...COMMENT, readOnly: null }, refusal('locked'))
    const summary = internalProblem('job summary', 'written', 'the disk is full')
    expect(problemLines([locked, summary])).toEqual([
      expect.stringMatching(/^The comment could not be posted: .*locked/),
      'The job summary could not be written: the disk is full. The verdict stands.',
    ])
  })

  test('none without problems', () => {
    expect(problemLines([])).toEqual([])
  })
})
