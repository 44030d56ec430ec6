import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { readChanges } from '../../../src/plan/checkout-changes.ts'
import { commit, git, makeRepository, TempFolder } from '../../support/git.ts'
import { gitTools } from './git-tools.ts'

const NONE = { count: 0, first: [] }

let temp: TempFolder
let repo: string

beforeEach(() => {
  temp = new TempFolder()
  repo = join(temp.path, 'repo')
  makeRepository(repo)
  commit(repo, { 'a.sh': 'echo 1\n', 'b.sh': 'echo 2\n', '.gitignore': 'ignored\nnode_modules/\n*.o\n' })
})
afterEach(() => temp.remove())

const read = () => readChanges(gitTools(temp), repo, git(repo, 'rev-parse', 'HEAD'))
const write = (name: string, text: string) => temp.write(`repo/${name}`, text)
const set = (name: string, value: string) => git(repo, 'config', name, value)

/** Same size, same modification time: only content, or the time of the last change of the inode, tells. */
function changeQuietly(name: string): void {
  const { atime, mtime } = statSync(join(repo, name))
  writeFileSync(join(repo, name), readFileSync(join(repo, name), 'utf8').replace('echo', 'ehco'))
  utimesSync(join(repo, name), atime, mtime)
}

/** git as everybody starts it says that nothing changed: the disguise is a real one. */
function expectDisguised(): void {
  expect(git(repo, 'status', '--porcelain')).toBe('')
}

describe('a changed file is counted, whatever the index says', () => {
  test.each([
    ['assume-unchanged', () => git(repo, 'update-index', '--assume-unchanged', 'a.sh')],
    ['skip-worktree', () => git(repo, 'update-index', '--skip-worktree', 'a.sh')],
    [
      'skip-worktree in a sparse checkout that expects such files',
      () => {
        git(repo, 'sparse-checkout', 'set', '--no-cone', '/*', '!/a.sh')
        set('sparse.expectFilesOutsideOfPatterns', 'true')
        write('a.sh', 'echo 1\n')
      },
    ],
    [
      'core.ignoreStat',
      () => {
        set('core.ignoreStat', 'true')
        rmSync(join(repo, 'a.sh'))
        git(repo, 'checkout', '-q', '--', 'a.sh')
      },
    ],
    [
      'a file system monitor that saw nothing',
      () => {
        const token = temp.write('monitor', '#!/bin/sh\nprintf "token\\0"\n', 0o755)
        set('core.fsmonitor', token)
        set('core.fsmonitorHookVersion', '2')
        git(repo, 'update-index', '--fsmonitor', '--fsmonitor-valid', 'a.sh')
        git(repo, 'status')
      },
    ],
    [
      'times of the inode left aside',
      () => {
        set('core.trustctime', 'false')
        utimesSync(join(repo, 'a.sh'), 1_000_000_000, 1_000_000_000)
        git(repo, 'update-index', '--refresh')
      },
    ],
    [
      'core.checkStat=minimal',
      () => {
        set('core.checkStat', 'minimal')
        utimesSync(join(repo, 'a.sh'), 1_000_000_000, 1_000_000_000)
        git(repo, 'update-index', '--refresh')
      },
    ],
  ])('%s', async (_, hide) => {
    hide()
    changeQuietly('a.sh')
    expectDisguised()
    const index = readFileSync(join(repo, '.git/index'))
    expect(await read()).toMatchObject({ dirtyFiles: 1 })
    expect(readFileSync(join(repo, '.git/index')).equals(index)).toBe(true)
  })

  test('a split index', async () => {
    git(repo, 'update-index', '--split-index', '--assume-unchanged', 'a.sh')
    changeQuietly('a.sh')
    expectDisguised()
    expect(await read()).toMatchObject({ dirtyFiles: 1 })
  })

  test('one that is deleted under skip-worktree, where no checkout is sparse', async () => {
    git(repo, 'update-index', '--skip-worktree', 'a.sh')
    rmSync(join(repo, 'a.sh'))
    expectDisguised()
    expect(await read()).toMatchObject({ dirtyFiles: 1 })
  })

  test('one that is to be added, or was taken out of the index', async () => {
    write('new', 'x')
    git(repo, 'add', '--intent-to-add', 'new')
    git(repo, 'rm', '-q', '--cached', 'b.sh')
    expect(await read()).toMatchObject({ dirtyFiles: 1 })
  })
})

