// @ts-check
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd, runWithCleanUp } from './lib/clean-up.mjs'
import { closeWith, sumOf } from './lib/tally.mjs'
import { lintWorkflows } from './lib/workflow-linters.mjs'

/** The workflow linters alone, from nothing but Node, Go and Python. Ends with `N passed, N failed`. */
async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'confine-linters-'))
  atEnd(`remove ${folder}`, () => rmSync(folder, { recursive: true, force: true }))
  sum = sumOf((await lintWorkflows(folder)).map(({ tally }) => tally))
}

// Stays at nothing passed when the run breaks off, which closes red.
let sum = { passed: 0, failed: 0 }
await runWithCleanUp(main)
closeWith(process.exitCode === 1 ? { ...sum, failed: sum.failed + 1 } : sum)
