import { describe, expect, test } from '@jest/globals'
import { cut, hang, ID, json, text, torn } from '../support/engine-fake.ts'
import { playStep, sayProbe, type FakeContainer, type Script } from '../support/engine-fake-step.ts'
import { frame } from '../unit/sandbox/frames.ts'

const REMOVED = `DELETE /containers/${ID}`
const message = (words: string) => json(500, { message: words })

test('the ordinary way: attached and waited for before the start, removed with its volumes at the end', async () => {
  const { record, outcome, container, fake } = await playStep({})
  expect(outcome).toEqual({ kind: 'verified' })
  const calls = fake.asked.map(({ method, path }) => `${method} ${path.replace(`/containers/${ID}`, 'it')}`)
  expect(calls[0]).toBe('POST /containers/create')
  expect(calls.slice(1, 3).sort()).toEqual(['POST it/attach', 'POST it/wait'])
  expect(calls.slice(3)).toEqual(['POST it/start', 'GET it/json', 'GET it/json', 'DELETE it'])
  expect(fake.calls(REMOVED)[0]?.query).toEqual({ v: '1', force: '1' })
  expect(container.input).toBe(`${container.release}\nits input`)
  expect(String(record.output?.head)).toBe('done\n')
  expect(record).toMatchObject({ shell: '/bin/sh -e', output: { complete: true, droppedBytes: 0 } })
})

