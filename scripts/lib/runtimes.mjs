// @ts-check
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { answers, mustAsk } from './engine-api.mjs'
import { need } from './need.mjs'
import { asRoot, must } from './run.mjs'

const PACKAGE = 'runsc'
const DAEMON_JSON = '/etc/docker/daemon.json'

/**
 * OCI runtimes beside the engine's own, in the form of dockerd's configuration (`runtimes`).
 *
 * gVisor with no network stack but loopback: with one, this build takes every network namespace of a newer kernel for
 * the host's, and refuses it. The platform is the one that needs no virtual machine. It keeps the control groups that the
 * engine asks for: with `--ignore-cgroups` no limit would hold, and nothing would tell whose process it is.
 *
 * @satisfies {Record<string, { path: string, runtimeArgs: string[] }>}
 */
export const RUNTIMES = {
  runsc: {
    path: '/usr/bin/runsc',
    runtimeArgs: ['--network=none', '--platform=ptrace'],
  },
  /** What must never pass. */
  'runsc-without-limits': {
    path: '/usr/bin/runsc',
    runtimeArgs: ['--network=none', '--platform=ptrace', '--ignore-cgroups'],
  },
}

/** @typedef {keyof typeof RUNTIMES} RuntimeName */

/** Those that the tests need. */
export const TEST_RUNTIMES = /** @type {RuntimeName[]} */ (Object.keys(RUNTIMES))

/**
 * Installs the runtimes, and gives dockerd's configuration that knows them.
 *
 * @param {readonly RuntimeName[]} names
 * @returns {Promise<{ runtimes: Partial<typeof RUNTIMES> }>}
 */
export async function configurationWith(names) {
  await need([PACKAGE])
  return { runtimes: Object.fromEntries(names.map((name) => [name, RUNTIMES[name]])) }
}

/**
 * Adds the runtimes to the configuration of the machine's docker service, beside what is there, and restarts it. A reload
 * would do, but engines of 20.10 forget their own runtimes with it.
 *
 * @param {import('./engine-api.mjs').Address} engine
 * @param {readonly RuntimeName[]} names
 */
export async function addRuntimes(engine, names) {
  if (names.length === 0) return
  const { runtimes } = await configurationWith(names)
  const text = existsSync(DAEMON_JSON) ? await must(...asRoot(['cat', DAEMON_JSON]), { output: 'back' }) : '{}'
  const merged = JSON.stringify(withRuntimes(JSON.parse(text), runtimes))
  const script = 'mkdir -p /etc/docker && printf "%s\\n" "$1" >"$2" && service docker restart'
  await must(...asRoot(['sh', '-c', script, 'sh', merged, DAEMON_JSON]), { output: 'back' })
  for (let tries = 0; tries < 20 && !(await answers(engine)); tries++) await sleep(500)
}

/**
 * @param {{ runtimes?: object }} configuration
 * @param {object} runtimes
 */
export function withRuntimes(configuration, runtimes) {
  return { ...configuration, runtimes: { ...configuration.runtimes, ...runtimes } }
}

/**
 * What to do so that an engine which runs already knows the runtimes; `null` when it does.
 *
 * @param {import('./engine-api.mjs').Address} engine
 * @param {readonly RuntimeName[]} names
 */
export async function adviceFor(engine, names) {
  const missing = await missingFrom(engine, names)
  if (missing.length === 0) return null
  return (
    `the engine that runs here has no runtime ${missing.join(', ')}: tests that need it will fail. ` +
    'End it, or let "node scripts/add-runtimes.mjs" add to the settings of the docker service and restart it'
  )
}

/**
 * @param {import('./engine-api.mjs').Address} engine
 * @param {readonly RuntimeName[]} names
 */
async function missingFrom(engine, names) {
  /** @type {{ Runtimes?: Record<string, unknown> | null }} */
  const info = JSON.parse(await mustAsk(engine, 'GET', '/info'))
  return names.filter((name) => !Object.hasOwn(info.Runtimes ?? {}, name))
}
