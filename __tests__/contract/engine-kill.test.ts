import { describe, expect, test } from '@jest/globals'
import { hang, ID, json } from '../support/engine-fake.ts'
import { playStep, type FakeContainer, type Script } from '../support/engine-fake-step.ts'

const KILL = `POST /containers/${ID}/kill`
const never: Script = { released: () => undefined, timeoutMs: 50 }
const refused = (status: number) => json(status, { message: 'cannot kill' })

/** A container that ends by itself, a little after its deadline. */
const late = (status: number): Script => ({
  timeoutMs: 30,
  calls: {
    kill: (asked, response) => {
      refused(status)(asked, response)
      played.container?.exit(0)
    },
  },
  released: (container) => {
    played.container = container
  },
})
const played: { container: FakeContainer | null } = { container: null }

describe('the deadline', () => {
  test('kills what is not over, once', async () => {
    const { outcome, fake, record } = await playStep(never)
    expect(outcome).toMatchObject({ kind: 'timed-out' })
    expect(fake.calls(KILL).map(({ query }) => query)).toEqual([{ signal: 'KILL' }])
    expect(record.output?.complete).toBe(true)
  })

  test('does not kill what is over', async () => {
    const { outcome, fake } = await playStep({ timeoutMs: 5_000 })
    expect([outcome.kind, fake.calls(KILL).length]).toEqual(['verified', 0])
  })

  test.each([404, 409])('is no reason when the step ended just before (%d)', async (status) => {
    expect((await playStep(late(status))).outcome).toEqual({ kind: 'verified' })
  })

  test('that the engine refuses to keep makes the step lost: it runs on', async () => {
    const { outcome, fake } = await playStep({ ...never, calls: { kill: refused(500) } })
    expect(outcome).toEqual({ kind: 'lost', reason: 'kill: "cannot kill"' })
    expect(fake.calls(`DELETE /containers/${ID}`).length).toBe(1)
  })

  test('that the engine never answers makes the step lost', async () => {
    const { outcome } = await playStep({ ...never, calls: { kill: hang } })
    expect(outcome).toEqual({ kind: 'lost', reason: 'kill: the engine did not answer in time' })
  })
})

test('a kill that the engine does and never answers makes the step lost: its exit says nothing of the step', async () => {
  const kill: NonNullable<Script['calls']>['kill'] = () => {
    played.container?.exit(137)
  }
  const released = (container: FakeContainer) => {
    played.container = container
  }
  const { outcome } = await playStep({ timeoutMs: 30, released, calls: { kill } })
  expect(outcome).toEqual({ kind: 'lost', reason: 'kill: the engine did not answer in time' })
})

describe('a cancelled workflow', () => {
  test('before the first call: nothing is asked of the engine', async () => {
    const { outcome, fake } = await playStep({ cancel: AbortSignal.abort() })
    expect(outcome).toEqual({ kind: 'cancelled', released: false })
    expect(fake.asked).toEqual([])
  })

  test.each<[name: string, script: (abort: () => void) => Script]>([
    ['while the probe runs', (abort) => ({ started: abort })],
    ['while the gate is judged', (abort) => ({ judged: abort })],
  ])('%s: the gate stays shut', async (_, script) => {
    const controller = new AbortController()
    const abort = () => {
      controller.abort()
    }
    const { outcome, container, fake } = await playStep({ ...script(abort), cancel: controller.signal })
    expect(outcome).toEqual({ kind: 'cancelled', released: false })
    expect(container.input).toBe('')
    expect(fake.calls(`DELETE /containers/${ID}`).length).toBe(1)
  })

  test('while the step runs: it is killed, and says cancelled', async () => {
    const controller = new AbortController()
    const released = () => {
      controller.abort()
    }
    const { outcome, fake } = await playStep({ released, cancel: controller.signal })
    expect(outcome).toEqual({ kind: 'cancelled', released: true })
    expect(fake.calls(KILL).length).toBe(1)
  })

  test('after the deadline: whose kill came first counts', async () => {
    const controller = new AbortController()
    const kill: NonNullable<Script['calls']>['kill'] = (_, response) => {
      controller.abort()
      response.writeHead(204).end()
      played.container?.exit(137)
    }
    const released = (container: FakeContainer) => {
      played.container = container
    }
    const { outcome, fake } = await playStep({ timeoutMs: 30, released, calls: { kill }, cancel: controller.signal })
    expect(outcome).toMatchObject({ kind: 'timed-out' })
    expect(fake.calls(KILL).length).toBe(1)
  })
})

describe('the floor of the engine’s disk', () => {
  const SHORT = 'only 7 B are free on the engine’s disk, below its floor of 9 B'
  const short = () => SHORT

  test('kills the step that runs, and says so', async () => {
    const { outcome, fake } = await playStep({ released: () => undefined, disk: short })
    expect(outcome).toEqual({ kind: 'out-of-disk', reason: SHORT })
    expect(fake.calls(KILL).map(({ query }) => query)).toEqual([{ signal: 'KILL' }])
  })

  test('also while it runs, whatever code it then ends with', async () => {
    let looked = 0
    const disk = () => (looked++ === 0 ? null : SHORT)
    const kill: NonNullable<Script['calls']>['kill'] = (_, response) => {
      response.writeHead(204).end()
      played.container?.exit(0)
    }
    const released = (container: FakeContainer) => {
      played.container = container
    }
    expect((await playStep({ released, disk, calls: { kill } })).outcome.kind).toBe('out-of-disk')
  })

  test('is no reason when the step ended just before', async () => {
    const { outcome } = await playStep({ ...late(409), timeoutMs: 60_000, disk: short })
    expect(outcome).toEqual({ kind: 'verified' })
  })

  test('that the engine refuses to keep makes the step lost: it runs on', async () => {
    const { outcome } = await playStep({ released: () => undefined, disk: short, calls: { kill: refused(500) } })
    expect(outcome).toEqual({ kind: 'lost', reason: 'kill: "cannot kill"' })
  })
})
