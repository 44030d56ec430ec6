import { describe, expect, test } from '@jest/globals'
import { retrier, RETRY_LIMITS, waitBefore } from '../../../src/publish/retry.ts'
import { refusal } from './memory-github.ts'

const AT = { triesDone: 1, repeatable: true, patienceLeftMs: 90_000 }

describe('whether to ask again', () => {
  test.each([
    ['a server in trouble', refusal('server'), {}, 1000],
    ['a second time, longer', refusal('server'), { triesDone: 2 }, 3000],
    ['a third time, no more', refusal('server'), { triesDone: 3 }, null],
    ['a network in trouble', refusal('network'), {}, 1000],
    ['a timeout', refusal('timeout'), {}, 1000],
    ['a limit, as long as asked', refusal('rate-limited', 'x', 2000), {}, 2000],
    ['a limit, a minute unless asked', refusal('rate-limited'), {}, 60_000],
    ['a limit that asks for too long', refusal('rate-limited', 'x', 60_001), {}, null],
    ['a wait beyond our patience', refusal('rate-limited', 'x', 2000), { patienceLeftMs: 1999 }, null],
    ['a creation that may have been done', refusal('server'), { repeatable: false }, null],
    ['a creation that a limit kept off', refusal('rate-limited', 'x', 5), { repeatable: false }, 5],
    ['an answer that nobody documents', refusal('unreadable'), {}, null],
    ['a token without the right', refusal('forbidden'), {}, null],
    ['a locked conversation', refusal('locked'), {}, null],
    ['a refused body', refusal('invalid'), {}, null],
  ])('%s', (_, thrown, at, wait) => {
    expect(waitBefore(thrown, { ...AT, ...at }, RETRY_LIMITS)).toBe(wait)
  })
})

/** A clock that only moves when something waits, or when a try takes its time. */
function bench(limits = RETRY_LIMITS, hurried = false) {
  const waits: number[] = []
  let now = 0
  const sleep = (ms: number): Promise<void> => {
    waits.push(ms)
    now += ms
    return Promise.resolve()
  }
  const persist = retrier({ limits, now: () => now, sleep, hurried: () => hurried })
  return { waits, persist, pass: (ms: number) => (now += ms) }
}

function failing(times: number, thrown: Error, result = 'done') {
  let left = times
  return () => (left-- > 0 ? Promise.reject(thrown) : Promise.resolve(result))
}

describe('asking again', () => {
  test('until it works', async () => {
    const { persist, waits } = bench()
    expect(await persist(failing(2, refusal('server')), true)).toBe('done')
    expect(waits).toEqual([1000, 3000])
  })

  test('not more often than the limit, and the last refusal is what comes out', async () => {
    const { persist, waits } = bench()
    const thrown = refusal('server')
    await expect(persist(failing(3, thrown), true)).rejects.toBe(thrown)
    expect(waits).toHaveLength(2)
  })

  test('patience is one for all calls, and slow failures use it up', async () => {
    const { persist, waits, pass } = bench({ ...RETRY_LIMITS, patienceMs: 10_000 })
    const slow = (): Promise<string> => {
      pass(6000)
      return Promise.reject(refusal('timeout'))
    }
    await expect(persist(slow, true)).rejects.toMatchObject({ kind: 'timeout' })
    expect(waits).toEqual([1000])
    await expect(persist(failing(1, refusal('server')), true)).rejects.toMatchObject({ kind: 'server' })
    expect(waits).toEqual([1000])
  })

  test('not while the process is about to be killed', async () => {
    const { persist, waits } = bench(RETRY_LIMITS, true)
    await expect(persist(failing(1, refusal('server')), true)).rejects.toMatchObject({ kind: 'server' })
    expect(waits).toEqual([])
  })

  test('a wait that is broken off ends in the refusal, not in an error of its own', async () => {
    const sleep = (): Promise<never> => Promise.reject(new Error('aborted'))
    const persist = retrier({ limits: RETRY_LIMITS, now: () => 0, sleep, hurried: () => false })
    await expect(persist(failing(1, refusal('server')), true)).rejects.toMatchObject({ kind: 'server' })
  })

  test('a fault of our own is not retried', async () => {
    const { persist, waits } = bench()
    await expect(persist(failing(1, new TypeError('bug')), true)).rejects.toThrow('bug')
    expect(waits).toEqual([])
  })
})
