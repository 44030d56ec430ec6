import { isUtf8 } from 'node:buffer'
import { join, posix } from 'node:path'
import { ConfineError } from '../domain/errors.ts'
import type { CheckoutState } from '../domain/subject.ts'
import { bytesOf } from './byte-path.ts'
import { checkoutFiles } from './checkout-files.ts'
import { isCommittedContent } from './committed-content.ts'
import { few } from './few.ts'
import { type Git, GitTimeoutError, type GitTools, withGit } from './git.ts'
import { LIST_TRACKED, parseListing } from './index-entries.ts'
import { headCommit, openRepository } from './repository.ts'
import { shadowRepository } from './shadow-repository.ts'
import { quoted } from './printable.ts'
import { MIB } from './size.ts'
import { parseStatus, type StatusLine } from './status-lines.ts'

const LISTING_BYTES = 64 * MIB
const MOST_REPOSITORIES = 500
/** For all of them: each has a .gitignore, whose patterns may take git minutes. */
const MOST_MS = 120_000
const SUBMODULE = '160000'
const STATUS = ['status', '--porcelain=v2', '--untracked-files=all', '--ignored=matching', '--no-renames'] as const

type Changes = Pick<CheckoutState, 'dirtyFiles' | 'foreignFolders' | 'ignored'>

/**
 * What differs from the commit in the working tree, by content: nothing that the checkout's settings, index or attributes
 * outside of the commit say is believed (see `shadowRepository`). Files of checked-out submodules count by their own
 * commits. Files that a sparse checkout leaves out are not missed.
 *
 * @param path absolute, links resolved
 * @param sha the commit, which is checked out there
 * @throws ConfineError `subject` when git can't tell
 */
export async function readChanges(tools: GitTools, path: string, sha: string): Promise<Changes> {
  const foreign = few()
  const ignored = few()
  let dirtyFiles = 0
  const repositories = ['']
  const until = performance.now() + MOST_MS
  for (const repository of repositories) {
    if (performance.now() > until)
      throw new ConfineError('subject', 'what differs from the commit in the checkout could not be told in two minutes')
    if (repositories.length > MOST_REPOSITORIES)
      throw new ConfineError('subject', `there are more than ${String(MOST_REPOSITORIES)} submodules in the checkout`)
    const found =
      repository === '' ? await changesOf(tools, path, sha) : await changesOfSubmodule(tools, path, repository)
    foreign.addIf(found === null, `${repository}/`)
    if (found === null) continue
    const whole = (name: string) => posix.join(repository, name)
    dirtyFiles += found.dirtyFiles
    for (const name of found.foreign) foreign.addIf(true, whole(name))
    for (const name of found.ignored) ignored.addIf(true, whole(name))
    repositories.push(...found.submodules.map(whole))
  }
  return { dirtyFiles, foreignFolders: foreign.told(), ignored: ignored.told() }
}

/** `null` when its repository can't be read: it is then as good as none. */
async function changesOfSubmodule(tools: GitTools, path: string, submodule: string) {
  // The path of a git of ours is text: a name that is no UTF-8 is not gone into.
  const bytes = Buffer.from(submodule, 'latin1')
  if (!isUtf8(bytes)) return null
  try {
    return await changesOf(tools, join(path, bytes.toString()), null)
  } catch (error) {
    if (error instanceof GitTimeoutError) throw error
    return null
  }
}

/** @param sha `null` for the one that is checked out */
function changesOf(tools: GitTools, root: string, sha: string | null) {
  return withGit(tools, root, async (git) => {
    const shadow = await shadowRepository(git, await openRepository(git), sha ?? (await headCommit(git)))
    const status = await git.run([...shadow, ...STATUS, '--ignore-submodules=dirty'], LISTING_BYTES)
    if (status.exitCode !== 0)
      throw new ConfineError('subject', `git status in the checkout: ${quoted(status.stderr.trim())}`)
    const lines = parseStatus(status.stdout.kept)
    const differing = await withoutFalseAlarms(git, lines)
    const isFolder = ({ kind, path }: StatusLine): boolean => kind === 'untracked' && path.endsWith('/')
    const submodules = await submodulesOf(git, shadow)
    return {
      // Lines beyond what is kept are counted as the worst that they can be.
      dirtyFiles: differing.filter((line) => !isFolder(line)).length + status.stdout.lines - lines.length,
      foreign: [...differing.filter(isFolder).map(({ path }) => path), ...submodules.remains],
      ignored: lines.filter(({ kind }) => kind === 'ignored').map(({ path }) => path),
      submodules: submodules.present,
    }
  })
}

/** Lines that tell of a change or an addition. */
async function withoutFalseAlarms(git: Git, lines: readonly StatusLine[]): Promise<readonly StatusLine[]> {
  const leftOut = lines.some(({ kind }) => kind === 'deleted') ? await leftOutFiles(git) : new Set()
  const differing: StatusLine[] = []
  for (const line of lines) {
    const { kind, path, mode, object } = line
    if (kind === 'ignored' || (kind === 'deleted' && leftOut.has(path))) continue
    const place = bytesOf(git.checkout, path)
    if (mode !== null && object !== null && (await isCommittedContent(place, mode, object))) continue
    differing.push(line)
  }
  return differing
}

/** Files that a sparse checkout leaves out. Without one, the same mark in the index only hides them. */
async function leftOutFiles(git: Git): Promise<ReadonlySet<string>> {
  const sparse = await git.run(['config', '--type=bool', '--get', 'core.sparseCheckout'])
  if (sparse.stdout.kept.toString() !== 'true\n') return new Set()
  const { stdout } = await git.run(LIST_TRACKED, LISTING_BYTES)
  return new Set(parseListing(stdout.kept).flatMap(({ path, leftOut }) => (leftOut ? [path] : [])))
}

/** By whether there is a repository to ask. git calls both unchanged; what is left of one may hold any files. */
async function submodulesOf(git: Git, shadow: readonly string[]) {
  const { stdout } = await git.run([...shadow, ...LIST_TRACKED], LISTING_BYTES)
  const files = checkoutFiles(git.checkout)
  const paths = parseListing(stdout.kept).flatMap(({ mode, path }) => (mode === SUBMODULE ? [path] : []))
  const present = paths.filter((path) => files.isRepository(path))
  const remains = paths.filter((path) => !files.isRepository(path) && !files.isEmpty(path))
  return { present, remains: remains.map((path) => `${path}/`) }
}
