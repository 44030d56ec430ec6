import { existsSync, readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { asRecord, asString } from '../domain/decode.ts'
import { ConfineError, messageOf } from '../domain/errors.ts'

/** Options of docker-modem, with every field that it would else take from the environment. */
export interface Connection {
  readonly socketPath: string | undefined
  readonly host: string | undefined
  readonly port: number | undefined
  readonly protocol: 'http' | 'https' | undefined
  readonly ca: Buffer | undefined
  readonly cert: Buffer | undefined
  readonly key: Buffer | undefined
  readonly timeout: undefined
  readonly pathPrefix: undefined
}

export interface Endpoint {
  /** For the record: kind and address. */
  readonly description: string
  readonly connection: Connection
  /** A plain TCP endpoint beyond loopback: whoever is on the path commands the engine. */
  readonly warning: string | null
}

type Environment = Readonly<Record<string, string | undefined>>

const NOTHING = {
  socketPath: undefined,
  host: undefined,
  port: undefined,
  protocol: undefined,
  // DOCKER_CLIENT_TIMEOUT would end the wait for a step that is silent for longer.
  timeout: undefined,
  pathPrefix: undefined,
} as const
const STANDARD_SOCKET = '/var/run/docker.sock'
const NO_TLS = { ca: undefined, cert: undefined, key: undefined } as const

/**
 * Finds the engine as the Docker CLI does: DOCKER_HOST, then the current context, then the default socket, then the
 * rootless one (docs.docker.com, "Docker contexts" and "Rootless mode"). An empty variable counts as unset.
 */
export function findEndpoint(env: Environment, exists: (path: string) => boolean = existsSync): Endpoint {
  const host = env['DOCKER_HOST'] ?? ''
  if (host !== '') return endpointOf(host, tlsDirectory(env))
  const context = contextEndpoint(env)
  if (context !== null) return context
  const rootless = join(env['XDG_RUNTIME_DIR'] ?? `/run/user/${String(process.getuid?.() ?? 0)}`, 'docker.sock')
  return unixEndpoint(!exists(STANDARD_SOCKET) && exists(rootless) ? rootless : STANDARD_SOCKET)
}

function endpointOf(address: string, tls: string | null): Endpoint {
  // The CLI takes a bare `unix://` for the default socket; an empty path would be dialled as port 80 of this host.
  if (address.startsWith('unix://')) return unixEndpoint(address.slice('unix://'.length) || STANDARD_SOCKET)
  if (address.startsWith('/')) return unixEndpoint(address)
  const url = parseUrl(address)
  if (url.protocol === 'tcp:' || url.protocol === 'http:' || url.protocol === 'https:') return tcpEndpoint(url, tls)
  const kind = url.protocol.replace(/:$/, '')
  throw new ConfineError(
    'engine',
    `DOCKER_HOST: ${kind}:// endpoints are not supported; use unix://, tcp:// or a socket's path`,
  )
}

function unixEndpoint(path: string): Endpoint {
  return { description: `unix ${path}`, connection: { ...NOTHING, ...NO_TLS, socketPath: path }, warning: null }
}

function tcpEndpoint(url: URL, tls: string | null): Endpoint {
  const secure = tls !== null || url.protocol === 'https:'
  const port = url.port === '' ? (secure ? 2376 : 2375) : Number(url.port)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const loopback = host === 'localhost' || host === '::1' || host.startsWith('127.')
  return {
    description: `${secure ? 'tls' : 'tcp'} ${url.host}`,
    connection: {
      ...NOTHING,
      host,
      port,
      protocol: secure ? 'https' : 'http',
      ...(tls === null ? NO_TLS : readTls(tls)),
    },
    warning: secure || loopback ? null : `the engine at ${url.host} is reached without encryption or authentication`,
  }
}

function tlsDirectory(env: Environment): string | null {
  if ((env['DOCKER_TLS_VERIFY'] ?? '') === '') return null
  const given = env['DOCKER_CERT_PATH'] ?? ''
  return given === '' ? configDirectory(env) : given
}

function readTls(directory: string): Pick<Connection, 'ca' | 'cert' | 'key'> {
  const read = (name: string): Buffer => {
    try {
      return readFileSync(join(directory, name))
    } catch (error) {
      throw new ConfineError('engine', `TLS for the engine: ${messageOf(error)}`, { cause: error })
    }
  }
  return { ca: read('ca.pem'), cert: read('cert.pem'), key: read('key.pem') }
}

export function configDirectory(env: Environment): string {
  const given = env['DOCKER_CONFIG'] ?? ''
  return given === '' ? join(env['HOME'] ?? homedir(), '.docker') : given
}

/** Contexts are stored under the SHA-256 of their name (docker/cli, cli/context/store). */
function contextEndpoint(env: Environment): Endpoint | null {
  const directory = configDirectory(env)
  const chosen = env['DOCKER_CONTEXT'] ?? ''
  const name = chosen === '' ? asString(asRecord(readJson(join(directory, 'config.json')))['currentContext']) : chosen
  if (name === null || name === '' || name === 'default') return null
  const id = createHash('sha256').update(name).digest('hex')
  const meta = asRecord(readJson(join(directory, 'contexts', 'meta', id, 'meta.json')))
  const address = asString(asRecord(asRecord(meta['Endpoints'])['docker'])['Host'])
  if (address === null) throw new ConfineError('engine', `the Docker context "${name}" has no readable endpoint`)
  const tls = join(directory, 'contexts', 'tls', id, 'docker')
  return endpointOf(address, existsSync(tls) ? tls : null)
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // No login file, or an unreadable one: the CLI goes on with its defaults as well.
    return null
  }
}

function parseUrl(address: string): URL {
  try {
    return new URL(address)
  } catch (error) {
    throw new ConfineError('engine', `DOCKER_HOST: not an address: ${address.slice(0, 200)}`, { cause: error })
  }
}
