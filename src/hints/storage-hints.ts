import { ofFailure, ofWords } from './evidence.ts'
import type { Hint } from './hints.ts'

const PLACES = 'the checkout, /tmp and HOME'

const readOnly = ofWords(
  /\bread-only file ?system\b|\bEROFS\b/i,
  `The step wrote to a place that is read-only, by what it printed: all but ${PLACES} is. Have the tool write, or keep its cache, in one of these.`,
)

const DENIED = /(?:Permission denied|EACCES)/i
/** Where an image's own files are. */
const SYSTEM_PATH =
  /(?:^|[\s'"`‘:(=])\/(?:usr|var|opt|etc|root|srv|run|lib|lib64|bin|sbin|mnt|data|app|cache|home)(?:\/|['"`’:,)\s]|$)/

const denied: Hint = ofFailure(({ tail }) =>
  deniedLines(tail).some((line) => SYSTEM_PATH.test(line))
    ? `The step's user is not root: outside of ${PLACES} it can write nothing, and reads only what the image lets everyone read. If it is to write, have the tool do so, or keep its cache, in one of these.`
    : null,
)

/** Without who says it, such as `/bin/sh: line 1: `; what is denied in HOME or in a folder of the runner is another matter. */
function deniedLines(tail: string): readonly string[] {
  return tail
    .split('\n')
    .filter((line) => DENIED.test(line))
    .map((line) =>
      line
        .replace(/^\/[^\s:]+: /, '')
        .replaceAll(/\/home\/(?:confine|runner)\b[^\s'":]*|\/[^\s'":]*\/_work\/[^\s'":]*/g, ''),
    )
}

const foreignOwner: Hint = ofFailure(({ tail, profile: { user }, checkout }) => {
  if (user === null || checkout === null || checkout.ownerUid === user.uid) return null
  const inCheckout = deniedLines(tail).some((line) => !SYSTEM_PATH.test(line) && !OTHER_REFUSAL.test(line))
  if (!inCheckout) return null
  return `The step ran as ${String(user.uid)}, by the input user, and the checkout belongs to ${String(checkout.ownerUid)}: leave user out, and steps run as the checkout's owner.`
})
/** Of a server, a device, a kernel's file. */
const OTHER_REFUSAL = /publickey|\/(?:dev|proc|sys|tmp)\//

const noExec = ofWords(
  /\/dev\/shm\/[^\s:]*: Permission denied|failed to map segment from shared object/,
  'Programs can be started from the checkout, /tmp and HOME, not from /dev/shm: put the program into one of these.',
)

export const storageHints: readonly Hint[] = [noExec, foreignOwner, readOnly, denied]
