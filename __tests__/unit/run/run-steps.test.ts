import { describe, expect, test } from '@jest/globals'
import type { Plan } from '../../../src/domain/plan.ts'
import { runSteps, skipAll } from '../../../src/run/run-steps.ts'
import { cut, FakeEngine, json } from '../../support/engine-fake.ts'
import { playContainers, sayProbe, type FakeContainer, type Script } from '../../support/engine-fake-step.ts'
import { NOTHING, requiring } from '../../support/requirements.ts'
import { MemoryRunner } from './memory-runner.ts'
import { found, plan } from './samples.ts'

/** Commands are `exit N`; nothing is required of the claims, for the fake engine has none to show. */
const obey: Script = {
  released: (container) => {
    container.write('stdout', `${container.command}\n`)
    container.exit(Number(container.command.replace('exit ', '')))
  },
}

async function run(
  of: Partial<Plan> & { readonly steps: Plan['steps'] },
  script: Script = obey,
  cancel?: AbortSignal,
  prepared = found(),
) {
  await using fake = await FakeEngine.start(2000)
  playContainers(fake, script)
  const runner = new MemoryRunner()
  const port = {
    plan: { ...plan([]), require: NOTHING, ...of },
    engine: fake.engine,
    runner,
    label: 'r',
    cancel: cancel ?? new AbortController().signal,
    env: { RUNNER_OS: 'Linux', SECRET: 'must not be seen' },
    tempDir: '/nonexistent',
  }
  const { judged } = await runSteps(port, prepared)
  return { outcomes: judged.map(({ outcome }) => outcome), runner, fake, prepared }
}

const kinds = (outcomes: readonly { readonly kind: string }[]): readonly string[] => outcomes.map(({ kind }) => kind)
const removed = (fake: FakeEngine): number => fake.asked.filter(({ method }) => method === 'DELETE').length
const started = (fake: FakeEngine): number => fake.asked.filter(({ path }) => path.endsWith('/start')).length
const { steps } = plan(['exit 0', 'exit 3', 'exit 0'])

describe('the steps of a run', () => {
  test('go on after a failure', async () => {
    const { outcomes, runner, fake } = await run({ steps })
    expect(kinds(outcomes)).toEqual(['verified', 'failed', 'verified'])
    expect(runner.log.filter((line) => line.startsWith('[Step'))).toEqual([
      '[Step 1 of 3: exit 0]',
      '[Step 2 of 3: exit 3]',
      '[Step 3 of 3: exit 0]',
    ])
    expect(fake.calls('POST /containers/create').length).toBe(3)
    expect(removed(fake)).toBe(3)
  })

  test('end at the first failure with fail-fast', async () => {
    const { outcomes, fake } = await run({ steps, failFast: true })
    const because = 'fail-fast: step "exit 3" is not verified'
    expect(outcomes).toEqual([
      { kind: 'verified' },
      { kind: 'failed', exitCode: 3, signal: null },
      { kind: 'not-run', because },
    ])
    // The third was made ahead of its turn, and is left to the sweep.
    expect(fake.calls('POST /containers/create').length).toBe(3)
    expect([started(fake), removed(fake)]).toEqual([2, 2])
  })

  test('go on with fail-fast after a failure that is allowed', async () => {
    const tolerant = steps.map((step) => ({ ...step, continueOnError: step.run === 'exit 3' }))
    const { outcomes } = await run({ steps: tolerant, failFast: true })
    expect(kinds(outcomes)).toEqual(['verified', 'failed', 'verified'])
  })

  test.each<[name: string, script: Script, kind: string]>([
    ['not started', { ...obey, calls: { create: json(500, { message: 'no' }) } }, 'not-started'],
    [
      'not confined',
      {
        ...obey,
        started: (c) => {
          c.exit(1)
        },
      },
      'not-confined',
    ],
    [
      'lost',
      {
        released: (c) => {
          c.answerWait(cut)
        },
      },
      'lost',
    ],
  ])('end at a containment error, allowed to fail or not: %s', async (_, script, kind) => {
    const tolerant = steps.map((step) => ({ ...step, continueOnError: true }))
    const { outcomes } = await run({ steps: tolerant }, script)
    const because = 'step "exit 0" could not be confined or watched to its end'
    expect([outcomes[0]?.kind, ...outcomes.slice(1)]).toEqual([
      kind,
      { kind: 'not-run', because },
      { kind: 'not-run', because },
    ])
  })

  test('end when the workflow is cancelled', async () => {
    const controller = new AbortController()
    const script: Script = {
      released: () => {
        controller.abort()
      },
    }
    const { outcomes } = await run({ steps }, script, controller.signal)
    expect(outcomes).toEqual([true, false, false].map((released) => ({ kind: 'cancelled', released })))
  })

  test('that were not prepared do not run', async () => {
    for (const missing of ['engine', 'image', 'workspace'] as const) {
      const { outcomes, fake } = await run({ steps }, obey, undefined, found({ [missing]: null }))
      expect(outcomes).toEqual(steps.map(() => ({ kind: 'not-run', because: 'the run was not prepared' })))
      expect(fake.asked).toEqual([])
    }
  })

  test('do not run while a required claim is not proven', async () => {
    const { outcomes } = await run({ steps, require: requiring('network.none') })
    expect(outcomes[0]).toMatchObject({ kind: 'not-confined', claims: ['network.none'] })
  })
})

