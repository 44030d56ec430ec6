import { ConfineError } from '../domain/errors.ts'
import type { Plan } from '../domain/plan.ts'
import { firstFew } from '../domain/units.ts'
import { shownPath } from '../plan/byte-path.ts'
import { shown } from '../plan/printable.ts'
import { findWaysOut } from '../plan/ways-out.ts'
import type { ScrubPort } from '../sandbox/git-credentials.ts'
import { findMountedCredential } from '../sandbox/mount-credentials.ts'

const CURE = 'check it out with persist-credentials: false, or mount the folders that the steps need'

/**
 * Refuses sources of `mounts` by which a step could reach the host or the job's credentials. Gives notes on what could not
 * be looked through.
 *
 * @throws ConfineError `input`
 */
export async function checkMounts({ profile }: Plan): Promise<readonly string[]> {
  const notes: string[] = []
  for (const { source } of profile.mounts) {
    const { first, unread, complete } = await findWaysOut(source)
    if (first !== null)
      throw refused(source, `holds a socket or pipe, by which a step could reach the host: ${shown(first)}`)
    if (!complete) throw refused(source, 'holds more files than can be looked through for sockets')
    if (unread.length > 0)
      notes.push(
        `mounts: not readable, so not looked through for sockets: ${firstFew(unread.map((path) => shown(path)))}`,
      )
  }
  return notes
}

/** The same for credentials that a checkout left in its git folders: in a mount they can't be taken out. */
export async function checkMountedGit(
  port: ScrubPort,
  { profile }: Plan,
  secrets: readonly string[],
): Promise<readonly string[]> {
  const notes: string[] = []
  for (const { source } of profile.mounts) {
    const { first, unread, complete } = await findMountedCredential(port, source, secrets)
    if (first !== null)
      throw refused(source, `holds a credential that steps would see, in ${shownPath(first)}: ${CURE}`)
    if (!complete)
      throw refused(source, `holds more in git folders than can be looked through for credentials: ${CURE}`)
    if (unread.length > 0)
      notes.push(`mounts: not readable, so not looked through for credentials: ${firstFew(unread.map(shownPath))}`)
  }
  return notes
}

function refused(source: string, why: string): ConfineError {
  return new ConfineError('input', `Input mounts: ${source} ${why}`)
}
