import Docker from 'dockerode'
import { Socket } from 'node:net'
import type { Duplex, Readable } from 'node:stream'
import { asNumber, asRecord, asString, asStrings } from '../domain/decode.ts'
import { messageOf } from '../domain/errors.ts'
import type { EngineFacts } from '../domain/evidence.ts'
import { collect } from './collect.ts'
import type { Endpoint } from './endpoint.ts'
import { decodeEngineFacts } from './engine-facts.ts'
import { EngineError } from './engine.ts'
import type { CreatedContainer, Engine, OwnedKind, PathStat, RegistryLogin } from './engine.ts'
import { readPullProgress } from './pull-progress.ts'
import { within } from './within.ts'

/** Longest wait for an ordinary call: an overloaded daemon may take tens of seconds, a hung one never answers. */
const CALL_MS = 60_000
/** Longest transfer of an archive: a large checkout on a slow disk. */
const ARCHIVE_MS = 1_800_000
/** No JSON answer that is read here comes near this size. */
const ANSWER_BYTES = 32 * 1024 * 1024

const PLURAL: Record<OwnedKind, string> = { container: 'containers', volume: 'volumes', network: 'networks' }

interface Request {
  readonly call: string
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly ok: readonly number[]
  readonly body?: object
  readonly file?: Readable
  readonly hijack?: boolean
  readonly login?: RegistryLogin | null
  readonly signal?: AbortSignal
}

/**
 * The only file that knows dockerode. Requests go through its transport rather than its object API, which throws away
 * the `Warnings` of a create answer (dockerode lib/docker.js) and sends its own options as the body of a hijacked
 * request, where they arrive as input (dockerode#742).
 */
export class DockerEngine implements Engine {
  readonly #docker: Docker
  readonly #endpoint: Endpoint
  readonly #callMs: number

  constructor(endpoint: Endpoint, callMs = CALL_MS) {
    this.#endpoint = endpoint
    this.#callMs = callMs
    this.#docker = new Docker(endpoint.connection)
  }

  async facts(): Promise<EngineFacts> {
    const get = (path: string) => this.#json({ call: 'describe engine', method: 'GET', path, ok: [200] })
    const [info, version] = await Promise.all([get('/info'), get('/version')])
    return decodeEngineFacts(this.#endpoint.description, info, version)
  }

  inspectImage(reference: string): Promise<unknown> {
    const path = `/images/${encodeURIComponent(reference)}/json`
    return orNull(this.#json({ call: 'inspect image', method: 'GET', path, ok: [200] }))
  }

  async pullImage(reference: string, login: RegistryLogin | null, onProgress: (line: string) => void): Promise<void> {
    const query = { fromImage: reference }
    const stream = await this.#stream({
      call: 'pull image',
      method: 'POST',
      path: '/images/create',
      query,
      ok: [200],
      login,
    })
    await readPullProgress(stream, onProgress)
  }

