// @ts-check
/** @typedef {{ [keyword: string]: any }} Schema */

/**
 * Turns a schema of an OpenAPI 3.0 description into a JSON Schema that a validator takes literally: `nullable` becomes a
 * type, references point to `github#/definitions/NAME`, and an object takes only the properties that it lists.
 *
 * GitHub's description rarely says `additionalProperties: false`, but its API answers `"x" is not a permitted key`.
 * A part of allOf, anyOf or oneOf describes only a side of the object, so it stays open beside a parent that lists more.
 *
 * @param {Schema} schema
 * @param {boolean} [open]
 * @returns {Schema}
 */
export function toJsonSchema(schema, open = false) {
  if (schema.$ref !== undefined) return { $ref: schema.$ref.replace('#/components/schemas/', 'github#/definitions/') }
  const { nullable, ...rest } = schema
  // The branches beside a discriminator tell themselves apart, and the keyword itself means nothing to a validator.
  const entries = Object.entries(rest).filter(([key]) => key !== 'discriminator')
  const converted = Object.fromEntries(entries.map(([key, value]) => [key, keyword(key, value, rest)]))
  if (!open && converted.properties !== undefined) converted.additionalProperties ??= false
  return nullable === true ? orNull(converted) : converted
}

/** @param {string} key @param {any} value @param {Schema} parent */
function keyword(key, value, parent) {
  switch (key) {
    case 'properties':
      return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, toJsonSchema(schema)]))
    case 'items':
    case 'not':
      return toJsonSchema(value)
    case 'additionalProperties':
      return typeof value === 'object' ? toJsonSchema(value) : value
    case 'allOf':
      return value.map((/** @type {Schema} */ part) => toJsonSchema(part, true))
    case 'anyOf':
    case 'oneOf':
      return value.map((/** @type {Schema} */ part) => toJsonSchema(part, parent.properties !== undefined))
    default:
      return value
  }
}

/** @param {Schema} schema */
function orNull(schema) {
  if (schema.type === undefined) return { anyOf: [{ type: 'null' }, schema] }
  const withNull = { ...schema, type: [schema.type, 'null'] }
  return schema.enum === undefined ? withNull : { ...withNull, enum: [...schema.enum, null] }
}
