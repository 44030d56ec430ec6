// @ts-check
import { setTimeout as sleep } from 'node:timers/promises'
import { startDaemon } from './daemon.mjs'
import { addressOf, answers } from './engine-api.mjs'
import { need } from './need.mjs'
import { hasCommand } from './run.mjs'
import { say } from './say.mjs'

/**
 * A running engine: `stop` ends it if it was started here, and else does nothing.
 *
 * @typedef {{ address: import('./engine-api.mjs').Address, started: boolean, stop: () => Promise<void> }} Engine
 */

/**
 * Finds the engine that `DOCKER_HOST` or its default names; installs and starts one on that socket if nothing answers.
 *
 * @param {{ dockerHost?: string | undefined, flags?: readonly string[] }} [options] `flags` for a dockerd started here
 * @returns {Promise<Engine>}
 * @throws {Error} when none answers and none can be started: never goes on without one
 */
export async function findEngine({ dockerHost = process.env['DOCKER_HOST'], flags = [] } = {}) {
  const address = addressOf(dockerHost)
  const found = { address, started: false, stop: async () => {} }
  if (await answers(address)) return found
  if (!('socketPath' in address)) throw new Error(`no engine answers at ${String(dockerHost)}`)
  if (!hasCommand('dockerd')) {
    await need(['docker.io'])
    // The package may have started its service.
    if (await answersSoon(address)) return found
  }
  say('starting dockerd')
  const daemon = await startDaemon({ socketPath: address.socketPath, flags })
  const stop = async () => {
    say(`ending dockerd (process ${daemon.pid})`)
    await daemon.stop()
  }
  return { address, started: true, stop }
}

/** @param {import('./engine-api.mjs').Address} address */
async function answersSoon(address) {
  for (let tries = 0; tries < 6; tries++) {
    if (await answers(address)) return true
    await sleep(500)
  }
  return false
}
