import { execFileSync } from 'node:child_process'
import { type Hidden } from './action-hide.ts'
import { type Checkout, finish, makeFolders, type Owner, writeFiles } from './checkouts.ts'
import { commit, makeRepository } from './git.ts'

/** Both ways by which steps get to see the checkout. */
export const WAYS: readonly { readonly method: 'overlay' | 'copy'; readonly hide: readonly Hidden[] }[] = [
  { method: 'overlay', hide: [] },
  { method: 'copy', hide: ['work'] },
]

export interface Made {
  /** Shell text, run in the checkout before its commit, and after it. */
  readonly committed?: string
  readonly untracked?: string
  /** Scripts by name, executable and committed, below `ci`. */
  readonly scripts?: Readonly<Record<string, string>>
  /** Name of the checkout's folder. */
  readonly name?: string
  readonly owner?: Owner
}

/** A checkout that shell text makes. */
export function madeCheckout({ committed = '', untracked = '', scripts = {}, name, owner }: Made): Checkout {
  const folders = makeFolders(name)
  makeRepository(folders.path)
  addScripts(folders.path, scripts)
  shell(folders.path, committed)
  const head = commit(folders.path, {}, 'made')
  shell(folders.path, untracked)
  return finish({ ...folders, head }, owner === undefined ? {} : { owner })
}

export function addScripts(path: string, scripts: Readonly<Record<string, string>>): void {
  const files = Object.entries(scripts).map(([script, text]) => [`ci/${script}`, `#!/bin/sh\n${text}\n`] as const)
  writeFiles(path, { LICENSE: 'license\n', ...Object.fromEntries(files) })
  if (files.length > 0) execFileSync('chmod', ['755', ...files.map(([file]) => file)], { cwd: path })
}

export function shell(cwd: string, text: string): string {
  return execFileSync('sh', ['-ec', text], { cwd, env: { PATH: process.env['PATH'] ?? '' } }).toString('latin1')
}
