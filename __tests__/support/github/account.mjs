// @ts-check
import { refuse } from './answers.mjs'
import { notAccessible } from './permissions.mjs'
import { renderAccount } from './render.mjs'

/** @typedef {import('./handlers.mjs').Context} Context */
/** @typedef {import('./answers.mjs').Answer} Answer */

/** An installation has no account, so GITHUB_TOKEN can't ask who it is. @param {Context} context @returns {Answer} */
export function getUser({ identity, urls }) {
  if (identity.app !== null) refuse(403, notAccessible(identity))
  return { status: 200, body: renderAccount(identity, urls) }
}

/** @param {Context} context @returns {Answer} */
export function getRateLimit({ rate }) {
  const core = { limit: rate.limit, used: rate.used, remaining: rate.limit - rate.used, reset: rate.reset }
  return { status: 200, body: { resources: { core, search: core }, rate: core } }
}
