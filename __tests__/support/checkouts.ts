import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commit, git, makeMerge, makeRepository, TempFolder } from './git.ts'

export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** As on a hosted runner: neither root, nor the 1000 that steps fall back to. */
export const OWNER: Owner = { uid: 1001, gid: 121 }

/** One job's folders on a runner, with a real git repository in its workspace. */
export interface Checkout {
  readonly folder: TempFolder
  /** GITHUB_WORKSPACE, which the repository fills. */
  readonly path: string
  /** RUNNER_TEMP */
  readonly temp: string
  readonly head: string
}

export interface CheckoutOptions {
  /** Name of the last folder of the path. */
  readonly name?: string
  readonly owner?: Owner
  /** Files that are there but not committed. */
  readonly untracked?: Readonly<Record<string, string>>
  /** Changes the repository before it is given away. */
  readonly change?: (path: string) => void
}

type Files = Readonly<Record<string, string>>

/** A repository on `main` with these files committed, all of it owned by a user who isn't root. */
export function makeCheckout(files: Files = {}, options: CheckoutOptions = {}): Checkout {
  const { folder, path, temp } = makeFolders(options.name)
  makeRepository(path)
  const head = Object.keys(files).length === 0 ? git(path, 'rev-parse', 'HEAD') : commit(path, files)
  return finish({ folder, path, temp, head }, options)
}

export interface MergeCheckout extends Checkout {
  readonly base: string
  readonly merge: string
}

/** What actions/checkout leaves of `refs/pull/N/merge`: a detached merge of the head into the base. */
export function makeMergeCheckout(options: CheckoutOptions = {}): MergeCheckout {
  const { folder, path, temp } = makeFolders(options.name)
  makeRepository(path)
  const { base, head, merge } = makeMerge(path)
  git(path, 'checkout', '-q', '--detach', merge)
  return { ...finish({ folder, path, temp, head }, options), base, merge }
}

/** The job's folders, with an empty workspace. */
export function makeFolders(name = 'repo'): Omit<Checkout, 'head'> {
  const folder = new TempFolder()
  // mkdtemp(3) makes it for its owner only: a user who isn't root has to come through.
  execFileSync('chmod', ['755', folder.path])
  return { folder, path: folder.folder(join('work', 'repo', name)), temp: folder.folder('temp') }
}

export function finish(checkout: Checkout, { owner = OWNER, untracked = {}, change }: CheckoutOptions = {}): Checkout {
  writeFiles(checkout.path, untracked)
  change?.(checkout.path)
  giveTo(join(checkout.folder.path, 'work'), owner)
  return checkout
}

export function writeFiles(root: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
}

/** Links themselves, not what they lead to. */
export function giveTo(path: string, { uid, gid }: Owner): void {
  execFileSync('chown', ['-R', '-h', `${String(uid)}:${String(gid)}`, path])
}
