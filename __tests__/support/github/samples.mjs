// @ts-check
import { description } from './description.mjs'

/** @typedef {{ [key: string]: any }} Json */

/**
 * GitHub's own sample of an answer, retargeted: its repository is octocat's Hello-World.
 * @param {'commit' | 'private-user-response-with-public-profile-information' | 'pull-request' | 'simple-user'} name
 * @param {{ owner: string, name: string, apiUrl: string }} target
 * @returns {Json}
 */
export function sample(name, target) {
  const text = JSON.stringify(description.components.examples[name].value)
    .replaceAll('https://api.github.com', target.apiUrl)
    .replaceAll('octocat/Hello-World', `${target.owner}/${target.name}`)
    .replaceAll('"Hello-World"', JSON.stringify(target.name))
    .replaceAll('octocat', target.owner)
  return JSON.parse(text)
}

/**
 * Leaves out what the schema doesn't list: the simple form of a larger answer.
 * @param {string} schema name of a component
 * @param {Json} value
 */
export function only(schema, value) {
  const listed = description.components.schemas[schema].properties
  return Object.fromEntries(Object.entries(value).filter(([key]) => key in listed))
}
