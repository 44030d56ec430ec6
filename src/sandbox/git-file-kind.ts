/**
 * What a file of a git folder is to the scan.
 *
 * `config`: settings, which git reads and Confine writes anew. `log`: an object's name or two, a tab, and text behind it.
 * `text`: nothing in it that git needs byte by byte. `other`: never changed (index, HEAD, references, hooks, and all that
 * is not named here).
 */
export type GitFileKind = 'config' | 'log' | 'text' | 'other'

/** gitrepository-layout(5); a linked worktree has a folder of its own below `worktrees`. */
const KINDS: readonly (readonly [RegExp, GitFileKind])[] = [
  [/^(?:worktrees\/[^/]+\/)?config(?:\.worktree)?$/, 'config'],
  // Below `modules` without a repository around it: what is left of a submodule, or one that is cut short.
  [/^modules\/(?:.+\/)?config(?:\.worktree)?$/, 'config'],
  [/^(?:worktrees\/[^/]+\/)?(?:logs\/.+|FETCH_HEAD)$/, 'log'],
  [/^(?:remotes|branches)\/.+$/, 'text'],
  // Copies of settings, and what `credential.helper store --file` is usually called: git reads neither.
  [/^config[.~_-][^/]*$/, 'text'],
  [/^[^/]*credentials[^/]*$/, 'text'],
]

/** @param path below the git folder, Latin-1 */
export function gitFileKind(path: string): GitFileKind {
  return KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'other'
}

/** Git's own stores: loose objects, packs, LFS objects. They are named by what is in them, and not looked into. */
const STORES: readonly RegExp[] = [
  /^objects\/[0-9a-f]{2}\/[0-9a-f]{38}(?:[0-9a-f]{24})?$/,
  /^objects\/pack\/pack-[0-9a-f]+\.(?:pack|idx|rev|bitmap|mtimes)$/,
  /^lfs\/objects\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/,
]

/** @param path below the git folder, Latin-1 */
export function isGitStore(path: string): boolean {
  return STORES.some((pattern) => pattern.test(path))
}

/** What git can't do without: no such file is ever emptied, whoever names it as a credential helper's. */
export function isPartOfGit(path: string): boolean {
  return /(?:^|\/)(?:(?:refs|objects|info|hooks|logs)\/.*|[A-Z_]*HEAD|index|shallow|packed-refs|config(?:\.worktree)?)$/.test(
    path,
  )
}
