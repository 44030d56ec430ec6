// @ts-check
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'

/**
 * Writes a generated file as `npm run format` would leave it, so that a refresh shows only what changed at the source.
 * @param {URL} target @param {unknown} value
 */
export async function writeJson(target, value) {
  const filepath = fileURLToPath(target)
  writeFileSync(target, await format(JSON.stringify(value), { ...(await resolveConfig(filepath)), filepath }))
}
