import { describe, expect, test } from '@jest/globals'
import { withDefaults } from '../../../src/plan/input-table.ts'
import { checkOutputTotal, parseLimits, scratchBudget } from '../../../src/plan/limits.ts'
import { Problems } from '../../../src/plan/problems.ts'
import { GIB, MIB } from '../../../src/plan/size.ts'
import { problemsOf } from './given.ts'

function limits(inputs: Readonly<Record<string, string>>, machineCpus = 8) {
  const problems = new Problems()
  const value = parseLimits(
    withDefaults((name) => inputs[name] ?? ''),
    machineCpus,
    problems,
  )
  return { value, problems: problemsOf(problems).map(({ input, expected, got }) => `${input}: ${expected} / ${got}`) }
}

describe('limits', () => {
  test('have defaults for a hosted runner', () => {
    expect(limits({}).value).toEqual({
      memoryBytes: 4 * GIB,
      cpus: 2,
      pidsLimit: 1024,
      tmpBytes: GIB,
      shmBytes: GIB,
      fileBytes: 4 * GIB,
      outputBytes: MIB,
    })
  })

  test('ask for no more CPUs than there are, unless told', () => {
    expect(limits({}, 1).value?.cpus).toBe(1)
    expect(limits({ cpus: '3.5' }, 1).value?.cpus).toBe(3.5)
  })

  test.each([
    ['memory', '16m', 'memoryBytes', 16 * MIB],
    ['pids-limit', '32', 'pidsLimit', 32],
    ['file-size', '4k', 'fileBytes', 4096],
    ['output-limit', '5MiB', 'outputBytes', 5 * MIB],
    ['tmp-size', '100m', 'tmpBytes', 100 * MIB],
    ['shm-size', '200m', 'shmBytes', 200 * MIB],
  ])('%s: %s', (name, text, field, value) => {
    expect(limits({ [name]: text })).toMatchObject({ value: { [field]: value }, problems: [] })
  })

  test.each([
    ['memory', '8m', 'a size such as 512m or 2GiB, from 16MiB to 4TiB'],
    ['memory', '-1', 'a size such as 512m or 2GiB, from 16MiB to 4TiB'],
    ['memory', '5t', 'a size such as 512m or 2GiB, from 16MiB to 4TiB'],
    ['memory', 'lots', 'a size such as 512m or 2GiB, from 16MiB to 4TiB'],
    ['cpus', '0', 'a number from 0.01 to 1024 with at most three decimals'],
    ['pids-limit', '0', 'a whole number from 16 to 4194304'],
    ['pids-limit', '-1', 'a whole number from 16 to 4194304'],
    ['file-size', '0', 'a size such as 512m or 2GiB, from 4KiB to 16TiB'],
    ['output-limit', '65m', 'a size such as 512m or 2GiB, from 1KiB to 64MiB'],
    ['tmp-size', '1k', 'a size such as 512m or 2GiB, from 64KiB to 4TiB'],
    ['shm-size', 'x', 'a size such as 512m or 2GiB, from 64KiB to 4TiB'],
  ])('%s: %s is refused', (name, text, expected) => {
    expect(limits({ [name]: text })).toEqual({ value: null, problems: [`${name}: ${expected} / "${text}"`] })
  })

  test('are all told at once', () => {
    const { problems } = limits({ memory: 'a', cpus: 'b', 'pids-limit': 'c', 'tmp-size': 'd', 'file-size': 'e' })
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'memory',
      'cpus',
      'pids-limit',
      'file-size',
      'tmp-size',
    ])
  })
})

describe('what is memory inside (/tmp, HOME, /dev/shm)', () => {
  test.each([
    [{ memory: '256m' }, 64 * MIB, 64 * MIB],
    [{ memory: '1g' }, 256 * MIB, 256 * MIB],
    [{ memory: '1g', 'tmp-size': '300m' }, 300 * MIB, 168 * MIB],
    [{ memory: '1g', 'tmp-size': '10m' }, 10 * MIB, 256 * MIB],
    [{ memory: '1g', 'shm-size': '512m' }, 128 * MIB, 512 * MIB],
    [{ memory: '1g', 'shm-size': '64m' }, 256 * MIB, 64 * MIB],
    [{ memory: '1g', 'tmp-size': '300m', 'shm-size': '168m' }, 300 * MIB, 168 * MIB],
    [{ memory: '16m' }, 4 * MIB, 4 * MIB],
  ])('%j', (inputs, tmpBytes, shmBytes) => {
    expect(limits(inputs)).toMatchObject({ value: { tmpBytes, shmBytes }, problems: [] })
  })

  test.each(['16m', '17m', '100000001', '333333333', '1g', '4g'])(
    'leaves a quarter of %s to processes, so that a full one is "no space" and no kill',
    (memory) => {
      const { value } = limits({ memory })
      expect(value).not.toBeNull()
      const spent = 2 * value!.tmpBytes + value!.shmBytes
      expect(spent).toBeLessThanOrEqual(scratchBudget(value!.memoryBytes))
      expect(value!.memoryBytes - spent).toBeGreaterThanOrEqual(value!.memoryBytes / 4)
    },
  )

  const most = 'twice tmp-size plus shm-size of at most 768MiB, three quarters of the memory'
  test.each([
    [{ memory: '1g', 'tmp-size': '384m' }, `tmp-size: ${most} / "384m"`],
    [{ memory: '1g', 'tmp-size': '1g' }, `tmp-size: ${most} / "1g"`],
    [{ memory: '1g', 'shm-size': '768m' }, `shm-size: ${most} / "768m"`],
    [{ memory: '1g', 'tmp-size': '300m', 'shm-size': '169m' }, `tmp-size and shm-size: ${most} / "300m" and "169m"`],
  ])('%j is too much', (inputs, problem) => {
    expect(limits(inputs)).toEqual({ value: null, problems: [problem] })
  })
})

test('the output of all steps fits one report', () => {
  const told = (outputBytes: number, steps: number) => {
    const problems = new Problems()
    checkOutputTotal(outputBytes, steps, problems)
    return problemsOf(problems).map(({ input, expected, got }) => `${input}: ${expected} / ${got}`)
  }
  expect(told(MIB, 256)).toEqual([])
  expect(told(64 * MIB, 4)).toEqual([])
  expect(told(64 * MIB, 5)).toEqual(['output-limit: at most 256MiB over all steps / 5 steps with 64MiB each'])
})
