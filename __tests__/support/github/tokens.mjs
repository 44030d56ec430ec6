// @ts-check
/** @typedef {import('./index.d.mts').App} App */
/** @typedef {import('./index.d.mts').Identity} Identity */
/** @typedef {import('./index.d.mts').Permissions} Permissions */

/** The app behind every GITHUB_TOKEN. Id 15368: databricks/cli#4563. @type {App} */
export const ACTIONS = { id: 15368, slug: 'github-actions', name: 'GitHub Actions' }
const OTHER_APP = { id: 2_000_001, slug: 'another-app', name: 'Another App' }

/** @type {Permissions} */
const WRITE = { checks: 'write', contents: 'read', issues: 'write', 'pull-requests': 'write' }
/** @type {Permissions} */
const READ = { checks: 'read', contents: 'read', issues: 'read', 'pull-requests': 'read' }

/** @type {typeof import('./index.d.mts').TOKENS} */
export const TOKENS = {
  write: 'stand-in-write-token',
  read: 'stand-in-read-token',
  otherApp: 'stand-in-other-app-token',
  person: 'stand-in-personal-token',
}

/** @returns {Record<string, Identity>} */
export function defaultTokens() {
  return {
    [TOKENS.write]: actionsToken(WRITE),
    [TOKENS.read]: actionsToken(READ),
    [TOKENS.otherApp]: appToken(OTHER_APP, WRITE),
    [TOKENS.person]: personalToken('maintainer', WRITE),
  }
}

/** @param {Permissions} permissions @returns {Identity} */
export function actionsToken(permissions) {
  return appToken(ACTIONS, permissions)
}

/** @param {App} app @param {Permissions} permissions @returns {Identity} */
export function appToken(app, permissions) {
  const id = app.id === ACTIONS.id ? 41_898_282 : app.id + 100_000_000
  return { login: `${app.slug}[bot]`, id, type: 'Bot', app, permissions }
}

/** @param {string} login @param {Permissions} permissions @returns {Identity} */
export function personalToken(login, permissions) {
  return { login, id: 583_231, type: 'User', app: null, permissions }
}
