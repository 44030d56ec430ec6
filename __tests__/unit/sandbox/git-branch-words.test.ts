import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { scrubCheckout } from '../../../src/sandbox/git-credentials.ts'
import { commit, git, makeRepository, TempFolder } from '../../support/git.ts'

const TOKEN = 'ghs_plantedTokenOfTheJob'
const STRUCK = 'README.generated-by-the-build'

let folder: TempFolder
let checkout: string
let base: string
beforeEach(() => {
  folder = new TempFolder()
  checkout = folder.folder('repo')
  base = makeRepository(checkout)
})
afterEach(() => {
  folder.remove()
})

function put(path: string, text: string): void {
  mkdirSync(dirname(join(checkout, path)), { recursive: true })
  writeFileSync(join(checkout, path), text)
}

function scrub(known: readonly string[] = []) {
  const run = (args: readonly string[]) =>
    new Promise<Buffer>((resolve) => {
      resolve(Buffer.from(git(checkout, ...args)))
    })
  return scrubCheckout({ git: run, tempDir: folder.folder('temp') }, checkout, known)
}

/** Addresses that make a secret of a file's name and of a commit's. */
const bait = (section: string) =>
  [STRUCK, base]
    .map((secret, index) => `[${section} "r${String(index)}"]\n\turl = https://x:${secret}@h/r.git\n`)
    .join('')

const bare = (path: string, config: string) => ({
  [`${path}/HEAD`]: 'ref: refs/heads/main\n',
  [`${path}/objects/x`]: 'x',
  [`${path}/refs/x`]: 'x',
  [`${path}/config`]: config,
})

/** References and a reflog that name what the branch would like to be struck out. */
function baited(): void {
  commit(checkout, { [STRUCK]: 'out of date\n' })
  git(checkout, 'update-ref', 'refs/remotes/origin/main', base)
  git(checkout, 'pack-refs', '--all')
  git(checkout, '-c', 'core.logAllRefUpdates=always', 'update-ref', '-m', `to ${STRUCK}`, 'refs/heads/x', base)
}

describe('what a branch can write makes nothing a secret', () => {
  test('the settings of a folder of its commit, which stay as they are', async () => {
    baited()
    commit(checkout, bare('fixtures/f.git', bait('remote')))
    expect((await scrub()).scan).toMatchObject({ scrubbed: [], remaining: [] })
  })

  test('addresses of submodules: cleaned where they stand, and nowhere else', async () => {
    baited()
    git(checkout, 'config', 'submodule.s.url', `https://x:${STRUCK}@h/r.git`)
    git(checkout, 'config', 'submodule.t.url', `https://x:${base}@h/r.git`)
    const { scan, replacements } = await scrub()
    expect(scan).toMatchObject({ scrubbed: ['.git/config'], remaining: [] })
    expect(replacements[0]?.content.toString()).toContain('url = https://h/r.git')
  })

  test('settings of a submodule, of a nested checkout and of a bare clone that is not committed', async () => {
    baited()
    put('.git/modules/s/config', bait('remote'))
    makeRepository(join(checkout, 'nested'))
    put('nested/.git/config', bait('remote'))
    for (const [path, text] of Object.entries(bare('mirror.git', bait('remote')))) put(path, text)
    const { scan } = await scrub()
    expect(scan.remaining).toEqual([])
    expect([...scan.scrubbed].sort()).toEqual(['.git/modules/s/config', 'mirror.git/config', 'nested/.git/config'])
  })

  test('a file of the checkout that the job’s own settings include', async () => {
    baited()
    commit(checkout, { '.gitconfig': bait('remote') })
    for (const path of ['../.gitconfig', join(checkout, '.gitconfig')])
      git(checkout, 'config', '--add', 'include.path', path)
    expect((await scrub()).scan).toMatchObject({ scrubbed: ['.git/config'], remaining: [] })
  })

  test('the name of a branch, and what Git LFS notes', async () => {
    baited()
    git(checkout, 'config', `lfs.https://x:${STRUCK}@h/.access`, 'basic')
    git(checkout, 'config', `branch.${STRUCK}.token`, STRUCK)
    expect((await scrub()).scan).toMatchObject({ scrubbed: ['.git/config'], remaining: [] })
  })

  test('nor do submodules that are called HEAD, objects and refs: what the job left in them goes', async () => {
    const header = '[http "https://h/"]\n\textraheader = AUTHORIZATION: basic eDpzZWNyZXQ=\n'
    const places = ['HEAD', 'objects', 'refs/a/b/c/d'].map((name) => `.git/modules/${name}/config`)
    for (const place of places) put(place, header)
    expect((await scrub()).scan).toMatchObject({ scrubbed: places, remaining: [] })
  })

  test('nor does a branch whose name makes its references look like a repository', async () => {
    baited()
    for (const name of ['HEAD', 'objects/x', 'refs/x', 'config', 'logs/HEAD', 'remotes/x']) {
      git(checkout, 'update-ref', `refs/heads/y/${name}`, base)
    }
    git(checkout, 'config', 'remote.origin.url', `https://${base}@h/r.git`)
    const { scan } = await scrub()
    expect(scan.scrubbed).toEqual(['.git/config'])
    expect(scan.remaining).toEqual(expect.arrayContaining(['".git/packed-refs"', '".git/refs/heads/y/config"']))
  })
})

