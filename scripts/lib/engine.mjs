// @ts-check
import { setTimeout as sleep } from 'node:timers/promises'
import { startDaemon } from './daemon.mjs'
import { addressOf, answers } from './engine-api.mjs'
import { need } from './need.mjs'
import { hasCommand } from './run.mjs'
import { addRuntimes, adviceFor, configurationWith } from './runtimes.mjs'
import { say } from './say.mjs'

/**
 * A running engine: `stop` ends it if it was started here, and else does nothing.
 *
 * @typedef {{ address: import('./engine-api.mjs').Address, started: boolean, stop: () => Promise<void> }} Engine
 */

/**
 * Finds the engine that `DOCKER_HOST` or its default names; installs and starts one on that socket if nothing answers.
 *
 * `flags` are for a dockerd started here; `runtimes` also for one that was installed here. An engine that was there
 * before is left as it is: should it lack a runtime, that is said, and the tests that need it fail.
 *
 * @param {{ dockerHost?: string | undefined, flags?: readonly string[], runtimes?: readonly import('./runtimes.mjs').RuntimeName[] }} [options]
 * @returns {Promise<Engine>}
 * @throws {Error} when none answers and none can be started: never goes on without one
 */
export async function findEngine({ dockerHost = process.env['DOCKER_HOST'], flags = [], runtimes = [] } = {}) {
  const address = addressOf(dockerHost)
  if (await answers(address)) return running(address, runtimes)
  if (!('socketPath' in address)) throw new Error(`no engine answers at ${String(dockerHost)}`)
  if (!hasCommand('dockerd')) {
    await need(['docker.io'])
    // The package may have started its service, which is as new as that and has no settings to lose.
    if (await answersSoon(address)) {
      await addRuntimes(address, runtimes)
      return running(address, runtimes)
    }
  }
  const configuration = runtimes.length === 0 ? {} : await configurationWith(runtimes)
  say('starting dockerd')
  const daemon = await startDaemon({ socketPath: address.socketPath, flags, configuration })
  const stop = async () => {
    say(`ending dockerd (process ${daemon.pid})`)
    await daemon.stop()
  }
  return { address, started: true, stop }
}

/**
 * @param {import('./engine-api.mjs').Address} address
 * @param {readonly import('./runtimes.mjs').RuntimeName[]} runtimes
 * @returns {Promise<Engine>}
 */
async function running(address, runtimes) {
  const advice = runtimes.length === 0 ? null : await adviceFor(address, runtimes)
  if (advice !== null) say(advice)
  return { address, started: false, stop: async () => {} }
}

/** @param {import('./engine-api.mjs').Address} address */
async function answersSoon(address) {
  for (let tries = 0; tries < 6; tries++) {
    if (await answers(address)) return true
    await sleep(500)
  }
  return false
}
