import Docker from 'dockerode'
import { Socket } from 'node:net'
import { pipeline, Readable, Transform, type Duplex } from 'node:stream'
import { asNumber, asRecord, asString, asStrings } from '../domain/decode.ts'
import type { EngineFacts } from '../domain/evidence.ts'
import { Creations } from './creations.ts'
import type { Endpoint } from './endpoint.ts'
import {
  bounded,
  decodePathStat,
  LATE,
  endLate,
  orNull,
  parse,
  parseText,
  readAll,
  refusalBody,
} from './engine-answers.ts'
import { decodeEngineFacts } from './engine-facts.ts'
import { openTransport } from './engine-transport.ts'
import { faultWords, refusalWords } from './engine-words.ts'
import { EngineError } from './engine.ts'
import type { CreatedContainer, Engine, OwnedKind, PathStat, RegistryLogin } from './engine.ts'
import { PATIENCE } from './patience.ts'
import { readPullProgress } from './pull-progress.ts'
import { within, withinSilence } from './within.ts'

/** The first call of a run: an engine that is well answers in a fraction of a second. */
const DESCRIBE_MS = 15_000
/** Longest transfer of an archive: a large checkout on a slow disk. */
const ARCHIVE_MS = 1_800_000
/** Every status is looked at here: the transport would gather the body of a refusal without any bound. */
const ANY_STATUS = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [String(100 + n), true]))

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
  /** Success may come without a word. */
  readonly wordless?: true
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
  readonly #creations: Creations

  /** @param callMs longest wait for an answer; tests have less of it */
  constructor(endpoint: Endpoint, callMs = PATIENCE.callMs, creations = new Creations()) {
    this.#endpoint = endpoint
    this.#callMs = callMs
    this.#creations = creations
    this.#docker = openTransport(() => new Docker(endpoint.connection))
  }

  async facts(): Promise<EngineFacts> {
    const ms = Math.min(DESCRIBE_MS, this.#callMs)
    const get = (path: string) => this.#json({ call: 'describe engine', method: 'GET', path, ok: [200] }, ms)
    const [info, version] = await Promise.all([get('/info'), get('/version')])
    return decodeEngineFacts(this.#endpoint.description, info, version)
  }

  inspectImage(reference: string): Promise<unknown> {
    const path = `/images/${encodeURIComponent(reference)}/json`
    return orNull(this.#description({ call: 'inspect image', method: 'GET', path, ok: [200] }))
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

  createVolume(body: object): Promise<{ mountpoint: string }> {
    const call = 'create volume'
    const create = async (): Promise<{ mountpoint: string }> => {
      const answer = asRecord(await this.#json({ call, method: 'POST', path: '/volumes/create', ok: [200, 201], body }))
      const mountpoint = asString(answer['Mountpoint'])
      if (mountpoint === null) throw new EngineError(call, 201, 'the answer names no mount point')
      return { mountpoint }
    }
    return this.#creations.during('volume', create, () => asString(asRecord(body)['Name']) ?? '')
  }

  createNetwork(body: object): Promise<string> {
    const call = 'create network'
    const create = async (): Promise<string> => {
      const answer = asRecord(await this.#json({ call, method: 'POST', path: '/networks/create', ok: [201], body }))
      const id = asString(answer['Id'])
      if (id === null || id === '') throw new EngineError(call, 201, 'the answer names no network')
      return id
    }
    return this.#creations.during('network', create, (id) => id)
  }

  createContainer(body: object): Promise<CreatedContainer> {
    const call = 'create container'
    const create = async (): Promise<CreatedContainer> => {
      const answer = asRecord(await this.#json({ call, method: 'POST', path: '/containers/create', ok: [201], body }))
      const id = asString(answer['Id'])
      if (id === null || !/^[0-9a-f]{64}$/.test(id)) throw new EngineError(call, 201, 'the answer names no container')
      return { id, warnings: asStrings(answer['Warnings']) }
    }
    return this.#creations.during('container', create, ({ id }) => id)
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
    await this.#done({ call: 'start', method: 'POST', path: `/containers/${id}/start`, ok: [204] })
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
    return this.#description({ call: 'inspect', method: 'GET', path: `/containers/${id}/json`, ok: [200] })
  }

  async kill(id: string): Promise<void> {
    const query = { signal: 'KILL' }
    await this.#done({ call: 'kill', method: 'POST', path: `/containers/${id}/kill`, query, ok: [204] })
  }

  async putArchive(id: string, path: string, tar: Readable): Promise<void> {
    const call = 'put archive'
    const stop = new AbortController()
    const { signal } = stop
    const late = (): EngineError => {
      stop.abort()
      return new EngineError(call, null, LATE)
    }
    const silence = withinSilence(this.#callMs, late)
    const file = new Transform({
      transform: (chunk, _, done) => {
        silence.alive()
        done(null, chunk)
      },
    })
    pipeline(tar, file, () => undefined) // an error of the source is the call's
    const request = { call, method: 'PUT', path: `/containers/${id}/archive`, query: { path }, ok: [200] } as const
    const done = this.#dial({ ...request, file, signal }).then((answer) => readAll(call, answer))
    await within(silence.watch(done), ARCHIVE_MS, late)
  }

  async getArchive(id: string, path: string): Promise<Readable | null> {
    const call = 'get archive'
    const get = this.#stream({ call, method: 'GET', path: `/containers/${id}/archive`, query: { path }, ok: [200] })
    const archive = await orNull(get)
    if (archive !== null) endLate(call, archive, this.#callMs)
    return archive
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
    await orNull(this.#done({ call: `remove ${kind}`, method: 'DELETE', path, query, ok: [200, 204] }))
  }

  async #json(request: Request, ms = this.#callMs): Promise<unknown> {
    const text = await this.#done(request, ms)
    if (text.trim() === '') throw new EngineError(request.call, null, 'the answer is empty')
    return parseText(request.call, text)
  }

  async #description(request: Request): Promise<unknown> {
    const value = await this.#json(request)
    if (Object.keys(asRecord(value)).length > 0) return value
    throw new EngineError(request.call, null, 'the answer describes nothing')
  }

  /** Gives the text of an answer, which may be none. */
  #done(request: Request, ms = this.#callMs): Promise<string> {
    return bounded(request.call, ms, async (signal) => {
      return (await readAll(request.call, await this.#dial({ ...request, signal }))).toString('utf8')
    })
  }

  /** Waits for the head of the answer only; the caller reads, and bounds, the body. */
  #stream<T extends Readable>(request: Request): Promise<T> {
    return bounded(request.call, this.#callMs, (signal) => this.#dial<T>({ ...request, signal }))
  }

  async #dial<T extends Readable>(request: Request): Promise<T> {
    const answer = await this.#send<T>(request)
    // The connection itself once it was handed over; else what the transport makes of an answer to a hijack.
    if (answer instanceof Socket) return answer
    const plain = request.hijack === true ? asRecord(answer)['_output'] : answer
    const status = asNumber(asRecord(plain)['statusCode'])
    if (status !== null && request.ok.includes(status)) return answer
    const words = refusalWords(status, plain instanceof Readable ? await refusalBody(answer, plain) : '')
    throw new EngineError(request.call, status, words)
  }

  #send<T extends Readable>(request: Request): Promise<T> {
    const { modem } = this.#docker
    return new Promise((resolve, reject) => {
      modem.dial(dialOptions(request), (error: unknown, answer: unknown) => {
        if (error === null || error === undefined) resolve(answer as T)
        else reject(new EngineError(request.call, null, faultWords(error), { cause: error }))
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
    statusCodes: ANY_STATUS,
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
