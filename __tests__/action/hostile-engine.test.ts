import { describe, expect, test } from '@jest/globals'
import { type ActionRun, expectVerified, outcomesOf, reportOf, runAction } from '../support/action.ts'
import { leftOnEngine } from '../support/action-remains.ts'
import { makeCheckout } from '../support/checkouts.ts'
import { type Meddling, meddledEngine, withHost } from '../support/hostile-engine.ts'
import { inspected, leaveBehind } from '../support/hostile-image.ts'
import { claimOf, commentOf } from '../support/hostile-run.ts'

const CREATED = /\/containers\/create/
const DESCRIBED = /\/containers\/[0-9a-f]{64}\/json/

/** A run on an engine that answers otherwise than it does. */
async function meddledRun(
  meddlings: readonly Meddling[],
  inputs: Readonly<Record<string, string>> = {},
): Promise<ActionRun> {
  await using engine = await meddledEngine(meddlings)
  const env = { DOCKER_HOST: engine.address }
  const run = await runAction({ checkout: makeCheckout(), steps: ['echo RAN', 'echo RAN'], inputs, env })
  expect(engine.meddled()).toBeGreaterThan(0)
  return run
}

function expectNeverRan(run: ActionRun): void {
  expect(run.exitCode).toBe(1)
  expect(outcomesOf(run)).toMatchObject([{ kind: 'not-confined' }, { kind: 'not-run' }])
  expect(run.log).not.toMatch(/^RAN$/m)
  expect(run.github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
}

describe('an engine that holds what an earlier step left there', () => {
  test('(b) 29: containers, volumes and networks with our names and label are neither used nor removed', async () => {
    const runId = String(Date.now())
    const label = `confine.run=${runId}-1-00000000`
    const name = `confine-${runId}-1-00000000`
    using container = leaveBehind('container', name, label)
    using layer = leaveBehind('volume', `${name}-layer`, label)
    using workspace = leaveBehind('volume', `${name}-workspace`, label)
    using network = leaveBehind('network', name, label)
    const before = await leftOnEngine(runId)
    expect([before.length, container, layer, workspace, network].length).toBe(5)
    const run = await runAction({ checkout: makeCheckout(), steps: ['cat README'], env: { GITHUB_RUN_ID: runId } })
    expectVerified(run)
    expect(reportOf(run).run.label).toMatch(new RegExp(`^${runId}-1-(?!00000000)[0-9a-f]{8}$`))
    expect(await leftOnEngine(runId)).toEqual(before)
    expect(before).toHaveLength(4)
    expect(inspected('container', name)).toContain('"Status": "created"')
    expect(claimOf(run, 'network.none').verdict).toBe('proven')
  })
})

describe('an engine that confines less than it was asked to', () => {
  const WARNING =
    'Your kernel does not support pids limit capabilities or the cgroup is not mounted. PIDs limit discarded.'

  test('(b) 30: and warns: the step does not run, and the warning is told', async () => {
    const run = await meddledRun([{ path: CREATED, answer: (body) => ({ ...body, Warnings: [WARNING] }) }])
    expectNeverRan(run)
    expect(outcomesOf(run)[0]).toMatchObject({
      claims: ['engine.faithful'],
      reason: expect.stringContaining('PIDs limit discarded'),
    })
  })

  test('(b) 30: and drops the limits of processes and swap: the claims of both are refuted', async () => {
    const run = await meddledRun([
      {
        path: CREATED,
        request: withHost({ PidsLimit: 0, MemorySwap: -1 }),
        answer: (body) => ({ ...body, Warnings: [WARNING] }),
      },
    ])
    expectNeverRan(run)
    for (const id of ['limits.pids', 'limits.memory', 'engine.faithful'] as const)
      expect(claimOf(run, id).verdict).toBe('refuted')
  })

  test('(b) 30: and says nothing of it: the kernel’s own numbers refute it', async () => {
    const asked: Record<string, unknown> = {}
    const run = await meddledRun([
      {
        path: CREATED,
        request: (body) => {
          const { PidsLimit } = body['HostConfig'] as Record<string, unknown>
          asked['PidsLimit'] = PidsLimit
          return withHost({ PidsLimit: 0 })(body)
        },
      },
      { path: DESCRIBED, answer: (body) => withHost(asked)(body) },
    ])
    expectNeverRan(run)
    expect(claimOf(run, 'limits.pids').verdict).toBe('refuted')
    expect(claimOf(run, 'engine.faithful').verdict).toBe('proven')
  })
})

describe('an engine that says of a failed step that it passed', () => {
  test('is contradicted by the shell in the container, and no further step is run', async () => {
    const passed = (body: Record<string, unknown>) => {
      const state = body['State'] as Record<string, unknown>
      return { ...body, State: { ...state, ExitCode: 0 } }
    }
    await using engine = await meddledEngine([
      { path: /\/wait\?/, answer: (body) => ({ ...body, StatusCode: 0 }) },
      { path: DESCRIBED, answer: passed },
    ])
    const env = { DOCKER_HOST: engine.address }
    const run = await runAction({ checkout: makeCheckout(), steps: ['exit 3', 'echo RAN'], env })
    const reason = 'the engine says exit code 0, and the container’s own shell said 3'
    expect(outcomesOf(run)).toMatchObject([{ kind: 'lost', reason }, { kind: 'not-run' }])
    expect(run.exitCode).toBe(1)
    expect(commentOf(run)).toContain(reason)
  })
})

describe('an engine that lays other folders into a container than it was asked to, and reports what was asked', () => {
  test('a second folder below the layer: the mount’s own options refute the workspace', async () => {
    const asked: Record<string, unknown> = {}
    const run = await meddledRun([
      {
        path: /\/volumes\/create/,
        request: (body) => {
          const options = body['DriverOpts'] as Record<string, string> | undefined
          if (options?.['o'] === undefined) return body
          Object.assign(asked, options)
          return { ...body, DriverOpts: { ...options, o: options['o'].replace('lowerdir=', 'lowerdir=/usr/share:') } }
        },
      },
    ])
    expect(asked['o']).toContain('lowerdir=')
    expectNeverRan(run)
    expect(claimOf(run, 'workspace.detached')).toMatchObject({ verdict: 'refuted' })
    expect(claimOf(run, 'mounts.exact').verdict).toBe('proven')
  })

  test('the host’s shared memory: its file system is one that the host has mounted', async () => {
    const asked: Record<string, unknown> = {}
    const shm = { Type: 'bind', Source: '/dev/shm', Target: '/dev/shm' }
    const run = await meddledRun([
      {
        path: CREATED,
        request: (body) => {
          const { Mounts } = body['HostConfig'] as Record<string, unknown>
          asked['Mounts'] = Mounts
          return withHost({ Mounts: [...((Mounts as object[] | undefined) ?? []), shm] })(body)
        },
      },
      {
        path: DESCRIBED,
        answer: (body) => ({
          ...withHost(asked)(body),
          Mounts: (body['Mounts'] as { Destination: string }[]).filter((mount) => mount.Destination !== '/dev/shm'),
        }),
      },
    ])
    expectNeverRan(run)
    const { observations, verdict } = claimOf(run, 'mounts.exact')
    expect(verdict).toBe('refuted')
    expect(observations.find(({ witness }) => witness === 'host')?.seen).toContain('/dev/shm is the host’s own')
  })
})

/** The PID of a process on another machine is that of somebody else here, or of nobody. */
const elsewhere = (pid: number): Meddling => ({
  path: DESCRIBED,
  answer: (body) => ({ ...body, State: { ...(body['State'] as object), Pid: pid } }),
})

describe('an engine on another machine, or one whose processes can not be seen from here', () => {
  test.each([
    ['somebody else’s', 1],
    ['nobody’s', 4_194_303],
  ])('(b) 32: the PID is %s: no claim takes it for a witness, and the report says so', async (_, pid) => {
    const run = await meddledRun([elsewhere(pid)])
    const { claims } = reportOf(run).posture
    const host = claims.flatMap(({ observations }) => observations).filter(({ witness }) => witness === 'host')
    expect(host.filter(({ stance }) => stance !== 'silent')).toEqual([])
    expect(host.length).toBeGreaterThan(0)
    expect(outcomesOf(run)).toEqual([{ kind: 'verified' }, { kind: 'verified' }])
    expect(reportOf(run).engine?.endpoint).toMatch(/^tcp 127\.0\.0\.1:/)
  })

  test('(b) 32: with `require: host` that is not enough: nothing runs, with the reason', async () => {
    const run = await meddledRun([elsewhere(1)], { require: 'host' })
    expectNeverRan(run)
    expect(outcomesOf(run)[0]).toMatchObject({ reason: expect.stringContaining('(host: not to be had') })
  })

  test('(b) 32: in a job container the checkout is copied, and the nonce is why', async () => {
    const run = await runAction({ checkout: makeCheckout(), steps: ['cat README'], hide: ['temp', 'work'] })
    expectVerified(run)
    expect(reportOf(run).workspace).toMatchObject({
      method: 'copy',
      reason: 'the engine does not see the folders of this job',
    })
  })
})
