// @ts-check
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { toJsonSchema } from './schema.mjs'

/** GitHub's own description of the operations in use: `node scripts/extract-openapi.mjs` refreshes it. */
export const description = JSON.parse(readFileSync(new URL('./openapi.json', import.meta.url), 'utf8'))

/** @typedef {import('ajv').ValidateFunction} Validate */
/**
 * @typedef {object} Operation
 * @property {string} id
 * @property {string} method
 * @property {RegExp} pattern with a named group for each parameter
 * @property {Validate} path
 * @property {Validate} query
 * @property {Validate | null} body null: takes none
 * @property {boolean} bodyRequired
 * @property {(status: number) => Validate | null} answer null: no body
 */

const strictness = { allErrors: true, verbose: true, strict: true, strictTypes: false, strictRequired: false }
const ajv = validator({})
// Parameters arrive as text: "100" has to become an integer before it can be judged.
const parameterAjv = validator({ coerceTypes: true })

/** @param {object} extra */
function validator(extra) {
  const made = new Ajv({ ...strictness, allowUnionTypes: true, ...extra })
  formats.default(made)
  made.addSchema({ $id: 'github', definitions: definitions() })
  return made
}

function definitions() {
  const schemas = Object.entries(description.components.schemas)
  return Object.fromEntries(schemas.map(([name, schema]) => [name, toJsonSchema(schema)]))
}

/** @type {readonly Operation[]} */
export const operations = Object.entries(description.paths).flatMap(([template, methods]) =>
  Object.entries(methods).map(([method, operation]) => compile(template, method, operation)),
)

/** @param {string} template @param {string} method @param {any} operation @returns {Operation} */
function compile(template, method, operation) {
  const parameters = (operation.parameters ?? []).map(resolve)
  const content = operation.requestBody?.content?.['application/json']?.schema
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    pattern: new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    path: parameterAjv.compile(parameterSchema(parameters, 'path')),
    query: parameterAjv.compile(parameterSchema(parameters, 'query')),
    body: content === undefined ? null : ajv.compile(toJsonSchema(content)),
    bodyRequired: operation.requestBody?.required === true,
    answer: answers(operation.responses),
  }
}

/** @param {any[]} parameters @param {'path' | 'query'} place */
function parameterSchema(parameters, place) {
  const here = parameters.filter((parameter) => parameter.in === place)
  const properties = here.map((parameter) => [parameter.name, toJsonSchema(parameter.schema)])
  const required = here.filter((parameter) => parameter.required === true).map((parameter) => parameter.name)
  return { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false }
}

/**
 * A status that an operation doesn't list (401, 403 and 500 mostly aren't) still has GitHub's usual error body.
 * @param {Record<string, any>} responses
 */
function answers(responses) {
  /** @type {Map<number, Validate | null>} */
  const compiled = new Map()
  /** @param {number} status */
  const schemaFor = (status) => {
    const listed = responses[status]
    if (listed === undefined) return { $ref: 'github#/definitions/basic-error' }
    const schema = resolve(listed).content?.['application/json']?.schema
    return schema === undefined ? null : toJsonSchema(schema)
  }
  return (/** @type {number} */ status) => {
    if (!compiled.has(status)) {
      const schema = schemaFor(status)
      compiled.set(status, schema === null ? null : ajv.compile(schema))
    }
    return compiled.get(status) ?? null
  }
}

/** @param {any} node */
function resolve(node) {
  if (node.$ref === undefined) return node
  const [, , kind, name] = node.$ref.split('/')
  return description.components[kind][name]
}
