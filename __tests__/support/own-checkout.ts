import { cpSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { commit, git, type TempFolder } from './git.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/**
 * This project as a repository of its own: what lies here, uncommitted changes included and ignored files apart, is the
 * one commit of `main`.
 *
 * @returns its path
 */
export function ownCheckout(folder: TempFolder): string {
  if (!existsSync(join(ROOT, 'dist/index.js'))) throw new Error('there is no dist: run npm run build')
  const checkout = folder.folder('checkout')
  const listed = git(ROOT, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0')
  // A file that was removed and not yet committed is still listed.
  for (const name of listed.filter((path) => path !== '' && existsSync(join(ROOT, path)))) {
    cpSync(join(ROOT, name), join(checkout, name), { verbatimSymlinks: true })
  }
  git(checkout, 'init', '-q', '-b', 'main')
  git(checkout, 'add', '--all', '--force')
  git(checkout, 'commit', '-q', '-m', 'all that there is')
  return checkout
}

/** A branch from `main` with one commit, which gives the files this content. */
export function addBranch(checkout: string, name: string, files: Readonly<Record<string, string>>): void {
  git(checkout, 'checkout', '-q', '-b', name, 'main')
  commit(checkout, files, name)
}
