// @ts-check
import { refuse } from './answers.mjs'

/** @typedef {import('./index.d.mts').Access} Access */
/** @typedef {import('./index.d.mts').Identity} Identity */
/** @typedef {import('./index.d.mts').Repository} Repository */
/** @typedef {import('./index.d.mts').Scope} Scope */

/** @type {readonly [Scope, Access][]} */
const COMMENT_READ = [['issues', 'read'], ['pull-requests', 'read']] // prettier-ignore
/** @type {readonly [Scope, Access][]} */
const COMMENT_WRITE = [['issues', 'write'], ['pull-requests', 'write']] // prettier-ignore

/**
 * One of these is enough. Source: "Permissions required for GitHub Apps" in GitHub's REST reference.
 * @type {Record<string, readonly [Scope, Access][]>}
 */
const NEEDS = {
  'checks/create': [['checks', 'write']],
  'checks/update': [['checks', 'write']],
  'checks/get': [['checks', 'read']],
  'checks/list-annotations': [['checks', 'read']],
  'checks/list-for-ref': [['checks', 'read']],
  'issues/list-comments': COMMENT_READ,
  'issues/get-comment': COMMENT_READ,
  'issues/create-comment': COMMENT_WRITE,
  'issues/update-comment': COMMENT_WRITE,
  'issues/delete-comment': COMMENT_WRITE,
  'pulls/get': [['pull-requests', 'read']],
  'pulls/list': [['pull-requests', 'read']],
  'repos/get-commit': [['contents', 'read']],
  'repos/list-pull-requests-associated-with-commit': [['pull-requests', 'read']],
}

/**
 * What is public can be read with any token.
 * @param {string} operation
 * @param {Identity} identity
 * @param {Repository} repository
 */
export function demandPermission(operation, identity, repository) {
  const needs = NEEDS[operation] ?? []
  const reading = needs.every(([, access]) => access === 'read')
  if (reading && !repository.private) return
  if (needs.some(([scope, access]) => grants(identity.permissions[scope], access))) return
  const accepted = needs.map(([scope, access]) => `${scope.replace('-', '_')}=${access}`).join('; ')
  refuse(403, notAccessible(identity), { headers: { 'x-accepted-github-permissions': accepted } })
}

/** @param {Identity} identity */
export function notAccessible(identity) {
  return `Resource not accessible by ${identity.app === null ? 'personal access token' : 'integration'}`
}

/** @param {Access | undefined} granted @param {Access} needed */
function grants(granted, needed) {
  return granted === 'write' || granted === needed
}
