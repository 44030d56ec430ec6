// @ts-check
// Refreshes __tests__/support/github/openapi.json from GitHub's own API description: node scripts/extract-openapi.mjs
import { withPackage } from './registry-package.mjs'
import { writeJson } from './write-json.mjs'

const PIN = {
  name: '@octokit/openapi',
  version: '23.0.2',
  integrity: 'sha512-pV8M7L9GY23AybNvTmo2nyjmpmnt6+2sRE/tqr0ZLQcPS4lnw7u5eZGNmwRNkBC3D7gZXbFx5AHzLUVRBXGDhg==',
}
const FILE = 'generated/api.github.com.json'
const TARGET = new URL('../__tests__/support/github/openapi.json', import.meta.url)

/** What the stand-in answers. A request to anything else is a violation. */
const OPERATIONS = [
  'get /rate_limit',
  'get /user',
  'post /repos/{owner}/{repo}/check-runs',
  'get /repos/{owner}/{repo}/check-runs/{check_run_id}',
  'patch /repos/{owner}/{repo}/check-runs/{check_run_id}',
  'get /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations',
  'get /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
  'get /repos/{owner}/{repo}/commits/{ref}',
  'get /repos/{owner}/{repo}/commits/{ref}/check-runs',
  'get /repos/{owner}/{repo}/issues/comments/{comment_id}',
  'patch /repos/{owner}/{repo}/issues/comments/{comment_id}',
  'delete /repos/{owner}/{repo}/issues/comments/{comment_id}',
  'get /repos/{owner}/{repo}/issues/{issue_number}/comments',
  'post /repos/{owner}/{repo}/issues/{issue_number}/comments',
  'get /repos/{owner}/{repo}/pulls',
  'get /repos/{owner}/{repo}/pulls/{pull_number}',
]

/** GitHub's own sample answers, which the stand-in fills in. The other samples are left out. */
const SAMPLES = ['commit', 'private-user-response-with-public-profile-information', 'pull-request', 'simple-user']

/** @typedef {{ [key: string]: any }} Json */

/**
 * The chosen operations, with every component that they refer to and nothing else.
 * @param {Json} description an OpenAPI 3.0 document
 */
function extract(description) {
  /** @type {Json} */
  const paths = {}
  for (const operation of OPERATIONS) {
    const [method, path] = /** @type {[string, string]} */ (operation.split(' '))
    const found = description.paths[path]?.[method]
    if (found === undefined) throw new Error(`${FILE} has no ${operation}`)
    paths[path] = { ...paths[path], [method]: withoutSamples(found) }
  }
  const components = referred(description, paths)
  components.examples = samples(description)
  return {
    openapi: description.openapi,
    info: { title: description.info.title, version: description.info.version, license: description.info.license },
    'x-source': { package: PIN.name, version: PIN.version, file: FILE, extracted: 'scripts/extract-openapi.mjs' },
    paths,
    components,
  }
}

/**
 * @param {Json} description
 * @param {Json} root where the references start
 * @returns {Json} components by kind and name, sorted, so that a refresh shows only what GitHub changed
 */
function referred(description, root) {
  /** @type {Map<string, Json>} */
  const found = new Map()
  /** @param {unknown} node */
  const walk = (node) => {
    if (node === null || typeof node !== 'object') return
    const ref = /** @type {Json} */ (node).$ref
    if (typeof ref === 'string' && !found.has(ref)) {
      const [, , kind, name] = /** @type {[string, string, string, string]} */ (ref.split('/'))
      found.set(ref, withoutSamples(description.components[kind][name]))
      walk(found.get(ref))
    }
    Object.values(node).forEach(walk)
  }
  walk(root)
  /** @type {Json} */
  const components = {}
  for (const ref of [...found.keys()].sort()) {
    const [, , kind, name] = /** @type {[string, string, string, string]} */ (ref.split('/'))
    components[kind] = { ...components[kind], [name]: found.get(ref) }
  }
  return components
}

/** @param {Json} description */
function samples(description) {
  const known = description.components.examples
  const lost = SAMPLES.filter((name) => !(name in known))
  if (lost.length > 0) throw new Error(`${FILE} has no sample ${lost.join(', ')}`)
  return Object.fromEntries(SAMPLES.map((name) => [name, known[name]]))
}

/**
 * Samples and prose are four fifths of the text, and neither says anything that a validator can use.
 * A key inside `properties` is the name of a field, not a keyword, so it stays whatever it is called.
 * @param {any} node
 * @param {boolean} names whether the keys of this node are names of fields
 * @returns {any}
 */
function withoutSamples(node, names = false) {
  if (Array.isArray(node)) return node.map((item) => withoutSamples(item))
  if (node === null || typeof node !== 'object') return node
  const kept = Object.entries(node).filter(([key]) => names || !/^(examples?|description|x-.*|externalDocs)$/.test(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutSamples(value, key === 'properties' && !names)]))
}

const extracted = withPackage(PIN, (readJson) => extract(readJson(FILE)))
await writeJson(TARGET, extracted)
console.log(`${OPERATIONS.length} operations written to ${TARGET.pathname}`)
