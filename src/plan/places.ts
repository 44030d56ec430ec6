import { posix } from 'node:path'

/** Where a step's HOME is: a tmpfs, the same for every image. */
export const HOME_INSIDE = '/home/confine'

/** `inner` is `outer` or lies below it. Both absolute and normal. */
export function isWithin(inner: string, outer: string): boolean {
  return outer === '/' || inner === outer || inner.startsWith(`${outer}/`)
}

/** One is the other, or holds it. */
export function overlap(left: string, right: string): boolean {
  return isWithin(left, right) || isWithin(right, left)
}

/** Absolute, no `.`, `..`, doubled or trailing slash: the spelling is the place. */
export function isNormalAbsolute(path: string): boolean {
  return posix.isAbsolute(path) && posix.normalize(path) === path && (path === '/' || !path.endsWith('/'))
}

/** What is at a path of the runner, links followed. */
export type Sight =
  | { readonly kind: 'directory' | 'file' | 'other'; readonly real: string }
  | { readonly kind: 'absent' }
  /** A link that leads nowhere or round in circles, a way through a file, or no permission to look. */
  | { readonly kind: 'hidden' }

/** What the plan asks of the runner's machine; nothing is changed. */
export interface HostFacts {
  look(path: string): Sight
  /** Where temporary files go when RUNNER_TEMP is not set. */
  readonly tempDir: string
  /** Where the process was started: GitHub starts actions in the workspace. */
  readonly cwd: string
  /** CPUs of this machine. */
  readonly cpus: number
}

/**
 * Where `path` really is, though its last parts may not exist yet: links of the nearest existing folder are resolved.
 * `null` when a part can't be looked at, or is no folder.
 */
export function realPlace(path: string, facts: HostFacts): string | null {
  const missing: string[] = []
  let place = path
  for (;;) {
    const sight = facts.look(place)
    if (sight.kind === 'hidden') return null
    if (sight.kind !== 'absent') {
      if (missing.length > 0 && sight.kind !== 'directory') return null
      return posix.join(sight.real, ...missing)
    }
    if (place === '/') return null
    missing.unshift(posix.basename(place))
    place = posix.dirname(place)
  }
}
