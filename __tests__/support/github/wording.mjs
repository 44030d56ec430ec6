// @ts-check
/** @typedef {import('ajv').ErrorObject} ErrorObject */

const LIMITS = new Set(['maxItems', 'maxLength'])

/**
 * What GitHub would say: one line for each error. Sources: dorny/test-reporter#57 (length), #194 (items).
 * @param {readonly ErrorObject[]} errors
 */
export function inGitHubsWords(errors) {
  return errors.map(sentence)
}

/**
 * Whether nothing but a size is wrong.
 * @param {readonly ErrorObject[]} errors
 */
export function onlyLimits(errors) {
  return errors.length > 0 && errors.every((error) => LIMITS.has(error.keyword))
}

/** @param {ErrorObject} error */
function sentence(error) {
  const at = error.instancePath === '' ? '' : `For '${error.instancePath.slice(1)}', `
  const value = abbreviated(error.data)
  switch (error.keyword) {
    case 'required':
      return `${at}"${error.params.missingProperty}" wasn't supplied.`
    case 'additionalProperties':
      return `${at}"${error.params.additionalProperty}" is not a permitted key.`
    case 'type':
      return `${at}${value} is not a ${[error.params.type].flat().join(' or ')}.`
    case 'enum':
      return `${at}${value} is not a member of ${JSON.stringify(error.params.allowedValues)}.`
    case 'maxItems':
      return `${at}No more than ${error.params.limit} items are allowed; ${/** @type {unknown[]} */ (error.data).length} were supplied.`
    case 'maxLength':
      return `${at}Only ${error.params.limit} characters are allowed; ${[.../** @type {string} */ (error.data)].length} were supplied.`
    case 'anyOf':
    case 'oneOf':
      return `${at}No subschema in "${error.keyword}" matched.`
    default:
      return `${at}${value} ${error.message}.`
  }
}

/** @param {unknown} value */
function abbreviated(value) {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}