describe('a step’s container', () => {
  test('is created while the step before it runs, and started after', async () => {
    const seen: string[] = []
    const tell = (what: string) => (container: FakeContainer) => {
      const made = container.fake.calls('POST /containers/create').length
      seen.push(`${what}, ${String(made)} made, ${String(started(container.fake))} started`)
    }
    const script: Script = {
      started: (container) => {
        tell('at the gate')(container)
        sayProbe(container)
      },
      released: (container) => {
        // The call to create is on its way together with the release word.
        setTimeout(() => {
          tell('running')(container)
          container.exit(0)
        }, 100)
      },
    }
    await run({ steps: steps.slice(0, 2) }, script)
    expect(seen).toEqual([
      'at the gate, 1 made, 1 started',
      'running, 2 made, 1 started',
      'at the gate, 2 made, 2 started',
      'running, 2 made, 2 started',
    ])
  })

  test('carries the run’s label, and of the job’s environment nothing but the fixed list', async () => {
    const { fake, prepared } = await run({ steps: steps.slice(0, 1) })
    const body = JSON.parse(fake.calls('POST /containers/create')[0]?.body ?? '') as { Labels: object; Env: string[] }
    expect(body.Labels).toEqual({ 'confine.run': 'r' })
    expect(JSON.stringify(body)).not.toContain('must not be seen')
    expect(body.Env).toEqual(
      expect.arrayContaining(['GITHUB_ACTIONS=true', 'RUNNER_OS=Linux', 'GITHUB_REPOSITORY=o/r']),
    )
    expect([...prepared.environment]).toEqual(body.Env.map((line) => line.split('=', 1)[0]))
  })

  test('has its output in a group of the log, between stopped commands', async () => {
    const { runner } = await run({ steps: steps.slice(0, 1) })
    const [title, stop = '', text, go, end] = runner.log
    expect([title, text, end]).toEqual(['[Step 1 of 1: exit 0]', 'exit 0\n', '[end]'])
    expect(stop).toMatch(/^::stop-commands::[0-9a-f]{64}\n$/)
    expect(go).toBe(stop.replace('stop-commands::', '').replace('\n', '::\n'))
  })
})

test('the log says what a step runs that has a name', async () => {
  const [only] = plan(['exit 0\n##[error]x']).steps
  const { runner } = await run({ steps: only === undefined ? [] : [{ ...only, name: 'Tests' }] })
  expect(runner.log[0]).toBe('[Step 1 of 1: Tests (runs: exit 0 ⏎ ## [error]x)]')
})

test('steps that an error kept from being tried', () => {
  const skipped = skipAll(plan(['a', 'b']), 'no engine', false)
  expect(skipped.map(({ outcome }) => outcome)).toEqual([1, 2].map(() => ({ kind: 'not-run', because: 'no engine' })))
  const cancelled = skipAll(plan(['a']), 'no engine', true)
  expect(cancelled.map(({ outcome }) => outcome)).toEqual([{ kind: 'cancelled', released: false }])
})

describe('the control beside the first step', () => {
  const blind = { steps, require: requiring('probe.sighted') }

  test('takes the pass away, and ends the run, when it can’t be told apart', async () => {
    const { outcomes } = await run(blind)
    const reason = expect.stringMatching(
      /^probe.sighted is unproven \(the control could not be asked: create network: /,
    )
    expect(outcomes[0]).toEqual({ kind: 'not-confined', claims: ['probe.sighted'], reason })
    expect(kinds(outcomes)).toEqual(['not-confined', 'not-run', 'not-run'])
  })

  test('leaves a failure what it is, and ends the run all the same', async () => {
    const { outcomes } = await run({ ...blind, steps: plan(['exit 3', 'exit 0']).steps })
    expect(outcomes).toEqual([
      { kind: 'failed', exitCode: 3, signal: null },
      { kind: 'not-run', because: expect.stringContaining('probe.sighted is unproven') },
    ])
  })

  test('counts for nothing when nobody requires it', async () => {
    expect(kinds((await run({ ...blind, require: NOTHING })).outcomes)).toEqual(['verified', 'failed', 'verified'])
  })

  test('is asked for once, and only after a step was released', async () => {
    const networks = (fake: FakeEngine): number => fake.calls('POST /networks/create').length
    expect(networks((await run({ steps })).fake)).toBe(1)
    const never = { ...obey, started: () => undefined }
    const controller = new AbortController()
    controller.abort()
    expect(networks((await run({ steps }, never, controller.signal)).fake)).toBe(0)
  })
})
