// @ts-check
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { transform } from '@swc/core'
import jest from '../../jest.config.js'

/**
 * Node's module hooks (nodejs.org/api/module.html#customization-hooks): the tests' TypeScript as jest.config.js has it
 * transformed, and jest's globals from `suite.mjs`.
 */
const TRANSFORM = /** @type {import('@swc/core').Options} */ (jest.transform['^.+\\.ts$'][1])
const SUITE = new URL('./suite.mjs', import.meta.url).href

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: SUITE, shortCircuit: true }
  return next(specifier, context)
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context)
  const { code } = await transform(await readFile(fileURLToPath(url), 'utf8'), TRANSFORM)
  return { format: 'module', source: code, shortCircuit: true }
}
