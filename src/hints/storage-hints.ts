import { ofFailure, ofWords } from './evidence.ts'
import type { Hint } from './hints.ts'

const PLACES = 'the checkout, /tmp and HOME'

const readOnly = ofWords(
  /\bread-only file ?system\b|\bEROFS\b/i,
  `The step wrote to a place that is read-only: all but ${PLACES} is. Have the tool write, or keep its cache, in one of these.`,
)

/** Where an image's own files are, in a line that also says that it was denied. */
const DENIED = /(?:Permission denied|EACCES)/i
const SYSTEM_PATH =
  /(?:^|[\s'"`‘:(=])\/(?:usr|var|opt|etc|root|srv|run|lib|lib64|bin|sbin|mnt|data|app|cache|home)(?:\/|['"`’:,)\s]|$)/

const denied: Hint = ofFailure(({ tail }) =>
  tail.split('\n').some((line) => DENIED.test(line) && SYSTEM_PATH.test(withoutHome(line)))
    ? `The step's user is not root: outside of ${PLACES} it can write nothing, and reads only what the image lets everyone read.`
    : null,
)

/** What is denied in HOME or in a folder of the runner is another matter. */
function withoutHome(line: string): string {
  return line.replaceAll(/\/home\/(?:confine|runner)\b[^\s'":]*|\/[^\s'":]*\/_work\/[^\s'":]*/g, '')
}

const noExec = ofWords(
  /\/dev\/shm\/[^\s:]*: Permission denied|failed to map segment from shared object/,
  'Programs can be started from the checkout, /tmp and HOME, not from /dev/shm.',
)

export const storageHints: readonly Hint[] = [readOnly, noExec, denied]
