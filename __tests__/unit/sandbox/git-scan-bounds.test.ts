import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { scrubCheckout } from '../../../src/sandbox/git-credentials.ts'
import { holdsAny, readBounded } from '../../../src/sandbox/git-search.ts'
import { ScanBounds, SCAN_LIMITS, type ScanLimits } from '../../../src/sandbox/scan-bounds.ts'
import { git, makeRepository, TempFolder } from '../../support/git.ts'

const SECRET = 'secret-of-some-length'

let folder: TempFolder
let checkout: string
let calls: (readonly string[])[]
beforeEach(() => {
  folder = new TempFolder()
  checkout = folder.folder('repo')
  makeRepository(checkout)
  calls = []
})
afterEach(() => {
  folder.remove()
})

function put(path: string, text: string): void {
  mkdirSync(dirname(join(checkout, path)), { recursive: true })
  writeFileSync(join(checkout, path), text)
}

function scrub(limits: Partial<ScanLimits> = {}, now?: () => number) {
  const run = (args: readonly string[]) =>
    new Promise<Buffer>((resolve) => {
      calls.push(args)
      // Git would wait for them without end.
      if (args.some((arg) => /ptmx|pipe|zero|link/.test(arg))) throw new Error('no file')
      resolve(Buffer.from(git(checkout, ...args)))
    })
  const bounds = new ScanBounds({ ...SCAN_LIMITS, ...limits }, now)
  return scrubCheckout({ git: run, tempDir: folder.folder('temp') }, checkout, [SECRET], bounds)
}

const headers = (count: number) =>
  Array.from({ length: count }, (_, index) => `[http "u${String(index)}"]\n\textraheader = x\n`).join('')

describe('the scan starts', () => {
  test('as many processes for one key as for many', async () => {
    put('.git/modules/s/config', headers(1))
    await scrub()
    const few = calls.length
    calls = []
    put('.git/modules/s/config', headers(400))
    expect((await scrub()).scan.scrubbed).toEqual(['.git/modules/s/config'])
    expect(calls).toHaveLength(few)
  })

  test('none for settings that hold nothing of the kind', async () => {
    await scrub()
    const few = calls.length
    calls = []
    for (let index = 0; index < 30; index += 1) {
      put(`.git/modules/s${String(index)}/config`, '[remote "origin"]\n\turl = https://github.com/o/r\n')
    }
    await scrub()
    expect(calls).toHaveLength(few)
  })

  test('none for an include that is no file, or that is too long', async () => {
    execFileSync('mkfifo', [join(folder.path, 'pipe')])
    folder.write('long', '#'.repeat(1024 * 1024 + 1))
    symlinkSync('/dev/ptmx', join(folder.path, 'link'))
    // Under a condition that never holds: git itself would wait for the pipe.
    for (const path of [
      '/dev/ptmx',
      '//dev/ptmx',
      '/dev/zero',
      ...['pipe', 'link', 'long'].map((name) => join(folder.path, name)),
    ]) {
      git(checkout, 'config', '--add', 'includeIf.gitdir:/nowhere/.path', path)
    }
    const own = calls.length
    expect((await scrub()).scan.scrubbed).toEqual(['.git/config'])
    const read = calls.slice(own).flatMap((args) => args.filter((arg) => arg.startsWith('/')))
    expect(read.filter((path) => /ptmx|pipe|link|zero|long/.test(path))).toEqual([])
  })
})

describe('what lies beyond a bound is told', () => {
  test.each<[what: keyof ScanLimits, most: number, words: string]>([
    ['entries', 10, 'entries of folders'],
    ['bytes', 1_000, 'bytes to read'],
    ['processes', 3, 'git processes'],
    ['kept', 10, 'bytes to change'],
  ])('%s', async (what, most, words) => {
    put('.git/modules/s/config', `${headers(1)}[user]\n\tname = somebody\n`)
    const { scan } = await scrub({ [what]: most })
    expect(scan.remaining).toEqual([expect.stringContaining(`more ${words} than a scan takes`)])
  })

  test('time', async () => {
    let now = 0
    const { scan } = await scrub({ ms: 20 }, () => (now += 1))
    expect(scan.remaining).toEqual([expect.stringContaining('more time than a scan takes')])
  })

  test('secrets of the job’s own settings', async () => {
    for (let index = 0; index < 40; index += 1) {
      const name = `r${String(index)}`
      execFileSync(
        'sh',
        ['-c', `printf '[remote "${name}"]\\n\\turl = https://x:${SECRET}${name}@h/r\\n' >>.git/config`],
        {
          cwd: checkout,
        },
      )
    }
    expect((await scrub()).scan.remaining).toEqual(['more credentials or includes in .git/config than are looked for'])
  })

  test('a file whose path is too long, without its name', async () => {
    const build = [
      'import os',
      'os.makedirs(".git/x"); os.chdir(".git/x")',
      'while len(os.getcwd()) < 3850: os.mkdir("d" * 200); os.chdir("d" * 200)',
      'open("f" * 250, "w").close()',
    ]
    execFileSync('python3', ['-c', build.join('\n')], { cwd: checkout })
    const { scan } = await scrub()
    expect(scan.remaining).toEqual(['git folders beyond the bounds of the scan (a path that is too long)'])
  })

  test('nothing of it in an ordinary repository, with the sample hooks', async () => {
    const { scan } = await scrub()
    expect(scan).toMatchObject({ hasOwnConfig: true, scrubbed: [], remaining: [] })
    expect(scan.scannedFiles).toBeGreaterThan(10)
  })
})

describe('a file is looked through', () => {
  test.each([0, 1024 * 1024 - 5, 1024 * 1024, 3 * 1024 * 1024 - 1])('a piece at a time: a secret at %d', async (at) => {
    const place = Buffer.from(folder.write('long', `${'n'.repeat(at)}${SECRET}${'n'.repeat(100)}`))
    expect(await holdsAny(place, [Buffer.from('other'), Buffer.from(SECRET)], new ScanBounds())).toBe(true)
    expect(await holdsAny(place, [Buffer.from(`${SECRET}x`)], new ScanBounds())).toBe(false)
  })

  test('and never waited for: a pipe in its place is no file', async () => {
    execFileSync('mkfifo', [join(folder.path, 'pipe')])
    const place = Buffer.from(join(folder.path, 'pipe'))
    expect(await holdsAny(place, [Buffer.from(SECRET)], new ScanBounds())).toBe(false)
    expect(await readBounded(place, 100, new ScanBounds())).toBeNull()
  })
})
