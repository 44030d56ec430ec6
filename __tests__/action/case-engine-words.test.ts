import { describe, expect, test } from '@jest/globals'
import { expectVerified, outcomesOf, outputOf, reportOf, runAction, runPost } from '../support/action.ts'
import { loadImage } from '../support/action-image.ts'
import { makeCheckout } from '../support/checkouts.ts'
import { onFaultyEngine } from '../support/engine-fault-run.ts'
import { answered, type Fault, faultyEngine } from '../support/engine-faults.ts'
import { frame } from '../unit/sandbox/frames.ts'

const CREATE = /^POST \/containers\/create/
const FULL = 'mkdir /var/lib/docker/overlay2/x: no space left on device'
const refused = (message: string, status = '500 Internal Server Error'): Fault => ({
  kind: 'answer',
  answer: answered(status, JSON.stringify({ message })),
})
const WELL = { DOCKER_HOST: process.env['DOCKER_HOST'] ?? '' }

describe('an engine without space', () => {
  test('DISK-03: is quoted when it can not create a container, or start it, and nothing half-made stays', async () => {
    const [create, start] = await Promise.all([
      onFaultyEngine([{ call: CREATE, nth: 3, fault: refused(FULL) }]),
      onFaultyEngine([{ call: /\/start/, nth: 1, fault: refused(FULL) }]),
    ])
    for (const { run } of [create, start]) {
      expect(run.exitCode).toBe(1)
      const reason = expect.stringMatching(/the engine.s disk is full \(the engine says: ".*no space left on device"\)/)
      expect(outcomesOf(run)).toMatchObject([{ kind: 'not-started', reason }, { kind: 'not-run' }])
    }
    const removed = start.engine.asked.filter((line) => /^DELETE \/containers\/\w+\?.*v=1/.test(line))
    // Two keepers, and the container that could not be started.
    expect(removed).toHaveLength(3)
  })
})

