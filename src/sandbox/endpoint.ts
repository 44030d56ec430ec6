import { existsSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { join } from 'node:path'
import { ConfineError } from '../domain/errors.ts'
import { configDirectory, currentContext } from './docker-context.ts'
import { NO_TLS, readTls, type TlsMaterial } from './engine-tls.ts'

/** Options of docker-modem, with every field that it would else take from the environment. */
export interface Connection extends TlsMaterial {
  readonly socketPath: string | undefined
  readonly host: string | undefined
  readonly port: number | undefined
  readonly protocol: 'http' | 'https' | undefined
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

/** An address, and what named it, for the words of a refusal. */
interface Named {
  readonly address: string
  readonly by: string
  /** Folder with certificates; `null` where no TLS is asked for. */
  readonly tls: string | null
}

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
const SCHEMES = ['tcp', 'http', 'https']
const BARE = /^(?:\[[0-9a-f:]+\]|[\w.-]+):\d+$/i

/**
 * Finds the engine as the Docker CLI does: DOCKER_HOST, then the current context, then the default socket, then the
 * rootless one (docs.docker.com, "Docker contexts" and "Rootless mode"). An empty variable counts as unset.
 */
export function findEndpoint(env: Environment, exists: (path: string) => boolean = existsSync): Endpoint {
  const host = env['DOCKER_HOST'] ?? ''
  if (host !== '') return endpointOf({ address: host, by: 'DOCKER_HOST', tls: tlsDirectory(env) })
  const context = currentContext(env)
  if (context !== null) return endpointOf({ ...context, by: `the Docker context "${context.name}"` })
  const rootless = join(env['XDG_RUNTIME_DIR'] ?? `/run/user/${String(process.getuid?.() ?? 0)}`, 'docker.sock')
  return unixEndpoint(!exists(STANDARD_SOCKET) && exists(rootless) ? rootless : STANDARD_SOCKET)
}

function endpointOf({ address, by, tls }: Named): Endpoint {
  // The CLI takes a bare `unix://` for the default socket; an empty path would be dialled as port 80 of this host.
  if (address.startsWith('unix://')) return unixEndpoint(address.slice('unix://'.length) || STANDARD_SOCKET)
  if (address.startsWith('/')) return unixEndpoint(address)
  // An address alone is plain TCP, as for the CLI (docker/cli, opts/hosts.go).
  const whole = BARE.test(address) ? `tcp://${address}` : address
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(whole)?.[1]?.toLowerCase()
  if (scheme === undefined) throw refused(by, `not an address: ${clipped(address)}`)
  if (!SCHEMES.includes(scheme))
    throw refused(by, `${scheme}:// endpoints are not supported; use unix://, tcp:// or a socket's path`)
  // A scheme that the URL parser knows would lose its default port: http://host:80.
  const text = `tcp${whole.slice(scheme.length)}`
  if (!URL.canParse(text)) throw refused(by, `not an address: ${clipped(address)}`)
  const url = new URL(text)
  // Without a host the transport would dial port 80 of this machine, and it drops a path.
  if (url.hostname === '') throw refused(by, `no host in ${clipped(address)}`)
  if (!['', '/'].includes(url.pathname)) throw refused(by, `an address can't have a path: ${clipped(address)}`)
  return tcpEndpoint(url, tls !== null || scheme === 'https', tls)
}

function unixEndpoint(path: string): Endpoint {
  return { description: `unix ${path}`, connection: { ...NOTHING, ...NO_TLS, socketPath: path }, warning: null }
}

function tcpEndpoint(url: URL, secure: boolean, tls: string | null): Endpoint {
  const port = url.port === '' ? (secure ? 2376 : 2375) : Number(url.port)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return {
    description: `${secure ? 'tls' : 'tcp'} ${url.host}`,
    connection: {
      ...NOTHING,
      host,
      port,
      protocol: secure ? 'https' : 'http',
      ...(tls === null ? NO_TLS : readTls(tls)),
    },
    warning:
      secure || isLoopback(host) ? null : `the engine at ${url.host} is reached without encryption or authentication`,
  }
}

/** Addresses, for a name such as `127.0.0.1.example` is whatever its owner says. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

function tlsDirectory(env: Environment): string | null {
  if ((env['DOCKER_TLS_VERIFY'] ?? '') === '') return null
  const given = env['DOCKER_CERT_PATH'] ?? ''
  return given === '' ? configDirectory(env) : given
}

function clipped(text: string): string {
  return text.slice(0, 200)
}

function refused(by: string, why: string): ConfineError {
  return new ConfineError('engine', `${by}: ${why}`)
}
