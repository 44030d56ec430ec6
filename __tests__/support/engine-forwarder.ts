import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { engine } from './action-remains.ts'

/** Another address of the real engine, on this machine. Bytes are passed on as they come. */
export interface Forwarder extends AsyncDisposable {
  /** `127.0.0.1:port`, or a socket's path */
  readonly address: string
  /** Connections that came to stand, and so could ask for something. */
  readonly dialled: () => number
}

type Place = { readonly path: string } | { readonly tls: TlsOptions | null }

/** On a socket at `path`, or on an ephemeral port of the loopback device, behind TLS or without. */
export async function forwardEngine(place: Place): Promise<Forwarder> {
  const sockets = new Set<Socket>()
  let dialled = 0
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }
  const serve = (socket: Socket): void => {
    dialled += 1
    const place = 'socketPath' in engine ? { path: engine.socketPath } : engine
    const behind = connect({ ...place, allowHalfOpen: true })
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      keep(one)
      one.on('error', () => other.destroy())
      one.pipe(other)
      // An ended input is passed on by the pipe; a connection that is gone is not.
      one.once('close', () => setImmediate(() => other.destroySoon()))
    }
  }
  // Whoever attaches ends the input long before the output ends.
  const options = { allowHalfOpen: true }
  const tls = 'tls' in place ? place.tls : null
  const server: Server = tls === null ? createServer(options, serve) : createTlsServer({ ...options, ...tls }, serve)
  server.on('connection', keep) // also who is turned away
  server.on('tlsClientError', () => undefined) // the client has the words for it
  server.listen('path' in place ? { path: place.path } : { host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  return {
    address: 'path' in place ? place.path : `127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    dialled: () => dialled,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
