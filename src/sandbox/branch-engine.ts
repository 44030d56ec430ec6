import { join } from 'node:path'
import { ConfineError } from '../domain/errors.ts'
import { type HostFacts, isWithin } from '../plan/places.ts'
import { configDirectory } from './docker-context.ts'
import type { Endpoint } from './endpoint.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The branch must not choose the engine, nor the logins and certificates for it: whoever chooses the engine chooses the
 * result. None of the places that say where it is may lie in the checkout, links resolved.
 *
 * @throws ConfineError `engine` that names the variable
 */
export function refuseEngineOfCheckout(
  env: Environment,
  endpoint: Endpoint,
  checkout: string,
  facts: Pick<HostFacts, 'look'>,
): void {
  const config = configDirectory(env)
  const configBy = (env['DOCKER_CONFIG'] ?? '') === '' ? 'HOME (its .docker)' : 'DOCKER_CONFIG'
  const places: readonly (readonly [by: string, place: string | undefined])[] = [
    [configBy, config],
    [configBy, join(config, 'config.json')],
    ['DOCKER_CERT_PATH', env['DOCKER_CERT_PATH']],
    ["the engine's socket", endpoint.connection.socketPath],
  ]
  for (const [by, place] of places) {
    if (place === undefined || place === '') continue
    const sight = facts.look(place)
    // What is not there can't say anything.
    if (sight.kind === 'absent' || sight.kind === 'hidden' || !isWithin(sight.real, checkout)) continue
    throw new ConfineError(
      'engine',
      `${by} leads into the checkout: the branch would choose the engine, or the logins for it`,
    )
  }
}
