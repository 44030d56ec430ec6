import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { hostFacts } from '../../../src/plan/host-facts.ts'
import { attempt } from '../../../src/run/attempt.ts'
import { commandRunner } from '../../../src/runtime/command.ts'
import { FakeEngine, json } from '../../support/engine-fake.ts'
import { makeRepository, TempFolder } from '../../support/git.ts'
import { MemoryRunner } from './memory-runner.ts'
import { found, plan } from './samples.ts'

let folder: TempFolder
beforeEach(() => {
  folder = new TempFolder()
})
afterEach(() => {
  folder.remove()
})

const NOTHING = () => found({ subject: null, engine: null, image: null, workspace: null })
const VERSION = { Version: '28.0.4', ApiVersion: '1.48', Os: 'linux', Arch: 'amd64', KernelVersion: '6.8' }
const INFO = { DefaultRuntime: 'runc', Runtimes: { runc: {} }, SecurityOptions: [] }

interface World {
  readonly dockerHost: string
  /** The commit of the event; that of the checkout by default. */
  readonly head?: string
  readonly cancel?: AbortSignal
  readonly runtime?: string
}

async function run({ dockerHost, head, cancel, runtime }: World) {
  const checkout = folder.folder('checkout')
  const commit = makeRepository(checkout)
  const env = { PATH: process.env['PATH'] ?? '', DOCKER_HOST: dockerHost, HOME: folder.path }
  const facts = hostFacts()
  const runner = new MemoryRunner()
  const own = plan(['a', 'b'], { checkout })
  const git = { run: commandRunner(env.PATH, checkout, facts), facts, env, tempDir: folder.folder('temp') }
  const port = {
    plan: {
      ...own,
      event: { ...own.event, headSha: head ?? commit },
      profile: { ...own.profile, runtime: runtime ?? null },
    },
    runner,
    cancel: cancel ?? new AbortController().signal,
    opened: Promise.resolve(),
    env,
    git,
    label: 'r',
    tempDir: folder.path,
  }
  const seen = NOTHING()
  const attempted = await attempt(port, seen)
  return { ...attempted, outcomes: attempted.judged.map(({ outcome }) => outcome), found: seen, runner }
}

describe('a run that comes to no step', () => {
  const nowhere = () => `unix://${folder.path}/none.sock`

  test('without an engine: says where it looked, and what to do', async () => {
    const { error, outcomes, clean } = await run({ dockerHost: nowhere() })
    const because = `no engine answers at unix ${folder.path}/none.sock: is Docker installed and running?`
    expect(error).toBe(because)
    expect(outcomes).toEqual([1, 2].map(() => ({ kind: 'not-run', because })))
    expect(clean).toBe(true)
  })

  test('with an address of another kind', async () => {
    const { error } = await run({ dockerHost: 'ssh://u@h' })
    expect(error).toMatch(/^DOCKER_HOST: ssh:\/\/ endpoints are not supported/)
  })

  test('with a checkout of another commit: before any engine is asked', async () => {
    const { error, found: seen } = await run({ dockerHost: nowhere(), head: '9'.repeat(40) })
    expect(error).toMatch(/the checkout is at [0-9a-f]{40}, but this push event is about 9{40}/)
    expect(seen.engine).toBeNull()
  })

  test('cancelled', async () => {
    const { error, outcomes, clean } = await run({ dockerHost: nowhere(), cancel: AbortSignal.abort() })
    expect(error).toBe('the workflow was cancelled')
    expect(outcomes).toEqual([1, 2].map(() => ({ kind: 'cancelled', released: false })))
    // What was begun may still end up on the engine: the post step looks again.
    expect(clean).toBe(false)
  })
})

describe('with an engine', () => {
  let fake: FakeEngine
  beforeEach(async () => {
    fake = await FakeEngine.start()
    fake.on('GET /version', json(200, VERSION)).on('GET /info', json(200, INFO))
    fake.on('GET /containers/json', json(200, [])).on('GET /networks', json(200, []))
    fake.on('GET /volumes', json(200, { Volumes: [] }))
  })
  afterEach(() => fake[Symbol.asyncDispose]())
  const dockerHost = () => `unix://${fake.path}`

  test('that lacks the runtime: names those that it has', async () => {
    const { error } = await run({ dockerHost: dockerHost(), runtime: 'runsc' })
    expect(error).toBe('runtime: the engine has no runtime "runsc", it has runc')
  })

  test('that lacks the image, which must not be pulled', async () => {
    fake.on('GET /images/busybox:latest/json', json(404, { message: 'No such image' }))
    const { error, clean, found: seen } = await run({ dockerHost: dockerHost() })
    expect(error).toBe('image busybox:latest is not on the engine, and pull is "never"')
    expect([clean, seen.engine?.version, seen.image]).toEqual([true, '28.0.4', null])
    expect(fake.calls('POST /images/create')).toEqual([])
  })

  test('that refuses to say what it is: its words', async () => {
    fake.on('GET /info', json(500, { message: 'swarm is locked' }))
    const { error } = await run({ dockerHost: dockerHost() })
    expect(error).toBe(`the engine at unix ${fake.path}: describe engine: "swarm is locked"`)
  })

  test('that keeps something of the run: said, and not clean', async () => {
    fake.on('GET /images/busybox:latest/json', json(404, {}))
    fake.on('GET /containers/json', json(200, [{ Id: 'c' }])).on('DELETE /containers/c', json(500, { message: 'busy' }))
    const { clean, found: seen } = await run({ dockerHost: dockerHost() })
    expect(clean).toBe(false)
    expect(seen.notes.at(-1)).toBe('could not be removed yet: container c: remove container: "busy"')
  })

  test('that can not list what it has: said, and not clean', async () => {
    fake.on('GET /images/busybox:latest/json', json(404, {})).on('GET /volumes', json(500, { message: 'busy' }))
    const { clean, found: seen } = await run({ dockerHost: dockerHost() })
    expect(clean).toBe(false)
    expect(seen.notes.at(-1)).toBe('the engine could not be cleaned up yet: list volumes: "busy"')
  })
})
