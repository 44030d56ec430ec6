import { ConfineError } from '../domain/errors.ts'
import type { Plan } from '../domain/plan.ts'
import { firstFew } from '../domain/units.ts'
import { shownPath } from '../plan/byte-path.ts'
import { quoted } from '../plan/printable.ts'
import { findWaysOut } from '../plan/ways-out.ts'
import type { ScrubPort } from '../sandbox/git-credentials.ts'
import { findMountedCredential } from '../sandbox/mount-credentials.ts'

const CURE = 'check it out with persist-credentials: false, or mount the folders that the steps need'

/** What a look through a source came to; `first` is the first thing that must not be there. */
interface Looked {
  readonly first: string | null
  readonly unread: readonly string[]
  readonly complete: boolean
}

/**
 * Refuses sources of `mounts` by which a step could reach the host. Gives notes on what could not be looked through.
 *
 * @throws ConfineError `input`
 */
export function checkMounts(plan: Plan): Promise<readonly string[]> {
  return checkSources(plan, findWaysOut, {
    shown: (path) => quoted(path),
    found: (path) => `holds a socket or pipe, by which a step could reach the host: ${path}`,
    tooMany: 'holds more files than can be looked through for sockets',
    soughtFor: 'sockets',
  })
}

/** The same for credentials that a checkout left in its git folders: in a mount they can't be taken out. */
export function checkMountedGit(port: ScrubPort, plan: Plan, secrets: readonly string[]): Promise<readonly string[]> {
  return checkSources(plan, (source) => findMountedCredential(port, source, secrets), {
    shown: shownPath,
    found: (path) => `holds a credential that steps would see, in ${path}: ${CURE}`,
    tooMany: `holds more in git folders than can be looked through for credentials: ${CURE}`,
    soughtFor: 'credentials',
  })
}

interface Words {
  readonly shown: (path: string) => string
  readonly found: (path: string) => string
  readonly tooMany: string
  readonly soughtFor: string
}

async function checkSources(
  { profile }: Plan,
  look: (source: string) => Promise<Looked>,
  words: Words,
): Promise<readonly string[]> {
  const notes: string[] = []
  for (const { source } of profile.mounts) {
    const { first, unread, complete } = await look(source)
    if (first !== null) throw refused(source, words.found(words.shown(first)))
    if (!complete) throw refused(source, words.tooMany)
    if (unread.length > 0)
      notes.push(
        `mounts: not readable, so not looked through for ${words.soughtFor}: ${firstFew(unread.map((path) => words.shown(path)))}`,
      )
  }
  return notes
}

function refused(source: string, why: string): ConfineError {
  return new ConfineError('input', `Input mounts: ${source} ${why}`)
}
