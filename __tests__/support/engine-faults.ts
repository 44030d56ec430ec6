import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { engine } from './action-remains.ts'
import { TempFolder } from './git.ts'

/** What becomes of one call. `answer` gives the bytes of a whole answer, HTTP head included. */
export type Fault =
  /** The engine never hears of it. */
  | { readonly kind: 'answer'; readonly answer: string; readonly then?: 'close' | 'open' | 'endless' }
  | { readonly kind: 'cut' }
  /** From this call on nobody listens: the engine is gone. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'hang' }
  /** The engine does it, and its answer is changed on the way; `null` keeps it from coming at all. */
  | { readonly kind: 'change'; readonly change: (answer: Buffer) => Buffer | null }
  /** The engine does it, and the answer comes later by so much. */
  | { readonly kind: 'late'; readonly ms: number }
  /** The engine hears of it later by so much, whether somebody still waits or not. */
  | { readonly kind: 'heard-late'; readonly ms: number }
  /** From this call on the engine takes calls and answers none. */
  | { readonly kind: 'stuck' }
  /** An attached connection, chunk by chunk; gives the bytes to send on. */
  | { readonly kind: 'stream'; readonly open: (to: Socket, from: Socket) => void }

export interface FaultyCall {
  /** Of method and path: `POST /containers/create`. */
  readonly call: RegExp
  /** Which of the calls that match: 1 is the first. By default every one. */
  readonly nth?: number
  /** That one and all after it. */
  readonly onwards?: boolean
  readonly fault: Fault
}

export interface FaultyEngine extends AsyncDisposable {
  /** For DOCKER_HOST. */
  readonly address: string
  readonly path: string
  /** Method and target of each request, in order. */
  readonly asked: readonly string[]
  /** How often a fault struck. */
  readonly struck: () => number
  /** Longest that the engine itself took for a call that was left alone. */
  readonly slowestMs: () => number
  /** Cuts every connection, and takes none any more. */
  readonly die: () => void
}

/**
 * The real engine behind a go-between on a socket of its own, that spoils the calls it is told to. Every request gets a
 * connection to the engine of its own, and is passed on byte by byte.
 */
export async function faultyEngine(faults: readonly FaultyCall[]): Promise<FaultyEngine> {
  const folder = new TempFolder()
  const path = join(folder.path, 'engine.sock')
  const sockets = new Set<Socket>()
  const timers = new Set<NodeJS.Timeout>()
  const open: Open = { sockets, timers, answered: [] }
  const asked: string[] = []
  const seen = new Map<FaultyCall, number>()
  let struck = 0
  let stuck = false
  const faultOf = (line: string): Fault | null => {
    asked.push(line)
    if (stuck) return { kind: 'hang' }
    for (const one of faults) {
      if (!one.call.test(line)) continue
      const n = (seen.get(one) ?? 0) + 1
      seen.set(one, n)
      if (one.nth !== undefined && (one.onwards === true ? n < one.nth : n !== one.nth)) continue
      struck += 1
      stuck = one.fault.kind === 'stuck'
      return one.fault
    }
    return null
  }
  // Whoever attaches ends the input long before the output ends.
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    let head = Buffer.alloc(0)
    const read = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      socket.off('data', read)
      socket.pause()
      const [line = ''] = head.toString('latin1').split('\r\n', 1)
      const fault = faultOf(line.replace(/ HTTP\/1\.\d$/, ''))
      if (fault?.kind === 'gone') die()
      else serve(socket, withoutKeepAlive(head, end), fault, open)
    }
    socket.on('data', read)
  })
  const die = (): void => {
    server.close()
    for (const each of sockets) each.destroy()
  }
  server.listen(path)
  await once(server, 'listening')
  return {
    address: `unix://${path}`,
    path,
    asked,
    struck: () => struck,
    slowestMs: () => Math.max(0, ...open.answered),
    die,
    [Symbol.asyncDispose]: async () => {
      for (const timer of timers) clearTimeout(timer)
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => (server.listening ? server.close(resolve) : setImmediate(resolve)))
      folder.remove()
    },
  }
}

