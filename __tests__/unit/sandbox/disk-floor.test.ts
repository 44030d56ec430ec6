import { describe, expect, test } from '@jest/globals'
import { diskFloor, watchDisk, type ReadSpace } from '../../../src/sandbox/disk-floor.ts'

const GIB = 1024 ** 3
const BLOCK = 4096

interface Disk {
  readonly bytes: number
  readonly free: number
  readonly files?: number
  readonly freeFiles?: number
}

function space({ bytes, free, files = 0, freeFiles = files }: Disk) {
  return { bsize: BLOCK, blocks: bytes / BLOCK, bavail: free / BLOCK, files, ffree: freeFiles }
}

/** What a disk that looks so at first, and so from then on, is short of. */
async function shortage(first: Disk, then: Disk = first): Promise<string | null> {
  let looked = 0
  const read: ReadSpace = () => Promise.resolve(space(looked++ === 0 ? first : then))
  const floor = await diskFloor(['/engine'], read)
  if (floor === null) throw new Error('the disk is not watched')
  return floor.shortage()
}

describe('the floor of the engine’s disk', () => {
  test.each<[name: string, disk: Disk, short: string | null]>([
    ['a gibibyte of a large one', { bytes: 100 * GIB, free: GIB }, null],
    [
      'a gibibyte of a large one, not kept',
      { bytes: 100 * GIB, free: GIB - BLOCK },
      'only 1 GiB are free on the engine’s disk, below its floor of 1 GiB',
    ],
    ['a twentieth of a small one', { bytes: 2 * GIB, free: GIB / 10 + BLOCK }, null],
    [
      'a twentieth of a small one, not kept',
      { bytes: 2 * GIB, free: 50 * 1024 ** 2 },
      'only 50 MiB are free on the engine’s disk, below its floor of 102 MiB',
    ],
    ['nothing of one that has no size', { bytes: 0, free: 0 }, null],
    ['50,000 files', { bytes: 100 * GIB, free: 2 * GIB, files: 16_000_000, freeFiles: 50_000 }, null],
    [
      '50,000 files, not kept',
      { bytes: 100 * GIB, free: 2 * GIB, files: 16_000_000, freeFiles: 49_999 },
      'only 49,999 more files fit on the engine’s disk, below its floor of 50,000',
    ],
    ['a twentieth of few files', { bytes: 100 * GIB, free: 2 * GIB, files: 1000, freeFiles: 50 }, null],
    ['no files of a system that does not count them', { bytes: 100 * GIB, free: 2 * GIB, files: 0 }, null],
  ])('is %s', async (_, disk, short) => {
    expect(await shortage(disk)).toBe(short)
  })

  test('is looked for on the first folder that can be looked at', async () => {
    const asked: string[] = []
    const read: ReadSpace = (path) => {
      asked.push(path)
      return path === '/hidden' ? Promise.reject(new Error('EACCES')) : Promise.resolve(space({ bytes: GIB, free: 0 }))
    }
    const floor = await diskFloor(['/hidden', '/engine', '/other'], read)
    expect(await floor?.shortage()).toMatch(/^only 0 B are free/)
    expect(asked).toEqual(['/hidden', '/engine', '/engine'])
    expect(await diskFloor(['/hidden'], read)).toBe(null)
    expect(await diskFloor([])).toBe(null)
    expect(await diskFloor(['/'])).not.toBe(null)
  })

  test('that can’t be read any more is no floor that holds', async () => {
    let looked = 0
    const read: ReadSpace = () =>
      looked++ === 0 ? Promise.resolve(space({ bytes: GIB, free: GIB })) : Promise.reject(new Error('EIO'))
    const floor = await diskFloor(['/engine'], read)
    expect(await floor?.shortage()).toBe('the free space of the engine’s disk can no longer be read')
  })
})

describe('the watch over it', () => {
  const answering = (answers: readonly (string | null)[]) => {
    const left = [...answers]
    return { shortage: () => Promise.resolve(left.shift() ?? null) }
  }

  test('tells once, and not before', async () => {
    const told: string[] = []
    const short = new Promise<void>((resolve) => {
      watchDisk(answering([null, null, 'full', 'full']), (shortage) => {
        told.push(shortage)
        resolve()
      })
    })
    await short
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(told).toEqual(['full'])
  })

  test('tells nothing once it is ended, nor of a disk that nobody can look at', async () => {
    const told: string[] = []
    const stop = watchDisk(answering(['full']), (shortage) => told.push(shortage))
    stop()
    watchDisk(null, (shortage) => told.push(shortage))()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(told).toEqual([])
  })
})
