import { describe, expect, test } from '@jest/globals'
import { within, withinSilence } from '../../../src/sandbox/within.ts'

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

describe('with a limit to silence', () => {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  test('what is silent is late', async () => {
    await expect(withinSilence(30, late).watch(never)).rejects.toThrow('late')
  })

  test('what is alive may take longer, and its end counts', async () => {
    let tooLate = 0
    const silence = withinSilence(60, () => {
      tooLate += 1
      return late()
    })
    const work = async (): Promise<number> => {
      for (let n = 0; n < 20; n += 1) {
        silence.alive()
        await pause(5)
      }
      return 5
    }
    expect(await silence.watch(work())).toBe(5)
    silence.alive() // which sets no timer again
    await pause(80)
    expect(tooLate).toBe(0)
  })
})
