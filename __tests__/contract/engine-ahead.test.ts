import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { EngineError } from '../../src/sandbox/engine.ts'
import { ID } from '../support/engine-fake.ts'
import { playStep, sayProbe } from '../support/engine-fake-step.ts'

const NO_NEXT = () => Promise.resolve()
const CREATE = 'POST /containers/create'

describe('a container that was created ahead', () => {
  const words = { nonce: 'nonce-of-then', release: 'release-of-then' }

  test('is the one that is started, released with its own word, and removed', async () => {
    const created = Promise.resolve({ id: ID, warnings: [], sent: {}, words })
    const { outcome, container, fake } = await playStep({
      ahead: { created, createNext: NO_NEXT },
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
    const { outcome, fake } = await playStep({ ahead: { created, createNext: NO_NEXT } })
    expect(outcome).toEqual({ kind: 'not-started', reason: expect.stringContaining('no space left on device') })
    expect(fake.asked).toEqual([])
  })
})

test('the next container is created before the gate of this one is judged', async () => {
  const order: string[] = []
  const createNext = async (): Promise<void> => {
    order.push('creating')
    for (let turns = 0; turns < 50; turns += 1) await turn()
    order.push('created')
  }
  const { outcome } = await playStep({
    ahead: { created: null, createNext },
    judged: () => order.push('judged'),
    released: (container) => {
      order.push('released')
      container.exit(0)
    },
  })
  expect(outcome).toEqual({ kind: 'verified' })
  expect(order).toEqual(['creating', 'created', 'judged', 'released'])
})
