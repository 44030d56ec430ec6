import { posix } from 'node:path'

/**
 * Settings that outrank the checkout's own `.git/config`. An empty `core.fsmonitor` is off for every git: before 2.36
 * the setting was the name of a program, and "false" one to run.
 */
export const HARDENED = [
  '--no-pager',
  ...['core.fsmonitor=', 'core.hooksPath=/dev/null', 'core.untrackedCache=false', 'protocol.allow=never'].flatMap(
    (setting) => ['-c', setting],
  ),
] as const

/**
 * The whole environment of a git of ours. `home` holds the only settings of the user that it may read. No transport is
 * allowed, so that a partial clone can't fetch what it lacks; nothing is locked, so that `status` writes no index.
 */
export function gitEnvironment(home: string, path: string, checkout: string): Readonly<Record<string, string>> {
  return {
    PATH: path,
    HOME: home,
    XDG_CONFIG_HOME: home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: '',
    // The checkout is this folder or none: never a repository that it lies in.
    GIT_CEILING_DIRECTORIES: posix.dirname(checkout),
  }
}

/**
 * Text of a `.gitconfig` that lets git read a checkout of another owner. A file works with every git that asks;
 * variables or `-c` do only from 2.38 on (git-config(1), `safe.directory`).
 */
export function userSettings(checkout: string): string {
  const quoted = checkout.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')
  return `[safe]\n\tdirectory = "${quoted}"\n`
}

/**
 * Settings that switch off the named filters. `status` runs `filter.<name>.clean` on files that may have changed, the
 * branch's `.gitattributes` choose which, and a command such as `./clean.sh` would be the branch's own.
 *
 * @param names of settings, as `git config --name-only` lists them
 * @returns `null` when a name can't be put on a command line
 */
export function withoutFilters(names: readonly string[]): readonly string[] | null {
  if (names.some((name) => name.includes('='))) return null
  const drivers = new Set(names.map((name) => name.slice(0, name.lastIndexOf('.'))))
  return [...drivers].flatMap((driver) =>
    ['clean=', 'process=', 'required=false'].flatMap((setting) => ['-c', `${driver}.${setting}`]),
  )
}
