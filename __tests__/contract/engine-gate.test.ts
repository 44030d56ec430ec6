import { describe, expect, test } from '@jest/globals'
import { cut, hang, ID, json, text, torn } from '../support/engine-fake.ts'
import { playStep, type Script } from '../support/engine-fake-step.ts'

const REMOVED = `DELETE /containers/${ID}`
const message = (words: string) => json(500, { message: words })

describe('a step that never ran', () => {
  interface Row {
    readonly script: Script
    readonly outcome: object
    /** The container was made, and so it must be removed. */
    readonly made?: boolean
  }
  const notStarted = (reason: RegExp) => ({ kind: 'not-started', reason: expect.stringMatching(reason) })
  const notConfined = (reason: RegExp) => ({ kind: 'not-confined', reason: expect.stringMatching(reason), claims: [] })
  const noShell = 'OCI runtime create failed: exec: "/bin/sh": stat /bin/sh: no such file or directory: unknown'

  const rows: Readonly<Record<string, Row>> = {
    'create: the disk is full': {
      script: { calls: { create: message('mkdir /var/lib: no space left on device') } },
      outcome: notStarted(/^create container: the engine.s disk is full \(the engine says: "mkdir .* on device"\)$/),
      made: false,
    },
    'create: refused': {
      script: { calls: { create: json(400, { message: 'invalid mount config' }) } },
      outcome: notStarted(/^create container: "invalid mount config"$/),
      made: false,
    },
    'create: cut': { script: { calls: { create: cut } }, outcome: notConfined(/^create container: /), made: false },
    'create: hangs': {
      script: { calls: { create: hang } },
      outcome: notConfined(/did not answer in time/),
      made: false,
    },
    'create: no JSON': { script: { calls: { create: text(201, 'x') } }, outcome: notConfined(/not JSON/), made: false },
    'start: no shell': {
      script: { calls: { start: message(noShell) } },
      outcome: notStarted(/the image has no \/bin\/sh/),
    },
    'start: refused': {
      script: { calls: { start: message('driver failed') } },
      outcome: notStarted(/^start: "driver failed"$/),
    },
    'start: cut': { script: { calls: { start: cut } }, outcome: notConfined(/^start: /) },
    'start: hangs': { script: { calls: { start: hang } }, outcome: notConfined(/did not answer in time/) },
    'the probe says nothing': {
      script: { started: () => undefined },
      outcome: notConfined(/did not finish within 0.4/),
    },
    'the probe says another thing': {
      script: {
        started: (c) => {
          c.write('stdout', 'Welcome\n')
        },
      },
      outcome: notConfined(/the first line is not the probe/),
    },
    'the probe has the nonce of another': {
      script: {
        started: (c) => {
          c.write('stdout', 'confine-begin 00\nconfine-end 00\n')
        },
      },
      outcome: notConfined(/the first line is not the probe/),
    },
    'the shell dies': {
      script: {
        started: (c) => {
          c.write('stderr', 'sh: syntax error\n')
          c.exit(2)
        },
      },
      outcome: notConfined(/bin\/sh ended with 2 before the probe was done: "sh: syntax error"/),
    },
    'the connection is reset': {
      script: {
        started: (c) => {
          c.resetStream()
        },
      },
      outcome: notConfined(/output ended|broke/),
    },
    'wait breaks off': {
      script: {
        started: (c) => {
          c.answerWait(cut)
        },
      },
      outcome: notConfined(/^wait: /),
    },
    'inspect at the gate: refused': {
      script: { calls: { inspect: message('busy') } },
      outcome: notConfined(/^inspect: "busy"$/),
    },
    'inspect at the gate: torn': { script: { calls: { inspect: torn(200, '{') } }, outcome: notConfined(/broke off/) },
    'inspect at the gate: hangs': {
      script: { calls: { inspect: hang } },
      outcome: notConfined(/did not answer in time/),
    },
    'a claim is not proven': {
      script: { decision: { unmet: ['network.none'], reason: 'eth0' } },
      outcome: { kind: 'not-confined', reason: 'eth0', claims: ['network.none'] },
    },
    'the probe names no shell': { script: { decision: { shell: null } }, outcome: notConfined(/names no shell/) },
    'output before the release': {
      script: {
        started: (c) => {
          c.write('stdout', `confine-begin ${c.nonce}\nconfine-end ${c.nonce}\nearly`)
        },
      },
      outcome: notConfined(/wrote output before it was released/),
    },
  }

  test.each(Object.entries(rows))('%s', async (_, { script, outcome, made = true }) => {
    const played = await playStep(script)
    expect(played.outcome).toEqual(outcome)
    expect(played.container.input).toBe('')
    expect(played.record).toMatchObject({ releasedAt: null, durationMs: null, output: null })
    expect(played.fake.calls(REMOVED).length).toBe(made ? 1 : 0)
    if (made) expect(played.fake.calls(REMOVED)[0]?.query).toEqual({ v: '1', force: '1' })
  })
})
