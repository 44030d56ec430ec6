import type { Socket } from 'node:net'
import type { Patience } from '../../src/sandbox/patience.ts'
import { answered, type Fault } from './engine-faults.ts'

/** Far above what a call takes on a busy machine of two cores, and in the proportions that a run has. */
export const SHORT: Patience = {
  callMs: 5_000,
  sweepMs: [1_000, 2_000],
  probeMs: 4_000,
  controlMs: 10_000,
  heartbeatMs: 500,
  drainMs: 5_000,
  exitMs: 5_000,
}

const LATE_MS = SHORT.callMs + 500
/** So slow that no answer is whole in time. */
const BYTE_MS = 100

type Way = (to: Socket, from: Socket) => void
const stream = (open: Way): Fault => ({ kind: 'stream', open })

/** What an engine may do about a call but answer it, refuse it or break it off. */
export const SLOW = {
  'never hears of it': { kind: 'hang' },
  'hears of it too late': { kind: 'heard-late', ms: LATE_MS },
  'answers too late': { kind: 'late', ms: LATE_MS },
  'drips its answer': stream(drip),
  'drips the body of its answer': stream(afterHead(drip)),
  'answers nothing any more': { kind: 'stuck' },
  'only says that it is done': { kind: 'answer', answer: answered('204 No Content', '') },
  // Of a connection that was handed over.
  'lets nothing out': stream(afterHead((_, from) => void from.resume())),
  'lets it out too late': stream(afterHead((to, from) => void setTimeout(() => from.pipe(to), 3 * LATE_MS))),
  'lets nothing in': stream((to, from) => {
    to.unpipe(from)
    to.resume()
    from.pipe(to)
  }),
  // Slow, and within the time.
  'answers in time': { kind: 'late', ms: 300 },
  'hands it over in time': stream((to, from) => void setTimeout(() => from.pipe(to), 300)),
} as const satisfies Readonly<Record<string, Fault>>

export type Slowness = keyof typeof SLOW

/** Lets the head of the answer through at once. */
function afterHead(then: Way): Way {
  return (to, from) => {
    let head = Buffer.alloc(0)
    const read = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      from.off('data', read)
      from.pause()
      to.write(head.subarray(0, end + 4))
      from.unshift(head.subarray(end + 4))
      then(to, from)
    }
    from.on('data', read)
  }
}

function drip(to: Socket, from: Socket): void {
  const bytes: number[] = []
  from.on('data', (chunk: Buffer) => bytes.push(...chunk))
  const timer = setInterval(() => {
    const byte = bytes.shift()
    if (byte !== undefined) to.write(Buffer.of(byte))
  }, BYTE_MS)
  to.once('close', () => {
    clearInterval(timer)
  })
}
