import { execFileSync, spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, symlinkSync } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { collect } from '../../../src/sandbox/collect.ts'
import { packTar, readSingleFile, type TarEntry } from '../../../src/sandbox/tar.ts'
import { TempFolder } from '../../support/git.ts'

let folder: TempFolder
beforeEach(() => {
  folder = new TempFolder()
})
afterEach(() => {
  folder.remove()
})

/** An archive by GNU tar of what lies in the folder. */
const tarOf = (...names: readonly string[]): Buffer =>
  execFileSync('tar', ['-C', folder.path, '-cf', '-', ...names], { maxBuffer: 64 * 1024 * 1024 })
const read = async (archive: Buffer, limit = 1000): Promise<string | null> => {
  const bytes = await readSingleFile(Readable.from([archive]), limit)
  return bytes === null ? null : bytes.toString()
}

describe('the one file of an archive', () => {
  test.each([
    ['text', 'hello\n'],
    ['nothing', ''],
    ['as much as is allowed', 'x'.repeat(1000)],
  ])('%s', async (_, content) => {
    folder.write('f', content)
    expect(await read(tarOf('f'))).toBe(content)
  })

  test('in any pieces', async () => {
    folder.write('f', 'content')
    const pieces = Array.from(tarOf('f'), (byte) => Buffer.from([byte]))
    expect(String(await readSingleFile(Readable.from(pieces), 100))).toBe('content')
  })

  test('is the first; more of them are not read', async () => {
    folder.write('a', 'first')
    folder.write('b', 'x'.repeat(100_000))
    expect(await read(tarOf('a', 'b'))).toBe('first')
    expect(await read(tarOf('b', 'a'))).toBeNull()
  })

  const others: readonly (readonly [string, () => readonly string[]])[] = [
    ['a link', () => (symlinkSync('/etc/passwd', join(folder.path, 'f')), ['f'])],
    ['a folder', () => (mkdirSync(join(folder.path, 'f')), ['f'])],
    ['a FIFO', () => (execFileSync('mkfifo', [join(folder.path, 'f')]), ['f'])],
    ['one byte too much', () => (folder.write('f', 'x'.repeat(1001)), ['f'])],
    ['a sparse giant', () => (execFileSync('truncate', ['-s', '1G', join(folder.path, 'f')]), ['--sparse', 'f'])],
  ]
  test.each(others)('is none: %s', async (_, make) => {
    expect(await read(tarOf(...make()))).toBeNull()
  })

  test('is none: a hard link', async () => {
    folder.write('a', 'x')
    linkSync(join(folder.path, 'a'), join(folder.path, 'f'))
    const both = tarOf('a', 'f')
    // The second entry alone, as an archive of its own: a link to a name that is not there.
    expect(await read(both.subarray(1024))).toBeNull()
  })
})

describe('a broken archive', () => {
  const broken = (bytes: Buffer) => expect(readSingleFile(Readable.from([bytes]), 1_000_000)).rejects

  test.each([0, 512, 1024])(
    'of %d bytes without an entry: of what is not there the engine sends none',
    async (size) => {
      await broken(Buffer.alloc(size)).toThrow('the archive is empty')
    },
  )

  test('that ends inside of its file', async () => {
    folder.write('f', 'x'.repeat(10_000))
    await broken(tarOf('f').subarray(0, 3000)).toThrow()
  })

  test('that is none', async () => {
    await broken(Buffer.alloc(2048, 'x')).toThrow()
  })

  test('whose stream breaks', async () => {
    folder.write('f', 'x'.repeat(10_000))
    for (const error of [new Error('ECONNRESET'), undefined]) {
      const source = new PassThrough()
      const reading = readSingleFile(source, 1_000_000)
      source.write(tarOf('f').subarray(0, 3000))
      setImmediate(() => source.destroy(error))
      await expect(reading).rejects.toThrow(error?.message ?? 'the archive broke off')
    }
  })
})

test('what is packed is what GNU tar unpacks', async () => {
  const mtime = new Date('2026-01-02T03:04:05Z')
  const long = `${'d'.repeat(90)}/${'f'.repeat(90)}`
  const file: TarEntry = {
    name: 'etc/passwd',
    type: 'file',
    mode: 0o640,
    uid: 0,
    gid: 0,
    mtime,
    content: Buffer.from('ü\n'),
  }
  const entries: readonly TarEntry[] = [
    { ...file, name: 'etc', type: 'directory', mode: 0o755, content: Buffer.alloc(0) },
    file,
    { ...file, name: long, content: Buffer.alloc(0) },
    { ...file, name: 'ünïcode', uid: 1001, gid: 121, content: Buffer.from('x') },
  ]
  const archive = await collect(packTar(entries), 1_000_000)
  const { stdout, status } = spawnSync(
    'tar',
    ['-tvf', '-', '--numeric-owner', '--full-time', '--utc', '--quoting-style=literal'],
    {
      input: archive,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    },
  )
  expect(status).toBe(0)
  expect(
    stdout
      .trim()
      .split('\n')
      .map((row) => row.replace(/\s+/g, ' ')),
  ).toEqual([
    'drwxr-xr-x 0/0 0 2026-01-02 03:04:05 etc',
    '-rw-r----- 0/0 3 2026-01-02 03:04:05 etc/passwd',
    `-rw-r----- 0/0 0 2026-01-02 03:04:05 ${long}`,
    '-rw-r----- 1001/121 1 2026-01-02 03:04:05 ünïcode',
  ])
})