describe('a step that was released, and how it ended', () => {
  /** Prints, then ends as the function says. */
  const ends = (how: (container: FakeContainer) => void): Script => ({
    released: (container) => {
      container.write('stdout', 'done\n')
      how(container)
    },
  })
  const exited = (code: number, state = {}) =>
    ends((c) => {
      c.exit(code, state)
    })
  const answered = (body: unknown) =>
    ends((c) => {
      c.state = { Running: false, ExitCode: 0, OOMKilled: false }
      c.endStream()
      c.answerWait(json(200, body))
    })
  /** The shell says its last word, or none, and the engine says 0 or another code. */
  const said = (word: number | null, code: number) =>
    ends((c) => {
      c.state = { Running: false, ExitCode: code, OOMKilled: false }
      if (word !== null) c.sayOver(word)
      c.endStream()
      c.answerWait(json(200, { StatusCode: code }))
    })
  const lost = (reason: RegExp) => ({ kind: 'lost', reason: expect.stringMatching(reason) })

  const rows: readonly (readonly [name: string, script: Script, outcome: object, complete?: boolean])[] = [
    ['exit 0', exited(0), { kind: 'verified' }],
    ['exit 3', exited(3), { kind: 'failed', exitCode: 3, signal: null }],
    ['exit 137', exited(137), { kind: 'failed', exitCode: 137, signal: 'SIGKILL' }],
    [
      'exit 0, out of memory',
      exited(0, { OOMKilled: true }),
      { kind: 'out-of-memory', exitCode: 0, limitBytes: 268435456 },
    ],
    ['wait says 0, inspect says 1', exited(0, { ExitCode: 1 }), lost(/wait says 0, inspect says 1/)],
    ['wait says 0, inspect says that it runs', exited(0, { Running: true }), lost(/did not say/)],
    ['wait says 0, inspect says nothing', exited(0, { ExitCode: undefined }), lost(/did not say/)],
    ['wait says 0, inspect has no memory flag', exited(0, { OOMKilled: 'false' }), lost(/did not say/)],
    [
      'exit 0, and the stream ends before the last word',
      said(null, 0),
      lost(/ended before the container’s shell said/),
    ],
    [
      'exit 3, and the stream ends before the last word',
      said(null, 3),
      lost(/said how the step ended; the engine says exit code 3$/),
    ],
    ['exit 0, and the last word is 3', said(3, 0), lost(/engine says exit code 0, and .* shell said 3/)],
    ['exit 3, and the last word is 0', said(0, 3), lost(/engine says exit code 3, and .* shell said 0/)],
    ['exit 512', exited(512), lost(/out of range: 512/)],
    ['exit -1', exited(-1), lost(/out of range: -1/)],
    ['wait: no code', answered({}), lost(/did not say/)],
    ['wait: a code of text', answered({ StatusCode: '0' }), lost(/did not say/)],
    ['wait: null', answered(null), lost(/did not say/)],
    [
      'wait: an empty body',
      ends((c) => {
        c.answerWait(text(200, ''))
        c.exit(0)
      }),
      lost(/did not say/),
    ],
    [
      'wait: no JSON',
      ends((c) => {
        c.answerWait(text(200, 'OK'))
      }),
      lost(/^wait: the answer is not JSON$/),
    ],
    [
      'wait: torn',
      ends((c) => {
        c.answerWait(torn(200, '{"StatusCode":0'))
      }),
      lost(/^wait: the answer broke off/),
    ],
    [
      'wait: reset',
      ends((c) => {
        c.answerWait(cut)
      }),
      lost(/^wait: /),
    ],
    [
      'wait: refused',
      ends((c) => {
        c.answerWait(message('gone'))
      }),
      lost(/^wait: "gone"$/),
    ],
    [
      'the stream is reset, then exit 0',
      ends((c) => {
        c.resetStream()
        c.answerWait(json(200, { StatusCode: 0 }))
      }),
      lost(/did not say/),
      true,
    ],
    [
      'the stream ends inside a frame, then exit 0',
      ends((c) => {
        c.state = { Running: false, ExitCode: 0, OOMKilled: false }
        c.writeRaw(frame('stdout', 'abc').subarray(0, 9))
        c.endStream()
        c.answerWait(json(200, { StatusCode: 0 }))
      }),
      lost(/inside a frame/),
    ],
    [
      'the stream turns into text, then exit 0',
      ends((c) => {
        c.writeRaw(Buffer.from('unexpected EOF'))
        c.exit(0)
      }),
      lost(/unknown type/),
    ],
    [
      'the engine dies',
      ends((c) => {
        c.fake.die()
      }),
      lost(/./),
    ],
    [
      'the engine dies after the exit',
      ends((c) => {
        c.exit(0)
        setImmediate(() => {
          c.fake.die()
        })
      }),
      lost(/./),
    ],
  ]

  test.each(rows)('%s', async (_, script, outcome) => {
    const { outcome: got, record } = await playStep(script)
    expect(got).toEqual(outcome)
    expect(record.shell).toBe('/bin/sh -e')
  })

  test.each([
    [0, { kind: 'verified' }],
    [3, { kind: 'failed', exitCode: 3, signal: null }],
  ])(
    'wait answers %d and the stream never ends: the code counts, the output is not complete',
    async (code, outcome) => {
      const script = ends((c) => {
        c.state = { Running: false, ExitCode: code, OOMKilled: false }
        c.sayOver(code)
        c.answerWait(json(200, { StatusCode: code }))
      })
      const played = await playStep(script)
      expect(played.outcome).toEqual(outcome)
      expect(played.record.output).toMatchObject({ complete: false, stdout: { bytes: 5 } })
    },
  )

  test.each<[name: string, how: (container: FakeContainer) => void, reason: RegExp]>([
    [
      'the stream ended',
      (c) => {
        c.endStream()
      },
      /the output stream ended, and the engine reports no exit/,
    ],
    [
      'inspect says that it ended',
      (c) => {
        c.state = { Running: false }
      },
      /has ended, and the engine does not report/,
    ],
    [
      'inspect says nothing of use',
      (c) => {
        c.state = {}
      },
      /has ended, and the engine does not report/,
    ],
    [
      'inspect is refused',
      (c) => {
        c.fake.on(`GET /containers/${ID}/json`, message('no such container'))
      },
      /^inspect: "no such container"/,
    ],
    [
      'inspect hangs',
      (c) => {
        c.fake.on(`GET /containers/${ID}/json`, hang)
      },
      /did not answer in time/,
    ],
  ])('wait never answers, and %s', async (_, how, reason) => {
    const { outcome, record } = await playStep(ends(how))
    expect(outcome).toEqual(lost(reason))
    expect(record.output?.complete).toBe(false)
  })

  test('wait answers 0, and the stream breaks after that', async () => {
    const script = ends((c) => {
      c.state = { Running: false, ExitCode: 0, OOMKilled: false }
      c.answerWait(json(200, { StatusCode: 0 }))
      setTimeout(() => {
        c.writeRaw(frame('stdout', 'abc').subarray(0, 9))
        c.endStream()
      }, 50)
    })
    expect((await playStep(script)).outcome).toEqual(lost(/inside a frame/))
  })

  const END = { Id: ID, RestartCount: 0, ExecIDs: null }
  const STATE = { Status: 'exited', Running: false, ExitCode: 0, OOMKilled: false, Error: '' }
  test.each<[name: string, inspected: object, kind: string]>([
    ['as it should be', { ...END, State: STATE }, 'verified'],
    ['of another container', { ...END, Id: '0'.repeat(64), State: STATE }, 'lost'],
    ['that was started again', { ...END, RestartCount: 1, State: STATE }, 'lost'],
    ['that does not say how often it was started', { ...END, RestartCount: undefined, State: STATE }, 'lost'],
    ['with a process from outside', { ...END, ExecIDs: ['e'], State: STATE }, 'lost'],
    ['that is not over', { ...END, State: { ...STATE, Status: 'running' } }, 'lost'],
    ['that is dead', { ...END, State: { ...STATE, Status: 'dead' } }, 'lost'],
    ['with an error of the engine', { ...END, State: { ...STATE, Error: 'oci: gone' } }, 'lost'],
    ['without a state', END, 'lost'],
  ])('inspect after the exit is that of a container %s', async (_, inspected, kind) => {
    const script = ends((c) => {
      c.fake.on(`GET /containers/${ID}/json`, json(200, inspected))
      c.exit(0)
    })
    expect((await playStep(script)).outcome.kind).toBe(kind)
  })

  test('inspect after the exit is refused', async () => {
    const script = ends((c) => {
      c.fake.on(`GET /containers/${ID}/json`, message('gone'))
      c.exit(0)
    })
    expect((await playStep(script)).outcome).toEqual(lost(/^inspect: "gone"$/))
  })

  test('what can not be removed changes nothing', async () => {
    expect((await playStep({ calls: { remove: message('busy') } })).outcome).toEqual({ kind: 'verified' })
  })
})

test('the engine dies while the gate is judged: the step may have run, and is lost', async () => {
  const { outcome } = await playStep({
    started: sayProbe,
    judged: (c) => {
      c.fake.die()
    },
  })
  expect(outcome.kind).toBe('lost')
})