/** One request a connection: the second on it would go by unseen. An attached one stays as it is. */
function withoutKeepAlive(request: Buffer, end: number): Buffer {
  const head = request.subarray(0, end).toString('latin1')
  if (/\r\nUpgrade:/i.test(head)) return request
  const closing = `${head.replace(/\r\nConnection:[^\r]*/i, '')}\r\nConnection: close`
  return Buffer.concat([Buffer.from(closing, 'latin1'), request.subarray(end)])
}

/** What has to be ended with the go-between. */
interface Open {
  readonly sockets: Set<Socket>
  readonly timers: Set<NodeJS.Timeout>
  /** How long the engine itself took for each call that was left alone, in milliseconds. */
  readonly answered: number[]
}

function serve(socket: Socket, request: Buffer, fault: Fault | null, open: Open): void {
  if (fault?.kind === 'cut') return void socket.destroy()
  if (fault?.kind === 'hang' || fault?.kind === 'stuck') return void socket.resume()
  if (fault?.kind === 'heard-late') {
    const rest: Buffer[] = []
    socket.on('data', (chunk: Buffer) => rest.push(chunk))
    open.timers.add(setTimeout(() => pass(socket, Buffer.concat([request, ...rest]), fault, open), fault.ms))
    return
  }
  if (fault?.kind === 'answer') {
    socket.resume() // the rest of the request, if any
    socket.write(fault.answer)
    if (fault.then === 'endless') flood(socket)
    else if (fault.then !== 'open') socket.end()
    return
  }
  pass(socket, request, fault, open)
}

/** Asks the engine itself. */
function pass(socket: Socket, request: Buffer, fault: Fault | null, { sockets, answered }: Open): void {
  const behind =
    'socketPath' in engine
      ? connect({ path: engine.socketPath, allowHalfOpen: true })
      : connect({ ...engine, allowHalfOpen: true })
  sockets.add(behind)
  behind.on('error', () => socket.destroy())
  behind.write(request)
  if (fault?.kind === 'heard-late') return void behind.pipe(socket)
  socket.pipe(behind)
  socket.once('close', () => behind.destroy())
  if (fault === null) {
    // A wait is answered when the container ends.
    if (!request.includes('/wait?')) timeAnswer(socket, behind, answered)
    return void behind.pipe(socket)
  }
  if (fault.kind === 'stream') {
    fault.open(socket, behind)
    return
  }
  const chunks: Buffer[] = []
  behind.on('data', (chunk: Buffer) => chunks.push(chunk))
  behind.once('end', () => {
    const answer = Buffer.concat(chunks)
    if (fault.kind === 'late') setTimeout(() => socket.end(answer), fault.ms)
    else if (fault.kind === 'change') {
      const changed = fault.change(answer)
      if (changed === null) socket.destroy()
      else socket.end(changed)
    }
  })
}

/** Until the first byte of it, or until nobody waits for it any more. */
function timeAnswer(socket: Socket, behind: Socket, answered: number[]): void {
  const started = performance.now()
  const end = (): void => {
    behind.off('data', end)
    socket.off('close', end)
    answered.push(performance.now() - started)
  }
  behind.once('data', end)
  socket.once('close', end)
}

/** As fast as it is taken. */
function flood(socket: Socket): void {
  const more = Buffer.alloc(64 * 1024, 'x')
  const pump = (): void => {
    while (!socket.destroyed && socket.write(more));
  }
  socket.on('drain', pump)
  pump()
}

/** A whole answer with a body of this type. */
export function answered(
  status: string,
  body: string,
  type = 'application/json',
  length = Buffer.byteLength(body),
): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${String(length)}\r\nConnection: close\r\n\r\n${body}`
}