describe('a secret of the job', () => {
  test('is never struck out of what git needs byte by byte: the file is named', async () => {
    commit(checkout, { [`${TOKEN}.txt`]: 'x' })
    git(checkout, 'config', 'remote.origin.url', `https://x:${TOKEN}@h/r.git`)
    put('.git/hooks/pre-push', `#!/bin/sh\ncurl -H "Authorization: Bearer ${TOKEN}" h\n`)
    const before = readFileSync(join(checkout, '.git/index'))
    const { scan, replacements } = await scrub()
    expect([...scan.remaining].sort()).toEqual(['".git/hooks/pre-push"', '".git/index"'])
    expect(replacements.map(({ name }) => name)).toEqual(['.git/config'])
    expect(readFileSync(join(checkout, '.git/index')).equals(before)).toBe(true)
  })

  test('goes from the texts of logs, and never from the names of objects in them', async () => {
    git(checkout, 'config', 'remote.origin.url', `https://${base}@h/r.git`)
    put('.git/FETCH_HEAD', `${base}\t\tbranch 'main' of https://${base}@h/r\n`)
    const { scan, replacements } = await scrub()
    expect(replacements.find(({ name }) => name === '.git/FETCH_HEAD')).toBeUndefined()
    expect(scan.remaining).toContain('".git/FETCH_HEAD"')
  })

  test('that stands in a file of the commit, in a folder that looks like git’s, is told and not taken out', async () => {
    commit(checkout, bare('fixtures/f.git', `[remote "x"]\n\turl = https://x:${TOKEN}@h/\n`))
    expect((await scrub([TOKEN])).scan).toMatchObject({ scrubbed: [], remaining: ['"fixtures/f.git/config"'] })
  })

  test('is found in base64 and percent-encoded', async () => {
    put('.git/description', Buffer.from(`x-access-token:${TOKEN}`).toString('base64'))
    put('.git/info/x', encodeURIComponent(`${TOKEN}/+`))
    expect([...(await scrub([TOKEN])).scan.remaining].sort()).toEqual(['".git/description"', '".git/info/x"'])
    expect((await scrub([`${TOKEN}/+`])).scan.remaining).toContain('".git/info/x"')
  })
})

describe('a folder that only looks like git’s', () => {
  test('and is partly committed: what is not committed is cleaned', async () => {
    commit(checkout, bare('a/f.git', '[core]\n\tbare = true\n'))
    put('a/f.git/config.worktree', `[http]\n\textraheader = Authorization: Bearer ${TOKEN}\n`)
    expect((await scrub()).scan).toMatchObject({ scrubbed: ['a/f.git/config.worktree'], remaining: [] })
  })

  test('does not hide a checkout inside of it', async () => {
    commit(checkout, bare('a', '[core]\n\tbare = true\n'))
    makeRepository(join(checkout, 'a/real'))
    git(join(checkout, 'a/real'), 'config', 'http.extraheader', `Authorization: Bearer ${TOKEN}`)
    expect((await scrub()).scan).toMatchObject({ scrubbed: ['a/real/.git/config'], remaining: [] })
  })

  test('and is committed in a submodule: stays as it is', async () => {
    makeRepository(join(checkout, 'sub'))
    commit(join(checkout, 'sub'), bare('f.git', bait('remote')))
    expect((await scrub()).scan).toMatchObject({ scrubbed: [], remaining: [] })
  })

  test('is one when the working tree’s own .git leads to it', async () => {
    git(checkout, 'config', 'remote.origin.url', `https://x:${TOKEN}@h/r.git`)
    git(folder.path, 'init', '-q', '--separate-git-dir', join(checkout, '.bare'), checkout)
    put('.bare/description', `mine: ${TOKEN}`)
    expect((await scrub()).scan).toMatchObject({ scrubbed: ['.bare/config'], remaining: ['".bare/description"'] })
  })
})
