import { posix } from 'node:path'
import type { ExtraMount } from '../domain/profile.ts'
import { CLOSED_SOURCES, CLOSED_TARGETS, CREDENTIAL_PLACES } from './mount-places.ts'
import { type HostFacts, isNormalAbsolute, isWithin, overlap, realPlace } from './places.ts'
import type { Problems } from './problems.ts'

const MOST_MOUNTS = 64

export interface MountContext {
  readonly problems: Problems
  readonly facts: HostFacts
  readonly checkout: string
  readonly tempDir: string
  /** HOME of the job; `null` when it has none. */
  readonly home: string | null
  /** Path of the engine's socket where DOCKER_HOST names one. */
  readonly socket: string | null
}

/**
 * The input `mounts`: read-only `source:target` lines. Sources are given with links resolved, so that a link can't lead
 * to a closed place; one that doesn't exist is left for the engine to refuse.
 */
export function parseMounts(text: string, context: MountContext): readonly ExtraMount[] {
  const mounts: ExtraMount[] = []
  text.split('\n').forEach((raw, index) => {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) return
    const mount = parseMount(`mounts line ${String(index + 1)}`, line, context)
    if (mount !== null) mounts.push(mount)
  })
  if (mounts.length > MOST_MOUNTS) {
    context.problems.add('mounts', `at most ${String(MOST_MOUNTS)} lines`, String(mounts.length))
  }
  refuseNested(mounts, context.problems)
  return mounts
}

function parseMount(place: string, line: string, context: MountContext): ExtraMount | null {
  const { problems } = context
  const [source, target, ...rest] = line.split(':')
  if (source === undefined || target === undefined || rest.length > 0) {
    const hint = 'source:target (paths that hold a colon can not be mounted, and every mount is read-only)'
    return problems.addValue(place, hint, line)
  }
  if (!isNormalAbsolute(source) || !isNormalAbsolute(target) || line.includes('\0')) {
    return problems.addValue(place, 'two absolute paths without ".." or doubled slashes', line)
  }
  const real = realPlace(source, context.facts)
  if (real === null) return problems.addValue(place, 'a source that can be looked at', line)
  const because = sourceRefusal(real, context) ?? targetRefusal(target, context)
  return because === null ? { source: real, target } : problems.addValue(place, because, line)
}

function sourceRefusal(source: string, context: MountContext): string | null {
  const { facts, checkout, tempDir, home, socket } = context
  const isClosed = (path: string): boolean => overlap(source, path) || overlap(source, realOr(path, facts))
  const closed = CLOSED_SOURCES.find(isClosed)
  if (closed !== undefined) return `a source apart from ${closed}`
  if (socket !== null && isClosed(socket)) return "a source apart from the engine's socket"
  if (isClosed(tempDir)) return "a source apart from the runner's temp folder"
  if (isClosed(checkout)) return 'a source apart from the checkout, which steps see anyway'
  if (home !== null && isWithin(realOr(home, facts), source)) return 'a source that does not hold the home folder'
  const secret = home === null ? undefined : CREDENTIAL_PLACES.find((path) => isClosed(posix.join(home, path)))
  if (secret !== undefined) return `a source apart from ~/${secret}, where credentials are kept`
  const { kind } = facts.look(source)
  return kind === 'other' ? 'a folder or a regular file as source' : null
}

function realOr(path: string, facts: HostFacts): string {
  return realPlace(path, facts) ?? path
}

function targetRefusal(target: string, { checkout }: MountContext): string | null {
  if (overlap(target, checkout)) return 'a target apart from the checkout'
  const closed = CLOSED_TARGETS.find((path) => overlap(target, path))
  return closed === undefined ? null : `a target apart from ${closed}`
}

/** The engine makes mount points in the order of their depth: one inside a read-only other can't be made. */
function refuseNested(mounts: readonly ExtraMount[], problems: Problems): void {
  mounts.forEach((mount, index) => {
    const earlier = mounts.slice(0, index).find((other) => overlap(other.target, mount.target))
    if (earlier !== undefined)
      problems.addValue('mounts', `targets apart from each other and ${earlier.target}`, mount.target)
  })
}
