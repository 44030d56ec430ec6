import { posix } from 'node:path'
import { type HostFacts, isNormalAbsolute, isWithin } from './places.ts'

/** The runner's programs, without any that a branch could have put there. */
export interface Programs {
  /** For the PATH of what is started. */
  readonly path: string
  /** Absolute path of a program, or `null`. */
  readonly find: (name: string) => string | null
}

export function trustedPrograms(path: string, checkout: string, facts: HostFacts): Programs {
  const folders = trustedFolders(path, checkout, facts)
  return { path: folders.join(':'), find: (name) => findProgram(name, folders, checkout, facts) }
}

/** The folders of a PATH that a branch can't have put programs into: absolute, and not in the checkout. */
export function trustedFolders(path: string, checkout: string, facts: HostFacts): readonly string[] {
  return path.split(':').filter((folder) => {
    if (!isNormalAbsolute(folder)) return false
    const sight = facts.look(folder)
    return sight.kind === 'directory' && !isWithin(sight.real, checkout)
  })
}

/** Absolute path of a program, or `null`. */
export function findProgram(
  name: string,
  folders: readonly string[],
  checkout: string,
  facts: HostFacts,
): string | null {
  for (const folder of folders) {
    const place = posix.join(folder, name)
    const sight = facts.look(place)
    if (sight.kind === 'file' && !isWithin(sight.real, checkout)) return place
  }
  return null
}
