import { join, posix } from 'node:path'
import { realpathSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { CheckoutFacts } from '../domain/step-facts.ts'
import { checkoutFiles } from './checkout-files.ts'
import { few } from './few.ts'
import { type Git, type GitTools, withGit } from './git.ts'
import { LIST_FILES, parseListing } from './index-entries.ts'
import { isWithin } from './places.ts'
import { openRepository } from './repository.ts'
import { MIB } from './size.ts'

const LISTING_BYTES = 32 * MIB
const MOST_FILES = 200_000
const FILES_PER_TURN = 2_000
const MOST_REPOSITORIES = 20
const MOST_MS = 1_000
const SUBMODULE = '160000'

/**
 * What the checkout lacks of a whole clone, for hints: looked at before the first step, up to a bound of files and of
 * time, so that counts may be too low. `null` where git can't tell; no run fails by it.
 *
 * @param path absolute, links resolved
 */
export async function readCheckoutFacts(tools: GitTools, path: string): Promise<CheckoutFacts | null> {
  try {
    const [history, files] = await Promise.all([withGit(tools, path, readHistory), readFiles(tools, path)])
    return { ...history, ...files }
  } catch {
    return null // Only hints are lost: what git can't do with the checkout has been said where it matters.
  }
}

async function readHistory(git: Git) {
  const { commonDir, shallow } = await openRepository(git)
  const [commits, tags, promises] = await Promise.all([
    shallow ? git.lines(['rev-list', '--count', 'HEAD']) : [],
    git.run(['for-each-ref', '--count=1', 'refs/tags']),
    git.run(['config', '--get-regexp', '^(extensions\\.partialclone|remote\\..*\\.(promisor|partialclonefilter))$']),
  ])
  return {
    shallowCommits: shallow ? Number(commits[0]) : null,
    hasTags: tags.stdout.bytes > 0,
    partial: /^\S+ (?!false$)/m.test(promises.stdout.kept.toString()),
    repositoryOutside: !isWithin(realpathSync(commonDir), git.checkout),
  }
}

async function readFiles(tools: GitTools, root: string) {
  const pointers = few()
  const absent = few()
  let sparseFiles = 0
  let looked = 0
  const until = Date.now() + MOST_MS
  const files = checkoutFiles(root)
  const repositories = ['']
  for (const repository of repositories) {
    for (const { mode, path, leftOut } of await listFiles(tools, join(root, repository))) {
      looked += 1
      if (looked % FILES_PER_TURN === 0) await setImmediate()
      if (looked > MOST_FILES || Date.now() > until) break
      const whole = posix.join(repository, path)
      if (leftOut) sparseFiles += 1
      else if (mode !== SUBMODULE) pointers.addIf(files.isPointer(whole), whole)
      else if (!files.isRepository(whole)) absent.addIf(files.isEmpty(whole), whole)
      // The path of a git of ours is text: a name that is no UTF-8 is not gone into.
      else if (isAscii(whole) && repositories.length < MOST_REPOSITORIES) repositories.push(whole)
    }
  }
  return { sparseFiles, lfsPointers: pointers.told(), absentSubmodules: absent.told() }
}

function listFiles(tools: GitTools, repository: string) {
  return withGit(tools, repository, async (git) => parseListing((await git.run(LIST_FILES, LISTING_BYTES)).stdout.kept))
}

function isAscii(path: string): boolean {
  return /^[\x20-\x7e]*$/.test(path)
}
