// @ts-check
import { createFaults } from './faults.mjs'
import { createGitHubServer } from './server.mjs'
import { createRepository, createWorld } from './state.mjs'
import { defaultTokens } from './tokens.mjs'

export { ANSWERS } from './answers.mjs'
export { eventEnvironment, eventPayload } from './events.mjs'
export { actionsToken, appToken, personalToken, TOKENS } from './tokens.mjs'

/** GITHUB_TOKEN: 1000 requests an hour and repository. */
const RATE_LIMIT = 1000

/** @type {typeof import('./index.d.mts').startGitHub} */
export async function startGitHub(options = {}) {
  const { owner = 'octo-org', repo = 'octo-repo', now = () => new Date(), prefix = '' } = options
  const world = createWorld(now)
  const requests = /** @type {import('./index.d.mts').Seen[]} */ ([])
  const violations = /** @type {import('./index.d.mts').Violation[]} */ ([])
  /** @type {import('./respond.mjs').Service} */
  const service = {
    tokens: options.tokens ?? defaultTokens(),
    repositories: new Map(),
    urls: { api: '', server: options.serverUrl ?? 'https://github.com' },
    annotationOverflow: options.annotationOverflow ?? 'refuse',
    rate: { limit: RATE_LIMIT, used: 0, reset: Math.floor(now().getTime() / 1000) + 3600 },
    now: world.now,
    violate: ({ method, path }, kind, message) => void violations.push({ kind, method, path, message }),
  }
  const repository = repositoryOf(service, world, options)
  const state = repository(`${owner}/${repo}`)
  const faults = createFaults()
  const server = createGitHubServer({ service, faults, requests, prefix })
  service.urls.api = `http://127.0.0.1:${await listen(server, options.port ?? 0)}${prefix}`
  const end = () => close(server)
  const ends = { close: end, [Symbol.asyncDispose]: end }
  return { url: service.urls.api, state, repository, requests, violations, fault: faults.add, ...ends }
}

/**
 * @param {import('./respond.mjs').Service} service
 * @param {import('./state.mjs').World} world
 * @param {import('./index.d.mts').RepositoryOptions} defaults
 * @returns {import('./index.d.mts').StandIn['repository']}
 */
function repositoryOf({ repositories }, world, defaults) {
  return (fullName, options = defaults) => {
    const key = fullName.toLowerCase()
    const known = repositories.get(key)
    if (known !== undefined) return known.repository
    const [owner = '', name = ''] = fullName.split('/')
    if (owner === '' || name === '') throw new Error(`"${fullName}" is not owner/name`)
    const repository = createRepository(world, owner, name, options)
    repositories.set(key, { repository, commits: options.commits ?? 'any' })
    return repository
  }
}

/** @param {import('node:http').Server} server @param {number} port @returns {Promise<number>} */
function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('no TCP port'))
      else resolve(address.port)
    })
  })
}

/** @param {import('node:http').Server} server @returns {Promise<void>} */
function close(server) {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)))
    server.closeAllConnections()
  })
}
