import { join, posix } from 'node:path'
import { lstatSync, realpathSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { CheckoutFacts, FewPaths } from '../domain/step-facts.ts'
import { type CheckoutFiles, checkoutFiles } from './checkout-files.ts'
import { few } from './few.ts'
import { type Git, type GitTools, withGit } from './git.ts'
import { LIST_FILES, type ListedFile, parseListing } from './index-entries.ts'
import { isWithin } from './places.ts'
import { openRepository } from './repository.ts'
import { MIB } from './size.ts'

const LISTING_BYTES = 32 * MIB
const MOST_FILES = 200_000
const FILES_PER_TURN = 2_000
const MOST_REPOSITORIES = 20
const MOST_MS = 1_000
const MOST_PATHS = 1_000
const MOST_OWN_NAMES = 5_000
const SUBMODULE = '160000'
const SOURCE = /\.(?:py|[cm]?[jt]sx?|rb)$/

/**
 * What the checkout lacks of a whole clone, for hints: looked at before the first step, up to a bound of files and of
 * time, so that counts may be too low. `null` where git can't tell; no run fails by it.
 *
 * @param path absolute, links resolved
 */
export async function readCheckoutFacts(tools: GitTools, path: string): Promise<CheckoutFacts | null> {
  try {
    const [history, files] = await Promise.all([withGit(tools, path, readHistory), readFiles(tools, path)])
    return { ...history, ...files, ownerUid: lstatSync(path).uid }
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
  const tally = tallyOf(checkoutFiles(root))
  let looked = 0
  const until = Date.now() + MOST_MS
  const repositories = ['']
  for (const repository of repositories) {
    if (Date.now() > until) break
    for (const file of await listFiles(tools, join(root, repository))) {
      looked += 1
      if (looked % FILES_PER_TURN === 0) await setImmediate()
      if (looked > MOST_FILES || Date.now() > until) break
      const whole = posix.join(repository, file.path)
      // The path of a git of ours is text: a name that is no UTF-8 is not gone into.
      if (tally.look(file, whole) && isAscii(whole) && repositories.length < MOST_REPOSITORIES) repositories.push(whole)
    }
  }
  return tally.told()
}

function tallyOf(files: CheckoutFiles) {
  const [leftOut, lfsPointers, absentSubmodules] = [fewPaths(), fewPaths(), fewPaths()]
  const ownNames = new Set<string>()
  const packages = { listed: false, there: false }
  return {
    /** True for a submodule that is checked out. */
    look({ mode, leftOut: isLeftOut }: ListedFile, path: string): boolean {
      if (isLeftOut) leftOut.addIf(true, path)
      else if (mode === SUBMODULE) {
        if (files.isRepository(path)) return true
        absentSubmodules.addIf(files.isEmpty(path), path)
      } else {
        lfsPointers.addIf(files.isPointer(path), path)
        if (SOURCE.test(path) && ownNames.size < MOST_OWN_NAMES) namesOf(path).forEach((name) => ownNames.add(name))
        if (posix.basename(path) === 'package.json') {
          packages.listed = true
          packages.there ||= files.isFolder(posix.join(posix.dirname(path), 'node_modules'))
        }
      }
      return false
    },
    told: () => ({
      leftOut: leftOut.told(),
      lfsPointers: lfsPointers.told(),
      absentSubmodules: absentSubmodules.told(),
      packagesAbsent: packages.listed && !packages.there,
      ownNames,
    }),
  }
}

function namesOf(path: string): readonly string[] {
  return path.replace(SOURCE, '').split('/').slice(0, 2)
}

function listFiles(tools: GitTools, repository: string) {
  return withGit(tools, repository, async (git) => parseListing((await git.run(LIST_FILES, LISTING_BYTES)).stdout.kept))
}

function isAscii(path: string): boolean {
  return /^[\x20-\x7e]*$/.test(path)
}

/** Counts paths, and keeps their names too, to find them in what a step says. */
function fewPaths() {
  const counted = few()
  const paths: string[] = []
  return {
    addIf(condition: boolean, path: string): void {
      counted.addIf(condition, path)
      if (condition && paths.length < MOST_PATHS) paths.push(Buffer.from(path, 'latin1').toString())
    },
    told: (): FewPaths => ({ ...counted.told(), paths }),
  }
}
