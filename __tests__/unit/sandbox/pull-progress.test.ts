import { PassThrough, Readable } from 'node:stream'
import { describe, expect, test } from '@jest/globals'
import { readPullProgress, type PullLimits } from '../../../src/sandbox/pull-progress.ts'

async function read(chunks: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = []
  await readPullProgress(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), (line) => lines.push(line))
  return lines
}

const line = (value: object): string => `${JSON.stringify(value)}\r\n`

describe('the progress of a pull', () => {
  test('is one line a layer and phase, not one a tick', async () => {
    const told = await read([
      line({ status: 'Pulling from library/node', id: '22' }),
      line({ status: 'Downloading', id: 'a1', progressDetail: { current: 1 } }),
      line({ status: 'Downloading', id: 'a1', progressDetail: { current: 2 } }),
      line({ status: 'Download complete', id: 'a1' }),
      line({ status: 'Digest: sha256:1' }),
    ])
    expect(told).toEqual([
      '22: Pulling from library/node',
      'a1: Downloading',
      'a1: Download complete',
      'Digest: sha256:1',
    ])
  })

  test('comes the same in any pieces', async () => {
    const text = line({ status: 'Übertragung', id: 'x' }) + line({ status: 'done' })
    const bytes = Buffer.from(text)
    const lines: string[] = []
    const source = Readable.from([...bytes].map((byte) => Buffer.from([byte])))
    await readPullProgress(source, (each) => lines.push(each))
    expect(lines).toEqual(['x: Übertragung', 'done'])
  })

  test.each([[[]], [['\r\n\r\n']], [[line({}), '\n']]])('may be empty: %j', async (chunks) => {
    expect(await read(chunks)).toEqual([])
  })
})

describe('a pull that failed', () => {
  test.each([
    ['in detail', { errorDetail: { message: 'manifest unknown' }, error: 'short' }, 'manifest unknown'],
    ['in short', { error: 'denied' }, 'denied'],
  ])('says so inside of an answer of 200, %s', async (_, message, words) => {
    const chunks = [line({ status: 'Pulling' }), line(message), line({ status: 'more' })]
    await expect(read(chunks)).rejects.toMatchObject({ call: 'pull image', message: `pull image: "${words}"` })
  })

  test('with what is no JSON', async () => {
    await expect(read(['<html>\n'])).rejects.toThrow('pull image: a web page in place of the engine')
    await expect(read([line({ status: 'x' }), '{"status"'])).rejects.toThrow('the progress is not JSON')
  })

  test('by a connection that breaks', async () => {
    const source = new PassThrough()
    const reading = readPullProgress(source, () => undefined)
    source.write(line({ status: 'Downloading' }))
    source.destroy(new Error('ECONNRESET'))
    await expect(reading).rejects.toThrow('ECONNRESET')
  })

  test('by a connection that is closed before its end', async () => {
    const source = new PassThrough()
    const reading = readPullProgress(source, () => undefined)
    source.write(line({ status: 'Downloading' }))
    source.destroy()
    await expect(reading).rejects.toThrow('the engine broke the connection')
  })
})

describe('a pull without an end', () => {
  const LIMITS: PullLimits = { silenceMs: 10_000, totalMs: 10_000, lineBytes: 1000, shownLines: 3 }
  /** As much as is asked for, with time in between. */
  const endless = (text: string) =>
    new Readable({
      read() {
        setTimeout(() => this.push(text), 1)
      },
    })

  test.each<[name: string, stream: () => Readable, limits: Partial<PullLimits>, why: RegExp]>([
    ['in one line', () => endless('x'.repeat(300)), {}, /^pull image: the answer has no end of line$/],
    [
      'in many lines',
      () => endless(line({ status: 'x' })),
      { totalMs: 50 },
      /^pull image: it takes more than an hour$/,
    ],
    ['in silence', () => new PassThrough(), { silenceMs: 50 }, /^pull image: no progress for 5 minutes$/],
  ])('%s', async (_, stream, limits, why) => {
    const source = stream()
    await expect(readPullProgress(source, () => undefined, { ...LIMITS, ...limits })).rejects.toThrow(why)
    expect(source.destroyed).toBe(true)
  })

  test('fills the log only so far', async () => {
    const shown: string[] = []
    const lines = Array.from({ length: 9 }, (_, n) => line({ status: String(n) }))
    await readPullProgress(Readable.from([Buffer.from(lines.join(''))]), (each) => shown.push(each), LIMITS)
    expect(shown).toEqual(['0', '1', '2'])
  })
})
