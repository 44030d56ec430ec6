// @ts-check
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const ENTRIES = { 'src/index.ts': '.', 'src/post.ts': 'post' }

/**
 * Bundles the two entries of the action as ES modules that can be read: not minified, no map. The same sources and lock
 * file give the same bytes in any folder. An argument names another folder than `dist`.
 *
 * @param {string} out
 */
async function build(out) {
  rmSync(out, { recursive: true, force: true })
  for (const [entry, folder] of Object.entries(ENTRIES)) await bundle(join(ROOT, entry), join(out, folder))
}

/** @param {string} entry @param {string} folder */
async function bundle(entry, folder) {
  /** @type {(input: string, options: object) => Promise<{ code: string, assets: Record<string, { source: string | Buffer }> }>} */
  const ncc = createRequire(import.meta.url)('@vercel/ncc')
  // Types are `npm run types`'s business; a cache could hide a stale bundle.
  const options = { cache: false, esm: true, quiet: true, transpileOnly: true, license: 'licenses.txt' }
  const { code, assets } = await ncc(entry, options)
  write(join(folder, 'index.js'), code)
  for (const [name, { source }] of Object.entries(assets)) {
    // Read only by the BuildKit code that vendor/absent switches off.
    if (!name.endsWith('.proto')) write(join(folder, name), source)
  }
}

/** @param {string} path @param {string | Buffer} content */
function write(path, content) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

try {
  const out = resolve(process.argv[2] ?? join(ROOT, 'dist'))
  // The bundler numbers and names modules by their path from here.
  process.chdir(ROOT)
  await build(out)
} catch (thrown) {
  // ncc is one line of three million characters, which Node would print above an uncaught error.
  console.error(thrown instanceof Error ? thrown.message : String(thrown))
  process.exitCode = 1
}