describe('a registry that refuses', () => {
  const absent = { call: /^GET \/images\//, fault: refused('No such image: x', '404 Not Found') }
  const LIMIT = 'toomanyrequests: You have reached your pull rate limit.'
  const stream = `${JSON.stringify({ status: 'Pulling' })}\r\n${JSON.stringify({ error: LIMIT, errorDetail: { message: LIMIT } })}\r\n`
  const inStream: Fault = { kind: 'answer', answer: answered('200 OK', stream) }

  test.each<[name: string, fault: Fault, says: RegExp]>([
    ['its limit inside of a 200', inStream, /limit of pulls is reached: log in .*toomanyrequests: You have reached/],
    ['its limit as a 500', refused(LIMIT), /limit of pulls is reached: log in .*toomanyrequests: You have reached/],
    ['a login', refused('unauthorized: authentication required', '401 Unauthorized'), /does not let this job have it/],
    ['out of order', refused('received unexpected HTTP status: 503', '503 Service Unavailable'), /try again later/],
  ])('PULL-01: %s: its words and what to do, one pull, no container', async (_, fault, says) => {
    const { run, engine } = await onFaultyEngine([absent, { call: /^POST \/images\/create/, fault }], {
      inputs: { image: 'registry.invalid/a/b:1' },
    })
    expect(run.exitCode).toBe(1)
    const { reason } = reportOf(run).verdict
    expect(reason).toMatch(/^image registry\.invalid\/a\/b:1 could not be pulled: /)
    expect(reason).toMatch(says)
    expect(reason).not.toContain('No such image')
    expect(engine.asked.filter((line) => line.startsWith('POST /images/create'))).toHaveLength(1)
    expect(engine.asked.filter((line) => CREATE.test(line))).toEqual([])
    expect(outcomesOf(run).map(({ kind }) => kind)).toEqual(['not-run', 'not-run'])
  })
})

test('PULL-03: an image that only this engine has is used without a pull, and told to have no registry digest', async () => {
  const { run, engine } = await onFaultyEngine([], { steps: ['true'] })
  expectVerified(run)
  expect(engine.asked.filter((line) => line.startsWith('POST /images/create'))).toEqual([])
  expect(reportOf(run).image).toMatchObject({ digest: null, pinned: false, origin: 'local' })
  expect(run.summary).toContain('none, a local image')
})

test('API-01: an engine that refuses old versions of its API is asked for none', async () => {
  const old = { call: /^\w+ \/v1\.([0-9]|[1-3][0-9]|4[0-3])\//, fault: refused('client version is too old', '400 Bad') }
  const { run, engine } = await onFaultyEngine([old])
  expectVerified(run)
  expect(engine.struck()).toBe(0)
  expect(engine.asked.filter((line) => /^\w+ \/v\d/.test(line))).toEqual([])
})

test('PLAT-03: an image whose /bin/sh is of another CPU than its label says is not started, with that reason', async () => {
  const elf = Buffer.alloc(64)
  elf.write('\x7fELF\x02\x01\x01', 'latin1')
  elf.writeUInt16LE(2, 16) // an executable
  elf.writeUInt16LE(process.arch === 'arm64' ? 62 : 183, 18) // EM_X86_64 or EM_AARCH64, elf(5)
  elf.writeUInt32LE(1, 20)
  elf.writeUInt16LE(64, 52)
  using image = loadImage('wrong-cpu', { shell: elf })
  const run = await runAction({ checkout: makeCheckout(), steps: ['echo hi'], inputs: { image: image.reference } })
  expect(run.exitCode).toBe(1)
  const reason = expect.stringContaining('the image’s /bin/sh can not be run on this CPU')
  expect(outcomesOf(run)).toMatchObject([{ kind: 'not-started', reason }])
})

describe('an output stream', () => {
  const attach = (open: (to: Parameters<Extract<Fault, { kind: 'stream' }>['open']>[0], from: typeof to) => void) => ({
    call: /\/attach/,
    nth: 1,
    fault: { kind: 'stream', open } as const,
  })

  test('TIME-07: that never ends is waited for only so long: the exit code counts, and the record says so', async () => {
    const open = attach((to, from) => void from.pipe(to, { end: false }))
    const { run } = await onFaultyEngine([open], { steps: ['echo RAN'] })
    expectVerified(run)
    expect(outputOf(run)).toBe('RAN\n')
    const [step] = reportOf(run).steps
    expect(step?.output?.complete).toBe(false)
    expect(step?.hints.join()).toContain('The output may be incomplete')
  })

  test('LOG-01: is the same wherever its frames are cut, with empty frames between', async () => {
    const open = attach((to, from) => {
      let cutting = Promise.resolve()
      const send = (bytes: Buffer): Promise<void> =>
        new Promise((resolve) => to.write(bytes, () => setTimeout(resolve, 1)))
      from.on('data', (chunk: Buffer) => {
        // The head of the answer passes whole; frames come in pieces of 3 bytes, then the rest.
        const whole = chunk.toString('latin1', 0, 4) === 'HTTP'
        cutting = cutting.then(() =>
          whole ? send(chunk) : send(chunk.subarray(0, 3)).then(() => send(chunk.subarray(3))),
        )
      })
      from.once('end', () => void cutting.then(() => to.end(Buffer.concat([frame('stdout', ''), frame('stderr', '')]))))
    })
    const { run } = await onFaultyEngine([open], { steps: ['for n in 1 2 3; do echo out $n; echo err $n >&2; done'] })
    expectVerified(run)
    const lines = outputOf(run).trim().split('\n')
    expect(lines.filter((line) => line.startsWith('out'))).toEqual(['out 1', 'out 2', 'out 3'])
    expect(lines.filter((line) => line.startsWith('err'))).toEqual(['err 1', 'err 2', 'err 3'])
    expect(lines).toHaveLength(6)
  })

  test('LOG-01: that is no frames any more loses the step', async () => {
    const last = (bytes: Buffer) =>
      attach((to, from) => {
        from.pipe(to, { end: false })
        from.once('end', () => to.end(bytes))
      })
    const rows = [
      Buffer.from([7, 0, 0, 0, 0, 0, 0, 1, 65]),
      Buffer.from('a terminal’s text'),
      frame('stdout', 'x').subarray(0, 3),
    ]
    const runs = await Promise.all(rows.map((bytes) => onFaultyEngine([last(bytes)], { steps: ['echo RAN'] })))
    for (const { run } of runs) {
      expect(run.exitCode).toBe(1)
      expect(outcomesOf(run)).toMatchObject([{ kind: 'lost', reason: expect.stringMatching(/output stream/) }])
    }
  })
})

describe('an engine that dies in the middle of a step', () => {
  const steps = ['echo RAN; sleep 3', 'echo RAN']
  const empty: Fault = { kind: 'change', change: () => Buffer.from(answered('200 OK', '')) }

  test('DAE-01: loses the step, runs no other, and keeps what was printed', async () => {
    const rows = await Promise.all([
      dyingRun(),
      onFaultyEngine([{ call: /\/wait/, nth: 1, fault: { kind: 'change', change: () => null } }], { steps }),
      onFaultyEngine([{ call: /\/wait/, nth: 1, fault: empty }], { steps }),
    ])
    for (const { run } of rows) {
      expect(run.exitCode).toBe(1)
      expect(outcomesOf(run)).toMatchObject([{ kind: 'lost' }, { kind: 'not-run' }])
      expect(outputOf(run)).toBe('RAN\n')
      expect(run.github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
    }
    const post = await runPost(rows[0].run, WELL)
    // What was being made when the engine died, nobody can know; that nothing is left is looked at after each test.
    expect(post.log).toMatch(/The engine holds nothing of this run|may still do so/)
  })

  /** Everything is cut while the step runs, and nobody listens from then on. */
  async function dyingRun() {
    await using engine = await faultyEngine([])
    const env = { DOCKER_HOST: engine.address }
    const during = async (running: { seen: (pattern: RegExp) => Promise<void> }) => {
      await running.seen(/^RAN$/m)
      engine.die()
    }
    return { run: await runAction({ checkout: makeCheckout(), steps, env, during }) }
  }
})

describe('an engine that can not be used from the start', () => {
  test.each(['macOS', 'Windows'])('DAE-02: a runner of %s has none, and that is what is said', async (os) => {
    const env = { DOCKER_HOST: 'unix:///nonexistent/engine.sock', RUNNER_OS: os }
    const run = await runAction({ checkout: makeCheckout(), steps: ['echo RAN'], env })
    expect(run.exitCode).toBe(1)
    const reason = `no engine answers at unix /nonexistent/engine.sock: ${os} runners have none: run the job on Linux`
    expect(reportOf(run).verdict.reason).toBe(reason)
    expect(run.github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
  })
})
