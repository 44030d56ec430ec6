import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { asRecord, asString } from '../domain/decode.ts'
import { ConfineError } from '../domain/errors.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Where a Docker context says that the engine is. */
export interface DockerContext {
  readonly name: string
  readonly address: string
  /** Folder of its certificates; `null` when it has none. */
  readonly tls: string | null
}

/** Folder of what the Docker CLI keeps: logins, contexts, certificates. */
export function configDirectory(env: Environment): string {
  const given = env['DOCKER_CONFIG'] ?? ''
  return given === '' ? join(env['HOME'] ?? homedir(), '.docker') : given
}

/**
 * The context that DOCKER_CONTEXT or else the login file names; `null` for none, and for the default one. Contexts are
 * stored under the SHA-256 of their name (docker/cli, cli/context/store).
 *
 * @throws ConfineError `engine` for a named one that is not there, or names no endpoint
 */
export function currentContext(env: Environment): DockerContext | null {
  const directory = configDirectory(env)
  const chosen = env['DOCKER_CONTEXT'] ?? ''
  const name = chosen === '' ? asString(asRecord(readJson(join(directory, 'config.json')))['currentContext']) : chosen
  if (name === null || name === '' || name === 'default') return null
  const id = createHash('sha256').update(name).digest('hex')
  const meta = asRecord(readJson(join(directory, 'contexts', 'meta', id, 'meta.json')))
  const address = asString(asRecord(asRecord(meta['Endpoints'])['docker'])['Host'])
  if (address === null) throw new ConfineError('engine', `the Docker context "${name}" has no readable endpoint`)
  const tls = join(directory, 'contexts', 'tls', id, 'docker')
  return { name, address, tls: existsSync(tls) ? tls : null }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // No login file, or an unreadable one: the CLI goes on with its defaults as well.
    return null
  }
}
