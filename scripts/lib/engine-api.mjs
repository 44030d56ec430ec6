// @ts-check
import http from 'node:http'

/** @typedef {{ socketPath: string } | { host: string, port: number }} Address */
/** @typedef {{ status: number, body: string }} Answer */

/**
 * Where `DOCKER_HOST`, or its default, points.
 *
 * @param {string | undefined} dockerHost
 * @returns {Address}
 */
export function addressOf(dockerHost) {
  if (dockerHost === undefined || dockerHost === '') return { socketPath: '/var/run/docker.sock' }
  const url = new URL(dockerHost)
  if (url.protocol === 'unix:') return { socketPath: url.pathname }
  if (url.protocol === 'tcp:' || url.protocol === 'http:') return { host: url.hostname, port: Number(url.port || 2375) }
  throw new Error(`DOCKER_HOST: expected unix:// or tcp://, got ${dockerHost}`)
}

/**
 * One request to the engine, whatever it answers.
 *
 * @param {Address} address
 * @param {string} method
 * @param {string} path
 * @param {import('node:stream').Readable} [body]
 * @returns {Promise<Answer>}
 * @throws {Error} when the engine can't be reached, or hangs for ten minutes
 */
export function ask(address, method, path, body) {
  return new Promise((resolve, reject) => {
    const request = http.request({ ...address, method, path, timeout: 600_000 }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => (text += chunk))
      response.once('error', reject)
      response.once('end', () => resolve({ status: Number(response.statusCode), body: text }))
    })
    request.once('timeout', () => request.destroy(new Error(`${method} ${path}: no answer`)))
    request.once('error', reject)
    if (body === undefined) request.end()
    else body.once('error', (error) => request.destroy(error)).pipe(request)
  })
}

/**
 * One request that has to work: another status than 2xx throws with the engine's words.
 *
 * @param {Address} address
 * @param {string} method
 * @param {string} path
 * @param {import('node:stream').Readable} [body]
 */
export async function mustAsk(address, method, path, body) {
  const answer = await ask(address, method, path, body)
  if (answer.status < 200 || answer.status > 299) {
    throw new Error(`${method} ${path}: ${answer.status} ${answer.body.trim()}`)
  }
  return answer.body
}

/**
 * @param {Address} address
 * @returns {Promise<boolean>} whether an engine answers there
 */
export async function answers(address) {
  try {
    return (await ask(address, 'GET', '/_ping')).status === 200
  } catch {
    // Nothing listens, or it isn't ours to ask: either way there is no engine to use.
    return false
  }
}
