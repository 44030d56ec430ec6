import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { readCheckout } from '../../../src/plan/checkout.ts'
import { takeSnapshot } from '../../../src/plan/snapshot.ts'
import { commit, git, makeMerge, makeRepository, TempFolder } from '../../support/git.ts'
import { gitTools } from './git-tools.ts'

let temp: TempFolder
let repo: string
let mark: string
let trap: string

beforeEach(() => {
  temp = new TempFolder()
  repo = join(temp.path, 'repo')
  makeRepository(repo)
  mark = join(temp.path, 'mark')
  trap = temp.write('trap', `#!/bin/sh\necho ran >> '${mark}'\n[ $# -gt 0 ] || cat\n`, 0o755)
})
afterEach(() => temp.remove())

/** Changed behind git's back, so that `status` has to look at the content. */
function touchAll(...names: string[]): void {
  for (const name of names) utimesSync(join(repo, name), 1, 1)
}

describe('nothing that the checkout names is run', () => {
  test.each([
    ['core.fsmonitor', () => git(repo, 'config', 'core.fsmonitor', trap)],
    [
      'core.fsmonitor in a worktree of its own settings',
      () => {
        git(repo, 'config', 'extensions.worktreeConfig', 'true')
        git(repo, 'config', '--worktree', 'core.fsmonitor', trap)
      },
    ],
    [
      'a hook',
      () => {
        temp.write('repo/.git/hooks/post-index-change', readFileSync(trap, 'utf8'), 0o755)
        touchAll('README')
      },
    ],
    [
      'core.hooksPath',
      () => {
        git(repo, 'config', 'core.hooksPath', temp.folder('hooks'))
        temp.write('hooks/post-index-change', readFileSync(trap, 'utf8'), 0o755)
        touchAll('README')
      },
    ],
    ['core.pager', () => git(repo, 'config', 'core.pager', trap)],
    ['an alias', () => git(repo, 'config', 'alias.status', `!${trap}`)],
    [
      'diff.external',
      () => {
        git(repo, 'config', 'diff.external', trap)
        writeFileSync(join(repo, 'README'), 'changed')
      },
    ],
  ])('%s', async (_, arm) => {
    arm()
    await readCheckout(gitTools(temp), repo)
    await takeSnapshot(gitTools(temp), repo)
    expect(existsSync(mark)).toBe(false)
  })

  test.each([['clean'], ['process'], ['clean', 'required'], ['process', 'required']])(
    'a filter: %s %s',
    async (kind, required = '') => {
      commit(repo, { '.gitattributes': '*.txt filter=my.driver\n', 'a.txt': 'a' })
      git(repo, 'config', `filter.my.driver.${kind}`, trap)
      if (required !== '') git(repo, 'config', `filter.my.driver.${required}`, 'true')
      touchAll('a.txt')
      const state = await readCheckout(gitTools(temp), repo)
      expect(existsSync(mark)).toBe(false)
      expect(state.dirtyFiles).toBe(0)
      // It is armed: git as everybody starts it runs it.
      try {
        git(repo, 'status')
      } catch {
        // A process filter that does not speak the protocol is an error.
      }
      expect(existsSync(mark)).toBe(true)
    },
  )

  test('a filter whose name can not be switched off is refused', async () => {
    git(repo, 'config', 'filter.a=b.clean', trap)
    await expect(takeSnapshot(gitTools(temp), repo)).rejects.toThrow(
      /filters of the checkout's git settings can not be switched off/,
    )
    expect(existsSync(mark)).toBe(false)
  })

  test('a git of the checkout on the PATH', async () => {
    temp.write('repo/bin/git', readFileSync(trap, 'utf8'), 0o755)
    temp.write('repo/bin/timeout', readFileSync(trap, 'utf8'), 0o755)
    const tools = gitTools(temp, { PATH: `${repo}/bin:bin:.:${process.env['PATH'] ?? ''}` })
    expect((await readCheckout(tools, repo)).dirtyFiles).toBe(2)
    expect(existsSync(mark)).toBe(false)
  })

  test('settings of the user', async () => {
    temp.write('home/.gitconfig', `[core]\n\tfsmonitor = ${trap}\n[filter "x"]\n\tclean = ${trap}\n`)
    commit(repo, { '.gitattributes': '*.txt filter=x\n', 'a.txt': 'a' })
    touchAll('a.txt')
    await readCheckout(
      gitTools(temp, { HOME: join(temp.path, 'home'), XDG_CONFIG_HOME: join(temp.path, 'home') }),
      repo,
    )
    expect(existsSync(mark)).toBe(false)
  })

  test('variables of this process do not lead git elsewhere', async () => {
    const other = temp.folder('other')
    makeRepository(other)
    commit(other, { x: 'x' })
    const trace = join(temp.path, 'trace')
    const before = { ...process.env }
    Object.assign(process.env, { GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other, GIT_TRACE: trace })
    try {
      const { sha } = await readCheckout(gitTools(temp), repo)
      expect(sha).not.toBe((await readCheckout(gitTools(temp), other)).sha)
    } finally {
      process.env = before
    }
    expect(existsSync(trace)).toBe(false)
  })
})

