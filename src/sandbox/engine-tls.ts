import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { X509Certificate } from 'node:crypto'
import { asRecord, asString } from '../domain/decode.ts'
import { ConfineError, messageOf } from '../domain/errors.ts'

/** Contents of PEM files, as `tls.connect` takes them. */
export interface TlsMaterial {
  readonly ca: Buffer | undefined
  readonly cert: Buffer | undefined
  readonly key: Buffer | undefined
}

export const NO_TLS: TlsMaterial = { ca: undefined, cert: undefined, key: undefined }

/**
 * Reads `ca.pem`, `cert.pem` and `key.pem` of a folder. As for the Docker CLI the client's pair may be missing, for an
 * engine that does not ask for it (docker/cli, cli/flags/options.go); the engine's own certificate is always verified.
 *
 * @throws ConfineError `engine` for what can't be read, or is no certificate or key
 */
export function readTls(folder: string): TlsMaterial {
  const material = {
    ca: read(folder, 'ca.pem'),
    cert: readIfThere(folder, 'cert.pem'),
    key: readIfThere(folder, 'key.pem'),
  }
  if ((material.cert === undefined) !== (material.key === undefined))
    throw unusable(folder, 'cert.pem and key.pem go together, and one of them is missing')
  try {
    // A text that is no certificate would be taken for an empty list of authorities.
    new X509Certificate(material.ca)
    createSecureContext(material)
  } catch (error) {
    throw unusable(folder, `no usable certificates or key (${messageOf(error)})`)
  }
  return material
}

function readIfThere(folder: string, name: string): Buffer | undefined {
  try {
    return readFileSync(join(folder, name))
  } catch (error) {
    if (asString(asRecord(error)['code']) === 'ENOENT') return undefined
    throw unusable(folder, messageOf(error))
  }
}

function read(folder: string, name: string): Buffer {
  const content = readIfThere(folder, name)
  if (content === undefined) throw unusable(folder, `${name} is not there`)
  return content
}

function unusable(folder: string, why: string): ConfineError {
  return new ConfineError('engine', `TLS for the engine, from ${folder}: ${why}`)
}
