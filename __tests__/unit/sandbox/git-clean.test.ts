import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { readSettings, writeSettings } from '../../../src/sandbox/git-config-text.ts'
import { scrubCheckout } from '../../../src/sandbox/git-credentials.ts'
import { findMountedCredential } from '../../../src/sandbox/mount-credentials.ts'
import { ScanBounds, SCAN_LIMITS } from '../../../src/sandbox/scan-bounds.ts'
import { scrubLog, scrubText } from '../../../src/sandbox/git-text.ts'
import { commit, git, makeRepository, TempFolder } from '../../support/git.ts'

const TOKEN = 'ghs_plantedTokenOfTheJob'
const OTHER = 'glpat-AnotherTokenOfAHost'
const ID = 'ab'.repeat(20)

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

const port = () => ({
  git: (args: readonly string[]) =>
    new Promise<Buffer>((resolve) => {
      resolve(Buffer.from(git(checkout, ...args)))
    }),
  tempDir: folder.folder('temp'),
})

describe('a file of settings that is written anew', () => {
  test('says the same to git, whatever stands in it', async () => {
    const odd = [
      '# no comment; at all',
      ' blanks ',
      '"quoted" \\ back',
      'line\nend\ttab',
      '',
      'a  b',
      '=x',
      'ü',
      '$(x)',
    ]
    odd.forEach((value, index) => git(checkout, 'config', `alias.a${String(index)}`, value))
    git(checkout, 'config', 'url.https://h/with "quotes" \\ and ].insteadof', 'x')
    writeFileSync(join(checkout, '.git/config'), '[core] bare\n[Old.Style]\nName = 1 # said\n', { flag: 'a' })
    const { git: run, tempDir } = port()
    const settings = (await readSettings(run, join(checkout, '.git/config'))) ?? []
    expect(settings).toContainEqual({ key: 'core.bare', value: null })
    expect(settings).toContainEqual({ key: 'old.style.name', value: '1' })
    const text = await writeSettings(run, tempDir, settings)
    writeFileSync(join(folder.path, 'again'), text ?? '')
    expect(text).not.toBeNull()
    expect(await readSettings(run, join(folder.path, 'again'))).toEqual(settings)
  })

  test('is given up when git reads it otherwise', async () => {
    const { git: run, tempDir } = port()
    expect(await writeSettings(run, tempDir, [{ key: 'a.b\n[c', value: 'x' }])).toBeNull()
  })
})

describe('logins in texts', () => {
  test.each([
    ['https://x:pw@h/r', 'https://***@h/r'],
    ['clone: from https://name@h/r', 'clone: from https://***@h/r'],
    ['ssh://git@h/r', 'ssh://git@h/r'],
    ['ssh://git:pw@h/r', 'ssh://***@h/r'],
    ['git@github.com:o/r', 'git@github.com:o/r'],
    ['https://h/r?private_token=abc&x=1', 'https://h/r?private_token=***&x=1'],
    ['extraheader = AUTHORIZATION: basic abc', 'extraheader = ***'],
    ['Authorization: Bearer abc', 'Authorization: Bearer ***'],
    ['PRIVATE-TOKEN: abc', 'PRIVATE-TOKEN: ***'],
    [`so ${TOKEN} is`, 'so *** is'],
  ])('%s', (before, after) => {
    expect(scrubText(before, [TOKEN])).toBe(after)
    expect(scrubText(after, [TOKEN])).toBe(after)
  })

  test('in a log, the names of objects and of people stay, whatever is a secret', () => {
    const line = `${ID} ${ID} A <https://x:y@h> 0 +0000\tto ${ID} from https://x:y@h\n`
    expect(scrubLog(line, [ID])).toBe(`${ID} ${ID} A <https://x:y@h> 0 +0000\tto *** from https://***@h\n`)
  })
})

