// @ts-check
import { register } from 'node:module'
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { determineHitLimitReached, DryRunStatus, TestStatus, toMutantRunResult } from '@stryker-mutator/api/test-runner'
import { runTests } from './run-tests.mjs'
import { beginFile, tests } from './suite.mjs'
import { testFiles } from './tests.mjs'

/**
 * Stryker's test runner for the judging code (stryker-mutator.io/docs/stryker-js/plugins). Stryker's own one for jest loads
 * every test file anew for every mutant; these tests are pure, so they are loaded once and only those run again that reach
 * the mutant. What is evaluated while a module loads can't be changed that way: hence `ignoreStatic`.
 *
 * @typedef {import('@stryker-mutator/api/core').InstrumenterContext} InstrumenterContext
 * @typedef {{ [Key in keyof InstrumenterContext]: InstrumenterContext[Key] | undefined }} Context
 * @typedef {import('@stryker-mutator/api/test-runner').DryRunResult} DryRunResult
 * @typedef {import('@stryker-mutator/api/test-runner').CompleteDryRunResult} CompleteDryRunResult
 */
class LoadedTests {
  /** What the instrumented code reads and writes. @type {Context} */
  #context = {}
  #loaded = false

  /** Stryker asks for a reload also where a mutant is reached while tests load and again while they run. */
  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    Object.assign(globalThis, { [INSTRUMENTER_CONSTANTS.NAMESPACE]: this.#context })
    register('./hooks.mjs', import.meta.url)
  }

  /** @returns {Promise<DryRunResult>} */
  async dryRun() {
    await this.#load()
    const result = await this.#run(tests, false)
    const { mutantCoverage } = this.#context
    return mutantCoverage === undefined ? result : { ...result, mutantCoverage }
  }

  /** @param {import('@stryker-mutator/api/test-runner').MutantRunOptions} options */
  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, disableBail }) {
    if (mutantActivation === 'static') throw new Error('a mutant of what is evaluated once: run with ignoreStatic')
    await this.#load()
    this.#context.activeMutant = activeMutant.id
    this.#context.hitCount = hitLimit === undefined ? undefined : 0
    this.#context.hitLimit = hitLimit
    const chosen = testFilter === undefined ? tests : tests.filter(({ id }) => testFilter.includes(id))
    // A title that a fresh process computes anew would take its test out, and the mutant would seem to survive it.
    const missing = (testFilter?.length ?? tests.length) - chosen.length
    if (missing > 0) throw new Error(`${String(missing)} tests of the first run have no namesake in this one`)
    const result = await this.#run(chosen, !disableBail)
    return toMutantRunResult(determineHitLimitReached(this.#context.hitCount, hitLimit) ?? result, disableBail)
  }

  async #load() {
    if (this.#loaded) return
    this.#loaded = true
    for (const path of testFiles(process.cwd())) {
      beginFile(relative(process.cwd(), path))
      await import(pathToFileURL(path).href)
    }
  }

  /**
   * @param {readonly import('./suite.mjs').Test[]} chosen
   * @param {boolean} bail
   * @returns {Promise<CompleteDryRunResult>}
   */
  async #run(chosen, bail) {
    const results = await runTests(chosen, { bail, onStart: ({ id }) => (this.#context.currentTestId = id) })
    this.#context.currentTestId = undefined
    return {
      status: DryRunStatus.Complete,
      tests: results.map(({ test: { id, file }, failure, ms }) => ({
        ...{ id, name: id, fileName: file, timeSpentMs: ms },
        ...(failure === null ? { status: TestStatus.Success } : { status: TestStatus.Failed, failureMessage: failure }),
      })),
    }
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'loaded-tests', LoadedTests)]
