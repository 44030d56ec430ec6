import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type ActionRun, runAction } from '../support/action.ts'
import { readLog } from '../support/action-log.ts'
import { makeCheckout } from '../support/checkouts.ts'
import { TempFolder } from '../support/git.ts'
import { TOKENS } from '../support/github/index.mjs'

/** An engine that notes every call: with a wrong input there must be none. */
const folder = new TempFolder()
const socket = join(folder.path, 'engine.sock')
const calls: string[] = []
const engine = createServer((request, response) => {
  calls.push(`${request.method ?? ''} ${request.url ?? ''}`)
  response.writeHead(500).end()
})

beforeAll(() => new Promise<void>((resolve) => engine.listen(socket, resolve)))
beforeEach(() => void calls.splice(0))
afterAll(async () => {
  await new Promise((resolve) => engine.close(resolve))
  folder.remove()
})

function errorsOf({ log }: ActionRun): readonly string[] {
  return readLog(log).commands.flatMap(({ command, data }) => (command === 'error' ? [data] : []))
}

async function refused(inputs: Readonly<Record<string, string>>, steps = 'true'): Promise<readonly string[]> {
  const run = await runAction({ checkout: makeCheckout(), inputs, steps, env: { DOCKER_HOST: `unix://${socket}` } })
  expect(run.exitCode).toBe(1)
  expect(run.outputs).toEqual({ verdict: 'not-verified', verified: 'false' })
  expect(calls).toEqual([])
  expect(run.summary).toMatch(
    /^### ❌ Confine · not verified: \d+ mistakes? in the inputs; no step was run\n\n- Input `/,
  )
  expect(run.github.state.checkRuns.filter(({ status }) => status !== 'completed')).toEqual([])
  return errorsOf(run)
}

describe('inputs that are wrong', () => {
  test('are all told at once, each by name, before the engine is asked anything', async () => {
    const errors = await refused(
      { memory: 'lots', 'pids-limit': '-1', comment: 'maybe', image: 'Not An Image', user: 'root', require: 'luck' },
      '- run: echo ok\n  shel: bash\n- name: nothing to run\n',
    )
    for (const name of ['memory', 'pids-limit', 'comment', 'image', 'user', 'require', 'steps[0]', 'steps[1]'])
      expect(errors).toContainEqual(
        expect.stringMatching(new RegExp(`^Input ${name.replace(/[[\]]/g, '\\$&')}: expected `)),
      )
    expect(errors.at(-1)).toMatch(/^Not verified: \d+ mistakes in the inputs; no step was run$/)
  })

  test.each([
    ['no image', { image: '' }, 'true', /^Input image: expected an image, got nothing$/],
    ['no steps', {}, ' \n ', /^Input steps: expected /],
    ['steps that are no YAML', {}, '- "a\n- b', /^Input steps/],
    ['a step without a command', {}, '- run:\n', /^Input steps/],
    ['root as user', { user: '0:0' }, 'true', /^Input user: expected /],
    ['a path out of the workspace', { path: '../..' }, 'true', /^Input path: expected an existing folder/],
    ['a folder that is not there', { path: 'nowhere' }, 'true', /^Input path: expected an existing folder/],
    ['a report within the checkout', { report: 'report.json' }, 'true', /^Input report: expected /],
    ['a mount of the engine’s socket', { mounts: '/var/run/docker.sock:/x' }, 'true', /^Input mounts line 1: /],
    ['a variable of Confine', { env: 'GITHUB_TOKEN=x' }, 'true', /^Input env: expected no variable GITHUB_TOKEN/],
    ['a variable that the job lacks', { env: 'NOT_THERE' }, 'true', /^Input env line 1: /],
    ['a working directory outside', {}, '- { run: ls, working-directory: ../x }', /working-directory: expected /],
  ])('are refused: %s', async (_, inputs, steps, expected) => {
    expect(await refused(inputs, steps)).toContainEqual(expect.stringMatching(expected))
  })

  test('are told without the token that one holds', async () => {
    const errors = await refused({ env: `A=${TOKENS.write}`, runtime: TOKENS.write })
    expect(errors.join('\n')).toMatch(/Input env\.A: expected none of the job's own tokens/)
    expect(errors.join('\n')).not.toContain(TOKENS.write)
  })
})

test('a right input makes the engine be asked', async () => {
  const run = await runAction({ checkout: makeCheckout(), env: { DOCKER_HOST: `unix://${socket}` } })
  expect(calls.length).toBeGreaterThan(0)
  expect(run.exitCode).toBe(1)
})
