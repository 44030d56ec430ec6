import { describe, expect, test } from '@jest/globals'
import { EngineError } from '../../src/sandbox/engine.ts'
import { ID } from '../support/engine-fake.ts'
import { playStep, sayProbe } from '../support/engine-fake-step.ts'

const CREATE = 'POST /containers/create'

describe('a container that was created ahead', () => {
  const words = { nonce: 'nonce-of-then', release: 'release-of-then' }

  test('is the one that is started, released with its own word, and removed', async () => {
    const created = Promise.resolve({ id: ID, warnings: [], sent: {}, words })
    const { outcome, container, fake } = await playStep({
      ahead: created,
      started: (started) => {
        started.nonce = words.nonce
        sayProbe(started)
      },
    })
    expect(outcome).toEqual({ kind: 'verified' })
    expect(container.input).toMatch(/^release-of-then\n/)
    expect(fake.calls(CREATE)).toEqual([])
    expect(fake.calls(`DELETE /containers/${ID}`)).toHaveLength(1)
  })

  test('but was refused is told in its turn', async () => {
    const created = Promise.reject(new EngineError('create container', 500, 'no space left on device'))
    const { outcome, fake } = await playStep({ ahead: created })
    expect(outcome).toEqual({ kind: 'not-started', reason: expect.stringContaining('no space left on device') })
    expect(fake.asked).toEqual([])
  })
})
