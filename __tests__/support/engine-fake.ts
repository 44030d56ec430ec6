import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { DockerEngine } from '../../src/sandbox/docker-engine.ts'
import { findEndpoint } from '../../src/sandbox/endpoint.ts'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type Answer = (asked: Asked, response: ServerResponse) => void
/** `socket` is the raw connection, of which not even a status line has been sent. */
export type Hijack = (asked: Asked, socket: Duplex) => void

export const ID = 'c0ffee'.repeat(11).slice(0, 64)

/** An engine's HTTP server on a socket of its own, which answers as a test says; anything else is a 500. */
export class FakeEngine implements AsyncDisposable {
  readonly asked: Asked[] = []
  readonly engine: DockerEngine
  readonly #folder = mkdtempSync(join(tmpdir(), 'confine-engine-'))
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #answers = new Map<string, Answer>()
  #attach: Hijack | null = null

  private constructor(callMs: number) {
    this.#server = createServer((request, response) => void this.#serve(request, response))
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => undefined) // a test that breaks a connection means to
      socket.once('close', () => this.#sockets.delete(socket))
    })
    this.engine = new DockerEngine(findEndpoint({ DOCKER_HOST: `unix://${this.path}` }), callMs)
  }

  get path(): string {
    return join(this.#folder, 'engine.sock')
  }

  static async start(callMs = 60_000): Promise<FakeEngine> {
    const fake = new FakeEngine(callMs)
    fake.#server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
      const asked = ask(request, '')
      fake.asked.push(asked)
      fake.#attach?.(asked, socket)
    })
    await new Promise<void>((resolve) => fake.#server.listen(fake.path, resolve))
    return fake
  }

  /** `route` is a method and a path without its query: `POST /containers/create`. */
  on(route: string, answer: Answer): this {
    this.#answers.set(route, answer)
    return this
  }

  onAttach(hijack: Hijack): this {
    this.#attach = hijack
    return this
  }

  /** Requests to a route, in their order. */
  calls(route: string): readonly Asked[] {
    return this.asked.filter(({ method, path }) => `${method} ${path}` === route)
  }

  /** The engine dies: every connection is cut, and none is taken any more. */
  die(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.die()
    await new Promise((resolve) => setImmediate(resolve))
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const asked = ask(request, Buffer.concat(chunks).toString())
    this.asked.push(asked)
    const answer = this.#answers.get(`${asked.method} ${asked.path}`)
    if (answer === undefined) json(500, { message: `no answer for ${asked.method} ${asked.path}` })(asked, response)
    else answer(asked, response)
  }
}

function ask(request: IncomingMessage, body: string): Asked {
  const url = new URL(request.url ?? '', 'http://engine')
  const query = Object.fromEntries(url.searchParams)
  return { method: request.method ?? '', path: decodeURIComponent(url.pathname), query, headers: request.headers, body }
}

export function json(status: number, body: unknown): Answer {
  return (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  }
}

export function text(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(status, headers).end(body)
  }
}

/** Sends a part of a body, then cuts the connection. */
export function torn(status: number, part: string): Answer {
  return (_, response) => {
    response.writeHead(status, { 'Content-Length': '1000' })
    response.write(part, () => response.destroy())
  }
}

export const cut: Answer = (_, response) => {
  response.destroy()
}

/** Never answers. */
export const hang: Answer = () => undefined
