import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Real git, with nothing of the machine's settings and with fixed dates. */
const ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.test',
  GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
  GIT_COMMITTER_NAME: 'C',
  GIT_COMMITTER_EMAIL: 'c@example.test',
  GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
}

/** A folder of its own for one test, removed by `await using` or `remove`. */
export class TempFolder implements AsyncDisposable {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), 'confine-test-')))

  /** Writes a file and the folders above it; gives its absolute path. */
  write(name: string, content: string | Buffer, mode = 0o644): string {
    const place = join(this.path, name)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, content, { mode })
    return place
  }

  folder(name: string): string {
    const place = join(this.path, name)
    mkdirSync(place, { recursive: true })
    return place
  }

  remove(): void {
    // Node 20 cannot remove names that are no UTF-8.
    execFileSync('rm', ['-rf', this.path])
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.remove()
    return Promise.resolve()
  }
}

/** Standard output of a git command, without its last line end. */
export function git(cwd: string, ...args: string[]): string {
  const output = execFileSync('git', ['-c', 'safe.directory=*', '-c', 'protocol.file.allow=always', ...args], {
    cwd,
    env: ENVIRONMENT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return output.trimEnd()
}

/** A repository on branch `main` with one commit. Gives the commit. */
export function makeRepository(path: string, ...options: string[]): string {
  mkdirSync(path, { recursive: true })
  git(path, 'init', '-q', '-b', 'main', ...options)
  return commit(path, { README: 'hello\n' })
}

/** Commits files by name and content; gives the new commit. */
export function commit(path: string, files: Readonly<Record<string, string>>, message = 'change'): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), content)
  }
  git(path, 'add', '-A')
  git(path, 'commit', '-q', '-m', message)
  return git(path, 'rev-parse', 'HEAD')
}

/** What GitHub does for a pull request: `main` goes on, a branch is merged into it. Gives all three commits. */
export function makeMerge(path: string): { readonly base: string; readonly head: string; readonly merge: string } {
  git(path, 'checkout', '-q', '-b', 'topic')
  const head = commit(path, { topic: 'topic\n' })
  git(path, 'checkout', '-q', 'main')
  const base = commit(path, { other: 'other\n' })
  git(path, 'merge', '-q', '--no-ff', '-m', 'merge', 'topic')
  return { base, head, merge: git(path, 'rev-parse', 'HEAD') }
}
