// @ts-check
import { readFileSync } from 'node:fs'
import { transformSync } from '@swc/core'

/**
 * @typedef {{
 *   id: string, title: string, component: string, since: string | null, fixedIn: readonly string[], url: string,
 *   handling: string, note: string,
 * }} Weakness
 * @typedef {{ asOf: string, weaknesses: readonly Weakness[] }} WeaknessTable
 */

const TABLE = new URL('../../src/posture/weakness-table.ts', import.meta.url)

const NAMES = /** @type {Record<string, string>} */ ({ engine: 'Docker Engine', runsc: 'runsc (gVisor)' })

/**
 * The table of `src/posture/weakness-table.ts`, which Node 20 can't import as it stands.
 *
 * @returns {Promise<WeaknessTable>}
 */
export async function loadWeaknesses() {
  const { WEAKNESSES, WEAKNESSES_AS_OF } = await import(asModule(TABLE))
  return { asOf: WEAKNESSES_AS_OF, weaknesses: WEAKNESSES }
}

/**
 * A source file, and what it imports, as an address that can be imported.
 *
 * @param {URL} file
 * @returns {string}
 */
function asModule(file) {
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  })
  const whole = code.replace(/(from\s*)["'](\.{1,2}\/[^"']+\.ts)["']/g, (_, from, path) => {
    return `${from}${JSON.stringify(asModule(new URL(path, file)))}`
  })
  return `data:text/javascript,${encodeURIComponent(whole)}`
}

/**
 * The table as docs/known-weaknesses.md has it.
 *
 * @param {WeaknessTable} table
 */
export function renderWeaknesses({ asOf, weaknesses }) {
  const rows = weaknesses.map(({ id, title, component, since, fixedIn, url, handling, note }) => {
    const where = `${NAMES[component] ?? component}${since === null ? '' : ` since ${since}`}`
    return `| [${id}](${url}) | ${where} | ${fixedIn.join(', ')} | ${title}. | **${handling}**: ${note} |`
  })
  return [
    `As of ${asOf}.`,
    '',
    '| Published | In | Fixed in | What it is | What Confine does |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}