describe('a changed file is counted, whatever the settings say', () => {
  test.each([
    ['the mode alone', 'core.fileMode', 'false', () => chmodSync(join(repo, 'a.sh'), 0o755)],
    ['untracked files', 'status.showUntrackedFiles', 'no', () => write('new', 'x')],
    [
      'line ends',
      'core.autocrlf',
      'input',
      () => {
        write('a.sh', 'echo 1\r\n')
        git(repo, 'add', 'a.sh')
      },
    ],
  ])('%s, by %s=%s', async (_, name, value, change) => {
    set(name, value)
    change()
    expectDisguised()
    expect(await read()).toMatchObject({ dirtyFiles: 1, ignored: NONE })
  })

  test('excludes outside of the commit', async () => {
    set('core.excludesFile', temp.write('excludes', 'one\n'))
    write('.git/info/exclude', 'two\n')
    write('one', 'x')
    write('two', 'x')
    expectDisguised()
    expect(await read()).toMatchObject({ dirtyFiles: 2, ignored: NONE })
  })

  test.each([
    ['a filter', '* filter=back', () => set('filter.back.clean', 'sed s/ehco/echo/')],
    ['an encoding', 'a.sh working-tree-encoding=UTF-16LE', null],
    ['line ends', '* text', null],
    ['an $Id$', '* ident', null],
  ])('%s of attributes outside of the commit', async (kind, attributes, arm) => {
    commit(repo, { 'a.sh': 'echo 1 # $Id$\n' })
    write('.git/info/attributes', `${attributes}\n`)
    arm?.()
    if (kind === 'a filter') changeQuietly('a.sh')
    else if (kind === 'an encoding') writeFileSync(join(repo, 'a.sh'), Buffer.from('echo 1 # $Id$\n', 'utf16le'))
    else write('a.sh', kind === 'line ends' ? 'echo 1 # $Id$\r\n' : 'echo 1 # $Id: or 2$\n')
    utimesSync(join(repo, 'a.sh'), 1, 1)
    git(repo, 'add', 'a.sh')
    expectDisguised()
    expect(await read()).toMatchObject({ dirtyFiles: 1 })
    // The index still knows the file's times as those of the commit's content.
    rmSync(join(repo, '.git/info/attributes'))
    expectDisguised()
    expect(await read()).toMatchObject({ dirtyFiles: 1 })
  })

  test('a replaced commit, tree or file', async () => {
    const [tree, file] = [git(repo, 'rev-parse', 'HEAD^{tree}'), git(repo, 'rev-parse', 'HEAD:a.sh')]
    write('a.sh', 'echo 3\n')
    const other = git(repo, 'hash-object', '-w', 'a.sh')
    git(repo, 'replace', file, other)
    git(repo, 'add', 'a.sh')
    git(repo, 'replace', tree, git(repo, 'write-tree'))
    expectDisguised()
    expect(await read()).toMatchObject({ dirtyFiles: 1 })
  })
})

describe('what is not counted as changed', () => {
  test('what a sparse checkout leaves out, but what it leaves out and is there', async () => {
    commit(repo, { 'd/x': '1', 'd/y': '2' })
    git(repo, 'sparse-checkout', 'set', '--no-cone', '/*', '!/d/')
    expect(existsSync(join(repo, 'd/x'))).toBe(false)
    expect(await read()).toMatchObject({ dirtyFiles: 0 })
    write('d/x', 'changed')
    expect(await read()).toMatchObject({ dirtyFiles: 1 })
  })

  test('data in place of the pointer of Git LFS that names it, and no other data', async () => {
    const data = 'data\n'.repeat(1000)
    const oid = createHash('sha256').update(data).digest('hex')
    commit(repo, {
      '.gitattributes': '*.bin filter=lfs -text\n',
      'x.bin': `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 5000\n`,
    })
    write('x.bin', data)
    expect(await read()).toMatchObject({ dirtyFiles: 0 })
    write('x.bin', data.replace('d', 'D'))
    expect(await read()).toMatchObject({ dirtyFiles: 1 })
  })

  test('bytes as they were committed, where the attributes of the commit would have stored others', async () => {
    write('x.bat', 'echo\r\n')
    utimesSync(join(repo, 'x.bat'), 1_000_000_000, 1_000_000_000)
    commit(repo, {})
    commit(repo, { '.gitattributes': '*.bat text eol=crlf\n*.txt text eol=crlf\n', 'x.txt': 'a\n' })
    rmSync(join(repo, 'x.txt'))
    git(repo, 'checkout', '-q', '--', 'x.txt')
    expect(readFileSync(join(repo, 'x.txt'), 'utf8')).toBe('a\r\n')
    utimesSync(join(repo, 'x.bat'), 1, 1)
    expect(git(repo, 'status', '--porcelain')).toContain('x.bat')
    expect(await read()).toMatchObject({ dirtyFiles: 0 })
    write('x.bat', 'ehco\r\n')
    expect(await read()).toMatchObject({ dirtyFiles: 1 })
  })
})

describe('beside the commit', () => {
  test('ignored files are told apart, a folder that is ignored as a whole as one', async () => {
    for (const name of ['node_modules/p/i.js', 'node_modules/q/i.js', 'src/x.o', 'ignored']) write(name, 'x')
    write('venv/.gitignore', '*\n')
    write('venv/bin/python', 'x')
    expect(await read()).toEqual({
      dirtyFiles: 0,
      foreignFolders: NONE,
      ignored: { count: 5, first: ['"ignored"', '"node_modules/"', '"src/x.o"'] },
    })
  })

  test('a name that is not printable is made so', async () => {
    write('node_modules/x', '')
    write('ü\u202e\n.o', '')
    expect((await read()).ignored.first).toEqual(['"node_modules/"', '"ü\\u{202e}\\u{a}.o"'])
  })

  test('a repository in it is a folder, whatever it holds', async () => {
    makeRepository(join(repo, 'nest'))
    git(repo, 'init', '-q', 'empty')
    for (const name of ['nest/a', 'nest/b', 'empty/c', 'plain/d']) write(name, 'x')
    expect(await read()).toEqual({
      dirtyFiles: 1,
      foreignFolders: { count: 2, first: ['"empty/"', '"nest/"'] },
      ignored: NONE,
    })
  })
})