describe('the tested commit can not be disguised', () => {
  test('by a replacement', async () => {
    const { base, head, merge } = makeMerge(repo)
    git(repo, 'replace', merge, base)
    expect(git(repo, 'log', '-1', '--format=%P')).not.toContain(head)
    expect(await readCheckout(gitTools(temp), repo)).toMatchObject({ sha: merge, parents: [base, head] })
  })

  test('by a graft', async () => {
    const { base, head, merge } = makeMerge(repo)
    temp.write('repo/.git/info/grafts', `${merge}\n`)
    expect(await readCheckout(gitTools(temp), repo)).toMatchObject({ sha: merge, parents: [base, head] })
  })

  test('by a parent line in a message or a signature', async () => {
    const tree = git(repo, 'rev-parse', 'HEAD^{tree}')
    const parent = git(repo, 'rev-parse', 'HEAD')
    const forged = 'f'.repeat(40)
    const who = 'A <a@example.test> 1767323045 +0000'
    const text = `tree ${tree}\nparent ${parent}\nauthor ${who}\ncommitter ${who}\nparent ${forged}\n\nparent ${forged}\n`
    const file = temp.write('forged', text)
    const sha = git(repo, 'hash-object', '-t', 'commit', '-w', '--literally', file)
    git(repo, 'update-ref', 'HEAD', sha)
    expect(await readCheckout(gitTools(temp), repo)).toMatchObject({ sha, parents: [parent] })
  })

  test('by a commit of a megabyte', async () => {
    const message = temp.write('message', 'x'.repeat(1_048_576))
    git(repo, 'commit', '-q', '--allow-empty', '-F', message)
    await expect(readCheckout(gitTools(temp), repo)).rejects.toThrow(/bytes; 1048576 are read at most/)
  })
})

describe('a checkout of another owner', () => {
  /** git has a switch that makes every owner another one, for its own tests. */
  function othersGit(): Readonly<Record<string, string>> {
    const real = git(repo, '--exec-path')
    temp.write('bin/git', `#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec '${real}/git' "$@"\n`, 0o755)
    return { PATH: `${join(temp.path, 'bin')}:${process.env['PATH'] ?? ''}` }
  }

  test('is read all the same, without a change to any settings', async () => {
    const before = readFileSync(join(repo, '.git/config'), 'utf8')
    const sha = git(repo, 'rev-parse', 'HEAD')
    expect(await readCheckout(gitTools(temp, othersGit()), repo)).toMatchObject({ sha })
    expect(readFileSync(join(repo, '.git/config'), 'utf8')).toBe(before)
  })

  test.each(['we"ird', 'back\\slash', 'a b,c:d', 'tab\t'])('also in a folder named %j', async (name) => {
    const odd = temp.folder(name)
    const sha = makeRepository(odd)
    expect(await readCheckout(gitTools(temp, othersGit()), odd)).toMatchObject({ sha })
  })
})

describe('nothing is written or fetched', () => {
  test('the index stays as it is, though it is out of date', async () => {
    touchAll('README')
    const before = statSync(join(repo, '.git/index'), { bigint: true })
    await readCheckout(gitTools(temp), repo)
    const after = statSync(join(repo, '.git/index'), { bigint: true })
    expect([after.ino, after.mtimeNs, after.ctimeNs]).toEqual([before.ino, before.mtimeNs, before.ctimeNs])
  })

  test('a partial clone does not call its remote', async () => {
    git(repo, 'config', 'uploadpack.allowFilter', 'true')
    const clone = join(temp.path, 'clone')
    git(temp.path, 'clone', '-q', '--filter=blob:none', `file://${repo}`, clone)
    commit(repo, { README: 'other\n' })
    git(clone, 'fetch', '-q', 'origin')
    // Another commit whose file content was never fetched.
    git(clone, 'update-ref', 'HEAD', 'origin/main')
    git(clone, 'read-tree', 'HEAD')
    // To know whether line ends were normalised, git would look at the content that the index names.
    temp.write('clone/.git/info/attributes', '* text=auto\n')
    temp.write('clone/README', 'line\r\n')
    let calls = 0
    const server = createServer((socket) => {
      calls += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    git(clone, 'config', 'remote.origin.url', `http://127.0.0.1:${String(port)}/x`)
    git(clone, 'config', 'protocol.http.allow', 'always')
    const outcome = await readCheckout(gitTools(temp), clone).catch((error: unknown) => error)
    await new Promise((resolve) => server.close(resolve))
    expect(outcome).toBeDefined()
    expect(calls).toBe(0)
  })
})
