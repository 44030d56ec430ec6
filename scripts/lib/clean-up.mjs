// @ts-check
import { say } from './say.mjs'

/** @typedef {() => Promise<void> | void} Work */

/** @type {{ what: string, work: Work }[]} */
const pending = []

/**
 * Registers what has to be undone before this process ends, on a signal too. Undone in reverse order.
 *
 * @param {string} what for the log, should undoing fail
 * @param {Work} work
 */
export function atEnd(what, work) {
  pending.push({ what, work })
}

/** Undoes everything registered so far, each once; a failure is said and the rest goes on. */
export async function cleanUp() {
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    try {
      await item.work()
    } catch (thrown) {
      say(`could not undo: ${item.what}: ${String(thrown)}`)
      process.exitCode = 1
    }
  }
}

/**
 * Runs `main`, cleans up however it ends, and sets the exit status: 1 when `main` throws.
 *
 * @param {() => Promise<void>} main
 */
export async function runWithCleanUp(main) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, () => {
      say(`${signal}: cleaning up`)
      void cleanUp().then(() => process.exit(130))
    })
  }
  try {
    await main()
  } catch (thrown) {
    say(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown))
    process.exitCode = 1
  } finally {
    await cleanUp()
  }
}
