import { describe, expect, test } from '@jest/globals'
import { within } from '../../../src/sandbox/within.ts'

const late = () => new Error('late')
const never = new Promise<never>(() => undefined)

describe('within its time', () => {
  test.each<[name: string, promise: () => Promise<unknown>, settled: unknown]>([
    ['a value', () => Promise.resolve(5), { value: 5 }],
    ['an error', () => Promise.reject(new Error('own')), { error: 'own' }],
    ['nothing', () => never, { error: 'late' }],
  ])('%s', async (_, promise, settled) => {
    const outcome = await within(promise(), 30, late).then(
      (value) => ({ value }),
      (error: unknown) => ({ error: (error as Error).message }),
    )
    expect(outcome).toEqual(settled)
  })

  test('leaves no timer that would keep the process alive', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const before = timers()
    await within(Promise.resolve(5), 600_000, late)
    expect(timers()).toBe(before)
  })
})
