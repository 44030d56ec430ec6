// @ts-check
/**
 * @typedef {import('./suite.mjs').Block} Block
 * @typedef {import('./suite.mjs').Test} Test
 * @typedef {{ test: Test, failure: string | null, ms: number }} Result
 */

/** @param {Block} block from the outermost on @returns {Block[]} */
function pathOf(block) {
  return block.parent === null ? [block] : [...pathOf(block.parent), block]
}

/**
 * Runs tests one after the other, with what stands before and after them, in the order in which they were registered.
 *
 * @param {readonly Test[]} tests
 * @param {{ bail: boolean, onStart: (test: Test) => void }} options `bail` ends at the first that fails
 * @returns {Promise<Result[]>}
 */
export async function runTests(tests, { bail, onStart }) {
  /** @type {Result[]} */
  const results = []
  /** @type {Block[]} */
  let open = []
  for (const test of tests) {
    const path = pathOf(test.block)
    onStart(test)
    const began = performance.now()
    const failure = await failureOf(async () => {
      await close(open.filter((block) => !path.includes(block)))
      for (const block of path) if (!open.includes(block)) await all(block.beforeAll)
      open = path
      for (const block of path) await all(block.beforeEach)
      await test.body()
      for (const block of path.toReversed()) await all(block.afterEach)
    })
    results.push({ test, failure, ms: performance.now() - began })
    if (bail && failure !== null) break
  }
  await failureOf(() => close(open))
  return results
}

/** @param {readonly Block[]} blocks */
async function close(blocks) {
  for (const block of blocks.toReversed()) await all(block.afterAll)
}

/** @param {readonly (() => unknown)[]} bodies */
async function all(bodies) {
  for (const body of bodies) await body()
}

/**
 * What fails where nobody waits for it fails the test that runs at the time, and does not end the process.
 *
 * @type {unknown[]}
 */
const stray = []
process.on('unhandledRejection', (error) => stray.push(error))
process.on('uncaughtException', (error) => stray.push(error))

/** @param {() => Promise<void>} body */
async function failureOf(body) {
  try {
    await body()
    // A rejection is found to be unhandled after the microtasks of the turn.
    await new Promise((resolve) => setImmediate(resolve))
    if (stray.length > 0) throw stray[0]
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    stray.length = 0
  }
}
