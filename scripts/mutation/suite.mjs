// @ts-check
import { expect } from 'expect'
import { bind } from 'jest-each'

/**
 * What the unit tests use of jest's globals, kept as a list instead of run at once: so that loaded tests can be run again
 * and again, each time against another mutant. Anything else of jest's is absent, and an import of it an error.
 *
 * @typedef {() => unknown} Body
 * @typedef {{ name: string, parent: Block | null, beforeAll: Body[], beforeEach: Body[], afterEach: Body[], afterAll: Body[] }} Block
 * @typedef {{ id: string, file: string, block: Block, body: Body }} Test
 */

/** @type {Test[]} */
export const tests = []
/** @type {Set<string>} */
const ids = new Set()
let file = ''
let block = newBlock('', null)

/**
 * @param {string} name
 * @param {Block | null} parent
 * @returns {Block}
 */
function newBlock(name, parent) {
  return { name, parent, beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] }
}

/** @param {string} name for the tests that are registered from now on */
export function beginFile(name) {
  file = name
  block = newBlock('', null)
}

/** @param {string} name @param {Body} body */
function addTest(name, body) {
  const names = [name]
  for (let at = block; at.parent !== null; at = at.parent) names.unshift(at.name)
  let id = `${file} ${names.join(' ')}`
  // A table may give two rows the same name.
  while (ids.has(id)) id += "'"
  ids.add(id)
  tests.push({ id, file, block, body })
}

/** @param {string} name @param {Body} body */
function addBlock(name, body) {
  const outer = block
  block = newBlock(name, outer)
  body()
  block = outer
}

export const test = Object.assign(addTest, { each: bind(addTest) })
export const describe = Object.assign(addBlock, { each: bind(addBlock) })
/** @param {Body} body */
export const beforeAll = (body) => void block.beforeAll.push(body)
/** @param {Body} body */
export const beforeEach = (body) => void block.beforeEach.push(body)
/** @param {Body} body */
export const afterEach = (body) => void block.afterEach.push(body)
/** @param {Body} body */
export const afterAll = (body) => void block.afterAll.push(body)
export { expect }
