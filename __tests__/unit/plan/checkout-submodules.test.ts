import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
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
})
afterEach(() => temp.remove())

const read = () => readChanges(gitTools(temp), repo, git(repo, 'rev-parse', 'HEAD'))
const write = (name: string, text: string) => temp.write(`repo/${name}`, text)
const set = (name: string, value: string) => git(repo, 'config', name, value)

/** git as everybody starts it says that nothing changed: the disguise is a real one. */
function expectDisguised(): void {
  expect(git(repo, 'status', '--porcelain')).toBe('')
}

describe('a submodule', () => {
  beforeEach(() => {
    const [inner, other] = [temp.folder('inner'), temp.folder('other')]
    for (const path of [inner, other]) makeRepository(path)
    git(other, 'submodule', '--quiet', 'add', inner, 'in')
    git(other, 'commit', '-q', '-m', 'inner')
    git(repo, 'submodule', '--quiet', 'add', other, 'sub')
    git(repo, 'submodule', '--quiet', 'update', '--init', '--recursive')
    git(repo, 'commit', '-q', '-m', 'submodule')
  })

  test('counts when it is at another commit, whatever the settings say', async () => {
    expect(await read()).toEqual({ dirtyFiles: 0, foreignFolders: NONE, ignored: NONE })
    commit(join(repo, 'sub'), { new: 'x' })
    set('submodule.sub.ignore', 'all')
    set('diff.ignoreSubmodules', 'all')
    expectDisguised()
    expect(await read()).toMatchObject({ dirtyFiles: 1 })
  })

  test('and so do the files that are changed in it, at any depth', async () => {
    git(repo, 'config', '-f', '.git/modules/sub/config', 'filter.x.clean', `touch ${temp.path}/mark`)
    write('sub/README', 'changed')
    write('sub/in/README', 'changed')
    write('sub/in/new', 'x')
    write('sub/in/.gitignore', '*.o\n')
    write('sub/in/x.o', 'x')
    set('submodule.sub.ignore', 'dirty')
    expectDisguised()
    expect(await read()).toEqual({
      dirtyFiles: 4,
      foreignFolders: NONE,
      ignored: { count: 1, first: ['"sub/in/x.o"'] },
    })
    expect(existsSync(join(temp.path, 'mark'))).toBe(false)
  })

  test('that has lost its repository is a folder of others, unless it is empty', async () => {
    write('sub/in/.git', 'gitdir: nowhere\n')
    expect((await read()).foreignFolders).toEqual({ count: 1, first: ['"sub/in/"'] })
    rmSync(join(repo, 'sub/.git'))
    expectDisguised()
    expect((await read()).foreignFolders).toEqual({ count: 1, first: ['"sub/"'] })
    git(repo, 'submodule', '--quiet', 'deinit', '-f', 'sub')
    expect(await read()).toEqual({ dirtyFiles: 0, foreignFolders: NONE, ignored: NONE })
  })

  test('in which git takes too long is an error, and not a folder of others', async () => {
    const tools = gitTools(temp)
    const run: typeof tools.run = async (command) => {
      const ended = await tools.run(command)
      const isSlow = command.cwd.endsWith('/sub/in') && command.args.includes('status')
      return isSlow ? { ...ended, exitCode: null, timedOut: true } : ended
    }
    const reading = readChanges({ ...tools, run }, repo, git(repo, 'rev-parse', 'HEAD'))
    await expect(reading).rejects.toMatchObject({ code: 'subject', message: expect.stringContaining('two minutes') })
  })

  test('and all before it have two minutes together', async () => {
    const tools = gitTools(temp)
    const now = performance.now.bind(performance)
    let late = 0
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + late)
    try {
      const run: typeof tools.run = (command) => {
        if (command.cwd.endsWith('/sub')) late = 121_000
        return tools.run(command)
      }
      const reading = readChanges({ ...tools, run }, repo, git(repo, 'rev-parse', 'HEAD'))
      await expect(reading).rejects.toThrow(
        'what differs from the commit in the checkout could not be told in two minutes',
      )
    } finally {
      clock.mockRestore()
    }
  })
})
