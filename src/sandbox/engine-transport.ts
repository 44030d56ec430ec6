import http from 'node:http'
import https from 'node:https'
import protocols from 'docker-modem/lib/http.js'

/**
 * Makes a client of dockerode's transport that dials what it is told to, and nothing else.
 *
 * As it comes, the transport follows redirections: to any address, as a GET without a body, and with nobody to hear that
 * it failed, which ends the process (docker-modem lib/http.js). Engines have none; a proxy's sign-in page is one. It also
 * takes DOCKER_HOST apart before it looks at its options, and reads the files of DOCKER_CERT_PATH with it, asked for or
 * not (lib/modem.js).
 */
export function openTransport<T>(make: () => T): T {
  protocols.http.request = http.request
  protocols.https.request = https.request
  const { DOCKER_HOST: host } = process.env
  delete process.env['DOCKER_HOST']
  try {
    return make()
  } finally {
    if (host !== undefined) process.env['DOCKER_HOST'] = host
  }
}
