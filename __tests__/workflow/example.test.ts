import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROVEN, PULL, runWorkflow, type ActRun } from '../support/act.ts'
import { TempFolder } from '../support/git.ts'
import { addBranch, ownCheckout } from '../support/own-checkout.ts'

const SOURCE = 'example/greeting.mjs'
const folder = new TempFolder()
let checkout: string

beforeAll(() => {
  checkout = ownCheckout(folder)
  const source = readFileSync(join(checkout, SOURCE), 'utf8')
  const broken = source.replace('Hello', 'Hallo')
  expect(broken).not.toBe(source)
  addBranch(checkout, 'good', { [SOURCE]: `${source}\nexport const farewell = 'Bye!'\n` })
  addBranch(checkout, 'bad', { [SOURCE]: broken })
})

afterAll(() => {
  folder.remove()
})

/** The check run's and the comment's message to people, and whom they belong to. */
function published({ github }: ActRun) {
  return {
    checks: github.checkRuns.map(({ name, headSha, conclusion }) => ({ name, headSha, conclusion })),
    comments: github.comments.map(({ issue, body }) => ({ issue, body })),
  }
}

describe('the example workflow, run by act', () => {
  test('a good branch is green, and the pull request shows it', async () => {
    const run = await runWorkflow(folder, checkout, 'good', 'example.yml')

    expect(run).toMatchObject({ exitCode: 0, violations: [] })
    expect(run.jobs).toMatchObject({
      verify: {
        result: 'success',
        steps: { Verify: { result: 'success', outputs: { verdict: 'verified', posture: PROVEN } } },
      },
    })
    expect(outcomes(run)).toEqual({ Syntax: 'verified', Tests: 'verified' })
    const { checks, comments } = published(run)
    expect(checks).toEqual([{ name: 'Example', headSha: run.headSha, conclusion: 'success' }])
    expect(comments).toEqual([{ issue: PULL, body: expect.stringContaining('Example · verified') }])
  })

  test('a bad branch is red for its failing test, and for nothing else', async () => {
    const run = await runWorkflow(folder, checkout, 'bad', 'example.yml')

    expect(run).toMatchObject({ exitCode: 1, violations: [] })
    expect(run.jobs).toMatchObject({
      verify: {
        result: 'failure',
        steps: {
          'Check out': { result: 'success' },
          Verify: { result: 'failure', outputs: { verdict: 'not-verified', posture: PROVEN } },
        },
      },
    })
    expect(outcomes(run)).toEqual({ Syntax: 'verified', Tests: 'failed' })
    const { output } = run.jobs['verify']!.steps['Verify']!
    expect(output).toContain('not ok 1 - greets by name')
    expect(output).toContain('Example: NOT VERIFIED: step "Tests" failed with exit code 1')
    const { checks, comments } = published(run)
    expect(checks).toEqual([{ name: 'Example', headSha: run.headSha, conclusion: 'failure' }])
    expect(comments).toEqual([{ issue: PULL, body: expect.stringContaining('Example · not verified') }])
  })
})

/** The action's output `steps`, as outcome by name. */
function outcomes(run: ActRun): Record<string, string> {
  const steps: { name: string; outcome: { kind: string } }[] = JSON.parse(
    run.jobs['verify']!.steps['Verify']!.outputs['steps']!,
  )
  return Object.fromEntries(steps.map(({ name, outcome }) => [name, outcome.kind]))
}
