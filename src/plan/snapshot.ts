import { shownPath } from './byte-path.ts'
import { readStatus } from './checkout.ts'
import { type GitTools, withGit } from './git.ts'
import { digestGitFiles } from './git-file-digests.ts'
import { digestTree, type TreeDigest } from './host-tree.ts'
import { isWithin } from './places.ts'
import { quoted } from './printable.ts'
import { headCommit, openRepository } from './repository.ts'

const MOST_DIFFERENCES = 20

/** The checkout on the runner at one moment, to be held against another. */
export interface CheckoutSnapshot {
  readonly head: string
  /** SHA-256 of what `git status` prints. */
  readonly status: string
  readonly gitFiles: ReadonlyMap<string, string>
  readonly files: TreeDigest
  /** The git folders of a linked worktree, which lie elsewhere; empty for any other checkout. */
  readonly repository: TreeDigest
}

/**
 * @param path absolute, links resolved
 * @throws ConfineError `subject` when it is no checkout (any more)
 */
export function takeSnapshot(tools: GitTools, path: string): Promise<CheckoutSnapshot> {
  return withGit(tools, path, async (git) => {
    const repository = await openRepository(git)
    const head = await headCommit(git)
    const status = (await readStatus(git)).stdout.sha256
    const elsewhere = !isWithin(repository.commonDir, path)
    return {
      head,
      status,
      gitFiles: digestGitFiles(repository),
      files: await digestTree(path),
      repository: elsewhere ? await digestTree(repository.commonDir) : { parts: new Map(), entries: 0, complete: true },
    }
  })
}

/** What differs, a sentence each; names are printable. Empty when nothing does. */
export function compareSnapshots(before: CheckoutSnapshot, after: CheckoutSnapshot): readonly string[] {
  const differences = [
    ...(before.head === after.head ? [] : [`HEAD went from ${before.head} to ${after.head}`]),
    ...(before.status === after.status ? [] : ['git status says something else']),
    ...differingKeys(before.gitFiles, after.gitFiles).map((name) => `${quoted(name)} has another content`),
    ...differingKeys(before.files.parts, after.files.parts).map((name) => `${nameOf(name)} changed`),
    ...differingKeys(before.repository.parts, after.repository.parts).map(
      (name) => `${nameOf(name)} of the repository changed`,
    ),
  ]
  const more = differences.length - MOST_DIFFERENCES
  return more > 0 ? [...differences.slice(0, MOST_DIFFERENCES), `and ${String(more)} more`] : differences
}

/** False when the checkout has more files than a snapshot looks at. */
export function isComplete({ files, repository }: CheckoutSnapshot): boolean {
  return files.complete && repository.complete
}

function differingKeys(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => before.get(name) !== after.get(name))
}

function nameOf(part: string): string {
  return part === '' ? 'something further down' : shownPath(part)
}
