import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { gitFiles } from '../../../src/sandbox/git-files.ts'
import { scrubCheckout } from '../../../src/sandbox/git-credentials.ts'
import { ScanBounds } from '../../../src/sandbox/scan-bounds.ts'
import { git, makeRepository, TempFolder } from '../../support/git.ts'

const TOKEN = 'ghs_plantedTokenOfTheJob'
const HEADER = `[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic ${Buffer.from(`x-access-token:${TOKEN}`).toString('base64')}\n`
const LOOSE = 'ab'.repeat(19)

let folder: TempFolder
let checkout: string

beforeEach(() => {
  folder = new TempFolder()
  checkout = folder.folder('repo')
  makeRepository(checkout)
})
afterEach(() => {
  folder.remove()
})

function put(path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(checkout, path)), { recursive: true })
  writeFileSync(join(checkout, path), text)
}

const scrub = () => {
  const port = {
    git: (args: readonly string[]) => new Promise<Buffer>((resolve) => resolve(Buffer.from(git(checkout, ...args)))),
    tempDir: folder.folder('temp'),
  }
  return scrubCheckout(port, checkout, [])
}

describe('which files are looked at', () => {
  test('those of git’s own stores are not', async () => {
    put(`.git/objects/ab/${LOOSE}`, 'x')
    put(`.git/objects/pack/pack-${'0'.repeat(40)}.pack`, 'x')
    const files = (await gitFiles(checkout, new ScanBounds())).map(({ path }) => path)
    expect(files).toContain('.git/config')
    expect(files.filter((file) => /objects\/(ab|pack)\//.test(file))).toEqual([])
  })

  test.each(['lfs', 'objects', 'index', 'shallow', 'a/b/lfs', 'a/b/objects', 'a/objects/ab', 'logs', 'refs/heads/x'])(
    'the configuration of a submodule that the branch calls %s is, and loses its credential',
    async (name) => {
      const config = `.git/modules/${name}/config`
      put(config, `[core]\n\tbare = false\n${HEADER}[remote "origin"]\n\turl = https://github.com/o/n\n`)
      const { scan, replacements } = await scrub()
      expect(scan.remaining).toEqual([])
      const cleaned = replacements.find((entry) => entry.name === config)?.content.toString()
      expect(cleaned).toContain('url = https://github.com/o/n')
      expect(cleaned).not.toMatch(/extraheader/i)
    },
  )

  test.each(['.bare', 'vendor/mirror.git', 'a/b/c/d'])('those of a repository that lies at %s are', async (place) => {
    for (const name of ['objects', 'refs']) mkdirSync(join(checkout, place, name), { recursive: true })
    put(`${place}/HEAD`, 'ref: refs/heads/main\n')
    put(`${place}/config`, HEADER)
    const { scan } = await scrub()
    expect(scan.scrubbed).toEqual([`${place}/config`])
    expect(scan.remaining).toEqual([])
  })

  test.each(['lfs/x', 'objects/ab', 'config', `objects/ab/${LOOSE}`])(
    'the reflog of a branch that is called %s is',
    async (branch) => {
      put('.git/modules/s/config', HEADER)
      put(`.git/logs/refs/heads/${branch}`, `0 1 A <a@b> 0 +0000\tclone: from https://x:${TOKEN}@github.com/o/n\n`)
      const { scan, replacements } = await scrub()
      expect(scan.remaining).toEqual([])
      const log = replacements.find((entry) => entry.name === `.git/logs/refs/heads/${branch}`)
      expect(log?.content.toString()).toContain('clone: from https://***@github.com/o/n')
    },
  )
})

describe('what can not be taken apart', () => {
  test('is told when it looks like a login', async () => {
    put('.git/modules/s/config', `this is no configuration\n${HEADER}`)
    put('.git/modules/t/config', 'nor is this\n')
    expect((await scrub()).scan.remaining).toEqual(['".git/modules/s/config"'])
  })

  test('is told when it is too long for a configuration', async () => {
    put('.git/modules/s/config', `${HEADER}${'#'.repeat(1024 * 1024)}\n`)
    expect((await scrub()).scan.remaining).toEqual(['".git/modules/s/config"'])
  })

  // A branch can make them so: by a URL in .gitmodules, by the name of a submodule.
  const HELPERS = [
    '[credential]\n\thelper = !f\n',
    '[core]\n\tsshCommand = sshpass -p x ssh\n',
    '[github]\n\ttoken = x\n',
  ]
  test.each(HELPERS)('is told of any setting that would be cleaned elsewhere: %j', async (setting) => {
    const url = `[submodule "s"]\n\turl = https://h.invalid/${'a'.repeat(1_100_000)}\n`
    put('.git/modules/s/config', url)
    expect((await scrub()).scan.remaining).toEqual([])
    put('.git/modules/s/config', url + setting)
    const odd = Buffer.concat([Buffer.from(`${checkout}/.git/modules/`), Buffer.from([0x63, 0xe9])])
    mkdirSync(odd)
    writeFileSync(Buffer.concat([odd, Buffer.from('/config')]), setting)
    expect([...(await scrub()).scan.remaining].sort()).toEqual([
      '".git/modules/c\ufffd/config"',
      '".git/modules/s/config"',
    ])
  })

  test('is told when its name is no UTF-8 and it would have to be changed', async () => {
    const place = Buffer.concat([Buffer.from(`${checkout}/.git/logs/`), Buffer.from([0xff])])
    writeFileSync(place, `https://x:${TOKEN}@github.com\n`)
    put('.git/modules/s/config', HEADER)
    expect((await scrub()).scan.remaining).toEqual(['".git/logs/\ufffd"'])
  })
})