  async createVolume(body: object): Promise<{ mountpoint: string }> {
    const answer = await this.#json({
      call: 'create volume',
      method: 'POST',
      path: '/volumes/create',
      ok: [200, 201],
      body,
    })
    const mountpoint = asString(asRecord(answer)['Mountpoint'])
    if (mountpoint === null) throw new EngineError('create volume', 201, 'the answer names no mount point')
    return { mountpoint }
  }

  async createNetwork(body: object): Promise<string> {
    const call = 'create network'
    const id = asString(
      asRecord(await this.#json({ call, method: 'POST', path: '/networks/create', ok: [201], body }))['Id'],
    )
    if (id === null) throw new EngineError(call, 201, 'the answer names no network')
    return id
  }

  async createContainer(body: object): Promise<CreatedContainer> {
    const call = 'create container'
    const answer = asRecord(await this.#json({ call, method: 'POST', path: '/containers/create', ok: [201], body }))
    const id = asString(answer['Id'])
    if (id === null || !/^[0-9a-f]{64}$/.test(id)) throw new EngineError(call, 201, 'the answer names no container')
    return { id, warnings: asStrings(answer['Warnings']) }
  }

  async attach(id: string): Promise<Duplex> {
    const query = { stream: '1', stdin: '1', stdout: '1', stderr: '1' }
    const path = `/containers/${id}/attach`
    const call = 'attach'
    const connection = await this.#stream<Duplex>({ call, method: 'POST', path, query, ok: [101, 200], hijack: true })
    if (connection instanceof Socket) return connection
    // What the transport makes of a plain answer cuts the connection where only the input ends (lib/http_duplex.js).
    connection.destroy()
    throw new EngineError(call, 200, 'the engine does not hand the connection over (no 101)')
  }

  async start(id: string): Promise<void> {
    await this.#json({ call: 'start', method: 'POST', path: `/containers/${id}/start`, ok: [204] })
  }

  async wait(id: string, signal: AbortSignal): Promise<number | null> {
    const query = { condition: 'next-exit' }
    const answer = await this.#dial({
      call: 'wait',
      method: 'POST',
      path: `/containers/${id}/wait`,
      query,
      ok: [200],
      signal,
    })
    const { StatusCode: code, Error: error } = asRecord(await parse('wait', answer))
    // With an error beside it, the code is none of the container's.
    return error === null || error === undefined ? asNumber(code) : null
  }

  inspectContainer(id: string): Promise<unknown> {
    return this.#json({ call: 'inspect', method: 'GET', path: `/containers/${id}/json`, ok: [200] })
  }

  async kill(id: string): Promise<void> {
    const query = { signal: 'KILL' }
    await this.#json({ call: 'kill', method: 'POST', path: `/containers/${id}/kill`, query, ok: [204] })
  }

  async putArchive(id: string, path: string, file: Readable): Promise<void> {
    const call = 'put archive'
    const put = this.#dial({ call, method: 'PUT', path: `/containers/${id}/archive`, query: { path }, ok: [200], file })
    const done = put.then((answer) => collect(answer, ANSWER_BYTES))
    await within(done, ARCHIVE_MS, () => new EngineError(call, null, 'the engine did not answer in time'))
  }

  getArchive(id: string, path: string): Promise<Readable | null> {
    const call = 'get archive'
    return orNull(this.#stream({ call, method: 'GET', path: `/containers/${id}/archive`, query: { path }, ok: [200] }))
  }

  async statPath(id: string, path: string): Promise<PathStat | null> {
    const call = 'stat path'
    const head = this.#stream({ call, method: 'HEAD', path: `/containers/${id}/archive`, query: { path }, ok: [200] })
    const answer = await orNull(head)
    // Nobody reads the empty body: without this its connection stays open for good.
    answer?.resume()
    const header = asString(asRecord(asRecord(answer)['headers'])['x-docker-container-path-stat'])
    return header === null ? null : decodePathStat(call, header)
  }

  async listOwned(kind: OwnedKind, label: string): Promise<readonly string[]> {
    const path = `/${PLURAL[kind]}${kind === 'container' ? '/json' : ''}`
    const query = { all: '1', filters: JSON.stringify({ label: [label] }) }
    const answer = await this.#json({ call: `list ${PLURAL[kind]}`, method: 'GET', path, query, ok: [200] })
    // Go writes an empty list as null. Anything else but a list must not pass for "nothing is left".
    const rows: unknown = kind === 'volume' ? asRecord(answer)['Volumes'] : answer
    if (rows === null) return []
    if (!Array.isArray(rows)) throw new EngineError(`list ${PLURAL[kind]}`, 200, 'the answer is no list')
    return rows.flatMap((row: unknown) => asString(asRecord(row)[kind === 'volume' ? 'Name' : 'Id']) ?? [])
  }

  async remove(kind: OwnedKind, id: string): Promise<void> {
    const path = `/${PLURAL[kind]}/${encodeURIComponent(id)}`
    const query: Record<string, string> = kind === 'container' ? { v: '1', force: '1' } : {}
    await orNull(this.#json({ call: `remove ${kind}`, method: 'DELETE', path, query, ok: [200, 204] }))
  }

  #json(request: Request): Promise<unknown> {
    const late = () => new EngineError(request.call, null, 'the engine did not answer in time')
    return within(
      this.#dial(request).then((answer) => parse(request.call, answer)),
      this.#callMs,
      late,
    )
  }

  /** Waits for the head of the answer only; the caller reads, and bounds, the body. */
  #stream<T extends Readable>(request: Request): Promise<T> {
    const late = () => new EngineError(request.call, null, 'the engine did not answer in time')
    return within(this.#dial<T>(request), this.#callMs, late)
  }

  #dial<T extends Readable>(request: Request): Promise<T> {
    const { modem } = this.#docker
    return new Promise((resolve, reject) => {
      modem.dial(dialOptions(request), (error: unknown, answer: unknown) => {
        if (error === null || error === undefined) resolve(answer as T)
        else reject(toEngineError(request.call, error))
      })
    })
  }
}

function dialOptions(request: Request): Parameters<Docker['modem']['dial']>[0] {
  // The transport drops the last character of a path with a query and without options: hence the closing `&`.
  const query = request.query === undefined ? '' : `?${new URLSearchParams(request.query).toString()}&`
  return {
    path: request.path + query,
    method: request.method,
    statusCodes: Object.fromEntries(request.ok.map((status) => [status, true])),
    // Always a stream: the transport's own reader never calls back when a connection dies inside a body.
    isStream: true,
    options: request.body,
    // An empty body, for without one the transport never sends the head of a hijacked request.
    file: request.hijack === true ? Buffer.alloc(0) : request.file,
    hijack: request.hijack === true,
    openStdin: request.hijack === true,
    authconfig: request.login ?? undefined,
    abortSignal: request.signal,
  } as unknown as Parameters<Docker['modem']['dial']>[0]
}

function decodePathStat(call: string, header: string): PathStat | null {
  const stat = asRecord(parseText(call, Buffer.from(header, 'base64').toString('utf8')))
  const size = asNumber(stat['size'])
  const mtime = asString(stat['mtime'])
  const linkTarget = asString(stat['linkTarget'])
  return size === null || mtime === null ? null : { size, mtime, linkTarget: linkTarget === '' ? null : linkTarget }
}

async function parse(call: string, answer: Readable): Promise<unknown> {
  return parseText(call, (await readAll(call, answer)).toString('utf8'))
}

function parseText(call: string, text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new EngineError(call, null, 'the answer is not JSON', { cause: error })
  }
}

async function readAll(call: string, answer: Readable): Promise<Buffer> {
  try {
    return await collect(answer, ANSWER_BYTES)
  } catch (error) {
    throw new EngineError(call, null, `the answer broke off: ${messageOf(error)}`, { cause: error })
  }
}

async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof EngineError && error.status === 404) return null
    throw error
  }
}

/** docker-modem wraps the engine's words as `(HTTP code 404) unexpected - No such image: x `. */
function toEngineError(call: string, error: unknown): EngineError {
  const status = asNumber(asRecord(error)['statusCode'])
  const said = messageOf(error).replace(/^\(HTTP code \d+\) [^-]*- /, '')
  return new EngineError(call, status, said.trim(), { cause: error })
}
