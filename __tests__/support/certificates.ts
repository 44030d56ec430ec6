import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TempFolder } from './git.ts'

/** A key and the certificate that goes with it, as files. */
export interface Identity {
  readonly cert: string
  readonly key: string
}

/** A certificate authority of one test's own. */
export interface Authority extends Identity {
  /** @param names what the certificate is good for, as openssl writes it: `IP:127.0.0.1`. A client's needs none. */
  issue(name: string, names?: string): Identity
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** Makes an authority, good for two days, in a folder of this name. */
export function makeAuthority(folder: TempFolder, name: string): Authority {
  const home = folder.folder(name)
  const files = (stem: string): Identity => ({ cert: join(home, `${stem}.pem`), key: join(home, `${stem}-key.pem`) })
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ca = files('ca')
  openssl('req', '-x509', ...KEY, '-keyout', ca.key, '-out', ca.cert, '-days', '2', '-subj', `/CN=${name}`)
  return {
    ...ca,
    issue(stem, names) {
      const made = files(stem)
      const request = join(home, `${stem}.csr`)
      const usage = names === undefined ? 'extendedKeyUsage=clientAuth' : `subjectAltName=${names}`
      const extensions = folder.write(join(name, `${stem}.ext`), `basicConstraints=CA:FALSE\n${usage}\n`)
      openssl('req', ...KEY, '-keyout', made.key, '-out', request, '-subj', `/CN=${stem}`)
      const signed = ['-CA', ca.cert, '-CAkey', ca.key, '-CAcreateserial', '-days', '2', '-extfile', extensions]
      openssl('x509', '-req', '-in', request, '-out', made.cert, ...signed)
      return made
    },
  }
}

/** Lays files out as DOCKER_CERT_PATH and a context's TLS folder have them; gives the folder. */
export function clientFolder(folder: TempFolder, name: string, ca: Identity, client: Identity | null): string {
  const place = folder.folder(name)
  copyFileSync(ca.cert, join(place, 'ca.pem'))
  if (client === null) return place
  copyFileSync(client.cert, join(place, 'cert.pem'))
  copyFileSync(client.key, join(place, 'key.pem'))
  return place
}

/** For a server that talks only to who shows a certificate of this authority. */
export function mutualTls(server: Identity, clients: Identity) {
  const [cert, key, ca] = [server.cert, server.key, clients.cert].map((path) => readFileSync(path))
  return { cert, key, ca, requestCert: true, rejectUnauthorized: true } as const
}
