// @ts-check
import { readFileSync, writeFileSync } from 'node:fs'
import { between, loadTables, renderInputs, renderManifest, renderOutputs } from './lib/action-docs.mjs'
import { loadWeaknesses, renderWeaknesses } from './lib/weakness-docs.mjs'

/**
 * Writes inputs and outputs, as `src/plan/input-table.ts` has them, into action.yml and README.md, and the table of
 * `src/posture/weakness-table.ts` into its page, between their markers.
 */
const tables = await loadTables()
rewrite('action.yml', (page) => between(page, 'inputs', renderManifest(tables), ''))
rewrite('README.md', (page) => {
  const withInputs = between(page, 'inputs', renderInputs(tables.inputs), '\n')
  return between(withInputs, 'outputs', renderOutputs(tables.outputs), '\n')
})

const weaknesses = renderWeaknesses(await loadWeaknesses())
rewrite('docs/known-weaknesses.md', (page) => between(page, 'weaknesses', weaknesses, '\n'))

/** @param {string} name @param {(page: string) => string} change */
function rewrite(name, change) {
  const place = new URL(`../${name}`, import.meta.url)
  writeFileSync(place, change(readFileSync(place, 'utf8')))
}
