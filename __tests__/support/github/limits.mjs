// @ts-check
import { refuse } from './answers.mjs'

/**
 * Limits that GitHub keeps but doesn't describe, or describes in characters and counts in bytes.
 *
 * @typedef {(message: string) => void} Report told of each breach before it is refused
 * @typedef {{ [key: string]: any }} Json
 */

const COMMENT_CHARACTERS = 65_536
export const COMMENTS_PER_ISSUE = 2500
const OUTPUT_BYTES = 65_535
const TITLE_CHARACTERS = 255
const ANNOTATION_BYTES = 65_536

/**
 * @param {string} body
 * @param {Report} report
 * @throws {import('./answers.mjs').Refusal} 422, worded as in jmikedupont2/ai-ticket#51
 */
export function checkCommentBody(body, report) {
  const wrong = (/** @type {string} */ message) => {
    report(message)
    const error = { resource: 'IssueComment', code: 'unprocessable', field: 'data', message }
    refuse(422, 'Validation Failed', { errors: [error] })
  }
  if (body.trim() === '') wrong('Body cannot be blank')
  if ([...body].length > COMMENT_CHARACTERS) wrong(`Body is too long (maximum is ${COMMENT_CHARACTERS} characters)`)
}

/**
 * @param {Json | undefined} output of a check run
 * @param {Report} report
 * @throws {import('./answers.mjs').Refusal} 422; bytes instead of characters: dorny/test-reporter#57
 */
export function checkOutput(output, report) {
  if (output === undefined) return
  demandBytes(output.summary, OUTPUT_BYTES, 'summary', report)
  demandBytes(output.text, OUTPUT_BYTES, 'text', report)
  demandCharacters(output.title, TITLE_CHARACTERS, 'title', report)
  for (const annotation of output.annotations ?? []) checkAnnotation(annotation, report)
}

/** @param {Json} annotation @param {Report} report */
function checkAnnotation(annotation, report) {
  demandBytes(annotation.message, ANNOTATION_BYTES, 'annotations/message', report)
  demandBytes(annotation.raw_details, ANNOTATION_BYTES, 'annotations/raw_details', report)
  demandCharacters(annotation.title, TITLE_CHARACTERS, 'annotations/title', report)
  const columns = annotation.start_column !== undefined || annotation.end_column !== undefined
  if (columns && annotation.start_line !== annotation.end_line) {
    invalid('Annotations only support start_column and end_column on the same line.', report)
  }
}

/** @param {string | undefined} text @param {number} limit @param {string} field @param {Report} report */
function demandBytes(text, limit, field, report) {
  const bytes = Buffer.byteLength(text ?? '')
  if (bytes > limit) invalid(`For '${field}', Only ${limit} characters are allowed; ${bytes} were supplied.`, report)
}

/** @param {string | undefined} text @param {number} limit @param {string} field @param {Report} report */
function demandCharacters(text, limit, field, report) {
  const length = [...(text ?? '')].length
  if (length > limit) invalid(`For '${field}', Only ${limit} characters are allowed; ${length} were supplied.`, report)
}

/** @param {string} message @param {Report} report */
function invalid(message, report) {
  report(message)
  refuse(422, `Invalid request.\n\n${message}`)
}
