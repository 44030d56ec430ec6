// @ts-check
import { mustAsk } from './engine-api.mjs'

/** Every container and volume that a run of Confine makes carries it. */
const LABEL = 'confine.run'

/**
 * What runs of Confine have left on the engine, by name.
 *
 * @param {import('./engine-api.mjs').Address} engine
 * @param {string} [run] of this run only: its label, as report.json has it
 * @returns {Promise<string[]>}
 */
export async function remains(engine, run) {
  const filters = encodeURIComponent(JSON.stringify({ label: [run === undefined ? LABEL : `${LABEL}=${run}`] }))
  /** @type {{ Names: string[] }[]} */
  const containers = JSON.parse(await mustAsk(engine, 'GET', `/containers/json?all=1&filters=${filters}`))
  /** @type {{ Volumes: { Name: string }[] | null }} */
  const volumes = JSON.parse(await mustAsk(engine, 'GET', `/volumes?filters=${filters}`))
  return [
    ...containers.map(({ Names: names }) => `container ${names.join(' ')}`),
    ...(volumes.Volumes ?? []).map(({ Name: name }) => `volume ${name}`),
  ]
}
