// @ts-check
import { readFileSync } from 'node:fs'
import { transformSync } from '@swc/core'

/**
 * @typedef {{ name: string, required: boolean, default: string, description: string }} Input
 * @typedef {{ name: string, description: string }} Output
 * @typedef {{ inputs: readonly Input[], outputs: readonly Output[] }} Tables
 */

const TABLE = new URL('../../src/plan/input-table.ts', import.meta.url)

/**
 * The table of `src/plan/input-table.ts`, which Node 20 can't import as it stands.
 *
 * @returns {Promise<Tables>}
 */
export async function loadTables() {
  const { code } = transformSync(readFileSync(TABLE, 'utf8'), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  })
  const { INPUTS, OUTPUTS } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return { inputs: INPUTS, outputs: OUTPUTS }
}

/**
 * Inputs and outputs as action.yml has them.
 *
 * @param {Tables} tables
 */
export function renderManifest({ inputs, outputs }) {
  return ['inputs:', ...inputs.flatMap(manifestInput), '', 'outputs:', ...outputs.flatMap(manifestOutput)].join('\n')
}

/** @param {Input} input */
function manifestInput(input) {
  const fallback = input.default === '' ? [] : [`    default: ${quoted(input.default)}`]
  return [
    `  ${input.name}:`,
    `    description: ${quoted(input.description)}`,
    `    required: ${input.required}`,
    ...fallback,
  ]
}

/** @param {Output} output */
function manifestOutput({ name, description }) {
  return [`  ${name}:`, `    description: ${quoted(description)}`]
}

/** A quoted YAML scalar, with the quotes that prettier would choose. @param {string} text */
function quoted(text) {
  if (text.includes("'") && !/["\\]/.test(text)) return `"${text}"`
  return `'${text.replaceAll("'", "''")}'`
}

/** @param {readonly Input[]} inputs */
export function renderInputs(inputs) {
  const rows = inputs.map((input) => [
    code(input.name),
    input.required ? 'required' : code(input.default),
    input.description,
  ])
  return renderTable(['Input', 'Default', 'Meaning'], rows)
}

/** @param {readonly Output[]} outputs */
export function renderOutputs(outputs) {
  return renderTable(
    ['Output', 'Meaning'],
    outputs.map(({ name, description }) => [code(name), description]),
  )
}

/** @param {string[]} head @param {string[][]} rows */
function renderTable(head, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |')
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** @param {string} text */
function code(text) {
  return text === '' ? '' : `\`${text}\``
}

/**
 * Puts `text` between the lines that hold `<name>:start` and `<name>:end`.
 *
 * @param {string} page
 * @param {string} name
 * @param {string} text
 * @param {string} gap between a marker and the text
 */
export function between(page, name, text, gap) {
  const lines = page.split('\n')
  const start = lines.findIndex((line) => line.includes(`${name}:start`))
  const end = lines.findIndex((line) => line.includes(`${name}:end`))
  if (start === -1 || end < start) throw new Error(`no ${name}:start and ${name}:end, in this order`)
  return [...lines.slice(0, start + 1), `${gap}${text}${gap}`, ...lines.slice(end)].join('\n')
}
