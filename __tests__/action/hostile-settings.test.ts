import { describe, expect, test } from '@jest/globals'
import { type ActionRun, expectVerified, reportOf, runAction } from '../support/action.ts'
import { makeCheckout } from '../support/checkouts.ts'

const OTHER = 'image: evil.invalid/image\nrequire: []\nsteps:\n  - run: echo FROM THE BRANCH\n'

/** Every place from which a tool might take what it is to do. */
const FILES = {
  'confine.yml': OTHER,
  '.confine.yml': OTHER,
  '.confine/config.yml': OTHER,
  '.github/confine.yml': OTHER,
  '.github/workflows/ci.yml': 'on: pull_request\njobs: {}\n',
  'action.yml': 'runs: { using: composite, steps: [] }\n',
  'package.json': JSON.stringify({ confine: { steps: ['echo FROM THE BRANCH'] } }),
  '.npmrc': 'script-shell=/bin/false\n',
  '.env': 'INPUT_STEPS=echo FROM THE BRANCH\nDOCKER_HOST=tcp://192.0.2.1:2375\nGITHUB_WORKSPACE=/\n',
}

const STEPS = ['echo from the workflow', 'test -f confine.yml']

/** The commit that the workflow file was taken from (docs.github.com, "Variables reference"). */
const WORKFLOW = {
  GITHUB_WORKFLOW_REF: 'octo-org/octo-repo/.github/workflows/ci.yml@refs/pull/7/merge',
  GITHUB_WORKFLOW_SHA: 'b'.repeat(40),
}

function run(files: Readonly<Record<string, string>>): Promise<ActionRun> {
  return runAction({ checkout: makeCheckout(files), steps: STEPS, env: WORKFLOW })
}

describe('a branch that brings settings of its own', () => {
  test('(b) 31: none is read: steps, image and demands are those of the workflow', async () => {
    const plain = await run(FILES)
    expectVerified(plain)
    expect(reportOf(plain).steps.map(({ run: command }) => command)).toEqual(STEPS)
    expect(reportOf(plain).image?.reference).toBe('confine-test/busybox:latest')
    const bare = await run({ 'confine.yml': 'x\n' })
    expect(reportOf(plain).profile).toEqual(reportOf(bare).profile)
    expect(JSON.stringify(plain.report)).not.toMatch(/FROM THE BRANCH|evil\.invalid|192\.0\.2\.1/)
  })

  test('(b) 31: and the record says which revision the steps came from', async () => {
    const told = await run(FILES)
    expect(JSON.stringify(told.report)).toContain(WORKFLOW.GITHUB_WORKFLOW_REF)
    expect(JSON.stringify(told.report)).toContain(WORKFLOW.GITHUB_WORKFLOW_SHA)
  })
})
