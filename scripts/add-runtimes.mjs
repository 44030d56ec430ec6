// @ts-check
import { runWithCleanUp } from './lib/clean-up.mjs'
import { addressOf } from './lib/engine-api.mjs'
import { addRuntimes, adviceFor, TEST_RUNTIMES } from './lib/runtimes.mjs'
import { say } from './lib/say.mjs'

/**
 * Gives the docker service of this machine the runtimes that tests need, where an engine runs already: installs them,
 * adds them to its settings, and restarts it. `npm test` does none of this to an engine that it finds.
 */
async function main() {
  const engine = addressOf(process.env['DOCKER_HOST'])
  await addRuntimes(engine, TEST_RUNTIMES)
  const advice = await adviceFor(engine, TEST_RUNTIMES)
  if (advice !== null) throw new Error(advice)
  say(`the engine has ${TEST_RUNTIMES.join(', ')}`)
}

await runWithCleanUp(main)
