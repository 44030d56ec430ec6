import { once } from 'node:events'
import http from 'node:http'
import { type AddressInfo, type Socket } from 'node:net'
import { engine } from './action-remains.ts'

type Json = Record<string, unknown>

/** What stands between Confine and the real engine does to the calls whose path matches. */
export interface Meddling {
  readonly path: RegExp
  readonly request?: (body: Json) => Json
  readonly answer?: (body: Json) => Json
}

export interface MeddledEngine extends AsyncDisposable {
  /** For DOCKER_HOST: plain TCP on loopback. */
  readonly address: string
  /** Calls that were meddled with, so that a test sees that it meddled. */
  readonly meddled: () => number
}

/** The real engine behind a go-between that changes requests and answers on their way. */
export async function meddledEngine(meddlings: readonly Meddling[]): Promise<MeddledEngine> {
  const sockets = new Set<Socket>()
  const agent = new http.Agent()
  let count = 0
  const server = http.createServer((request, response) => {
    const found = meddlings.filter(({ path }) => path.test(request.url ?? ''))
    count += found.length
    pass(agent, request, response, found).catch((error: unknown) => response.destroy(new Error(String(error))))
  })
  server.on('connection', (socket) => void sockets.add(socket))
  server.on('upgrade', (request: http.IncomingMessage, socket: Socket, head: Buffer) => {
    const { method, url: path, headers } = request
    const upstream = http.request({ ...engine, agent, method, path, headers })
    upstream.once('upgrade', (answer, behind: Socket, first: Buffer) => {
      sockets.add(behind)
      // The one side may go while the other still writes: its end is passed on below.
      for (const side of [socket, behind]) side.on('error', () => undefined)
      socket.write(`HTTP/1.1 101 UPGRADED\r\n${headerLines(answer)}\r\n`)
      socket.write(first)
      behind.write(head)
      behind.pipe(socket).on('close', () => behind.destroy())
      socket.pipe(behind).on('close', () => socket.destroy())
    })
    upstream.once('error', () => socket.destroy())
    upstream.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `tcp://127.0.0.1:${String(port)}`,
    meddled: () => count,
    [Symbol.asyncDispose]: async () => {
      agent.destroy()
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function pass(
  agent: http.Agent,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  meddlings: readonly Meddling[],
): Promise<void> {
  const changes = meddlings.flatMap((one) => (one.request === undefined ? [] : [one.request]))
  const body = changed(await whole(request), changes)
  const headers = { ...request.headers, 'content-length': String(body.length) }
  delete (headers as http.IncomingHttpHeaders)['transfer-encoding']
  const upstream = http.request({ ...engine, agent, method: request.method, path: request.url, headers })
  upstream.end(body)
  const [answer] = (await once(upstream, 'response')) as [http.IncomingMessage]
  const answers = meddlings.flatMap((one) => (one.answer === undefined ? [] : [one.answer]))
  if (answers.length === 0 || (answer.statusCode ?? 500) > 299) {
    response.writeHead(answer.statusCode ?? 500, answer.headers).flushHeaders()
    answer.pipe(response)
    return
  }
  const text = changed(await whole(answer), answers)
  response.writeHead(answer.statusCode ?? 500, { 'content-type': 'application/json', 'content-length': text.length })
  response.end(text)
}

function changed(body: Buffer, changes: readonly ((body: Json) => Json)[]): Buffer {
  if (changes.length === 0) return body
  const json = (body.length === 0 ? {} : JSON.parse(body.toString('utf8'))) as Json
  const meddled = changes.reduce((now, change) => change(now), json)
  return body.length === 0 ? body : Buffer.from(JSON.stringify(meddled))
}

async function whole(stream: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function headerLines({ rawHeaders }: http.IncomingMessage): string {
  return rawHeaders.flatMap((name, n) => (n % 2 === 0 ? [`${name}: ${rawHeaders[n + 1] ?? ''}\r\n`] : [])).join('')
}

/** The part of a create request or of a description that a host has a say in. */
export function withHost(change: Json): (body: Json) => Json {
  return (body) => ({ ...body, HostConfig: { ...(body['HostConfig'] as Json), ...change } })
}