describe('credentials in a git folder', () => {
  test('are gone from every file that may hold one', async () => {
    const put = (name: string, text: string) => folder.write(`repo/.git/${name}`, text)
    put('creds/store', 'not named as text: a folder')
    put('credentials', `https://x-access-token:${OTHER}@github.com\n`)
    put('store', `https://x-access-token:${OTHER}@github.com\n`)
    git(checkout, 'config', 'credential.helper', `store --file ${checkout}/.git/store`)
    put('remotes/up', `URL: https://x-access-token:${OTHER}@h/r\nPull: refs/heads/main\n`)
    put('branches/up', `https://x-access-token:${OTHER}@h/r\n`)
    put('FETCH_HEAD', `${ID}\t\tbranch 'main' of https://x-access-token:${OTHER}@h/r\n`)
    put('config.bak', `[http]\n extraheader = AUTHORIZATION: basic ${OTHER}\n`)
    for (const key of ['github.token', 'sendemail.smtpPass', 'gitlab.oauth-token']) git(checkout, 'config', key, OTHER)
    git(checkout, 'config', 'remote.y.url', `https://h/r?private_token=${OTHER}`)
    const { scan, replacements } = await scrubCheckout(port(), checkout, [])
    expect(scan.remaining).toEqual([])
    expect([...scan.scrubbed].sort()).toEqual(
      ['FETCH_HEAD', 'branches/up', 'config', 'config.bak', 'credentials', 'remotes/up', 'store'].map(
        (name) => `.git/${name}`,
      ),
    )
    expect(replacements.map(({ content }) => content.toString()).join('')).not.toContain(OTHER)
    expect(replacements.find(({ name }) => name === '.git/store')?.content).toHaveLength(0)
  })

  test('are told where a helper keeps them in the checkout, but outside of it, or in a file of git’s own', async () => {
    folder.write('repo/.git-credentials', `https://x:${OTHER}@h\n`)
    git(checkout, 'config', 'credential.helper', 'store --file=.git-credentials')
    git(checkout, 'config', 'credential.https://h.helper', `store --file "${checkout}/.git/index"`)
    expect([...(await scrubCheckout(port(), checkout, [])).scan.remaining].sort()).toEqual([
      '".git-credentials"',
      '".git/index"',
    ])
  })
})

describe('a mount', () => {
  const header = `AUTHORIZATION: basic ${Buffer.from(`x-access-token:${TOKEN}`).toString('base64')}`
  const look = async (source = checkout, bounds?: ScanBounds) =>
    (await findMountedCredential(port(), source, [TOKEN], bounds)).first

  test('of a checkout that holds none is fine, and so is an include of a file elsewhere', async () => {
    git(checkout, 'config', `includeIf.gitdir:${checkout}/.git.path`, '/runner/temp/git-credentials.config')
    git(checkout, 'config', 'url.https://github.com/.insteadOf', 'git@github.com:')
    expect(await findMountedCredential(port(), checkout, [TOKEN])).toEqual({ first: null, unread: [], complete: true })
    expect(await look('/nonexistent/x')).toBeNull()
  })

  test.each(['.', '.git', '.git/config', '..'])(
    'of %s of one with the header of actions/checkout is told',
    async (place) => {
      git(checkout, 'config', 'http.https://github.com/.extraheader', header)
      expect(await look(join(checkout, place))).toMatch(/config$/)
    },
  )

  test('of a bare repository, too; in a folder of a commit that looks like one, only the token', async () => {
    const bare = folder.folder('bare')
    git(bare, 'init', '-q', '--bare')
    git(bare, 'config', 'remote.x.url', `https://x:${OTHER}@h/r`)
    expect(await look(bare)).toBe('config')
    const fixture = { 'f.git/HEAD': 'x', 'f.git/objects/x': 'x', 'f.git/refs/x': 'x' }
    commit(checkout, { ...fixture, 'f.git/config': `[remote "x"]\n\turl = https://x:${OTHER}@h/r\n` })
    expect(await look()).toBeNull()
    commit(checkout, { 'f.git/config': `[remote "x"]\n\turl = https://x:${TOKEN}@h/r\n` })
    expect(await look()).toBe('f.git/config')
  })

  test('with the token anywhere in its git folder, or with more than can be looked through', async () => {
    folder.write('repo/.git/info/note', Buffer.from(`x:${TOKEN}`).toString('base64'))
    expect(await look()).toBe('.git/info/note')
    const bounds = new ScanBounds({ ...SCAN_LIMITS, entries: 5 })
    expect(await findMountedCredential(port(), checkout, [TOKEN], bounds)).toMatchObject({
      first: null,
      complete: false,
    })
  })
})
