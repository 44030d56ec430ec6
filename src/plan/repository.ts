import { posix } from 'node:path'
import { ConfineError } from '../domain/errors.ts'
import type { Git } from './git.ts'
import { quoted } from './printable.ts'

/** Where git keeps what belongs to a checkout. In a linked worktree the two folders differ. */
export interface Repository {
  readonly gitDir: string
  readonly commonDir: string
  readonly shallow: boolean
}

export async function openRepository(git: Git): Promise<Repository> {
  const { checkout } = git
  const args = ['rev-parse', '--show-toplevel', '--absolute-git-dir', '--git-common-dir', '--is-shallow-repository']
  const result = await git.run(args)
  if (result.exitCode !== 0) {
    const said = quoted(result.stderr.trim())
    throw new ConfineError('subject', `${quoted(checkout)} is no git checkout (run actions/checkout first): ${said}`)
  }
  const [top, gitDir, commonDir, shallow, ...rest] = result.stdout.kept.toString().trimEnd().split('\n')
  if (top === undefined || gitDir === undefined || commonDir === undefined || rest.length > 0) {
    throw new ConfineError(
      'subject',
      `the place of the checkout ${quoted(checkout)} can not be read: is there a line end in it?`,
    )
  }
  if (top !== checkout) {
    throw new ConfineError(
      'subject',
      `the working tree is at ${quoted(top)}, not at ${quoted(checkout)}: set the input path to it`,
    )
  }
  return { gitDir, commonDir: posix.resolve(checkout, commonDir), shallow: shallow === 'true' }
}

export async function headCommit(git: Git): Promise<string> {
  const result = await git.run(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  const sha = result.stdout.kept.toString().trim()
  if (result.exitCode === 0 && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(sha)) return sha
  throw new ConfineError('subject', `the checkout ${quoted(git.checkout)} has no commit`)
}
