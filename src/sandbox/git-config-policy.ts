/** One value of a git configuration file, as `git config --list --null` gives it: section and last part in lower case. */
export interface GitSetting {
  readonly key: string
  readonly value: string
}

export type Scrubbing =
  | { readonly kind: 'keep' }
  | { readonly kind: 'remove' }
  /** The value holds user information of a URL, and is kept without it. */
  | { readonly kind: 'replace'; readonly value: string }

/**
 * Settings that hold a credential or lead to one: what `actions/checkout` leaves (v4 and v5 an extra header, v6 an
 * includeIf to a file in the runner's temp folder; src/git-auth-helper.ts), helpers, and key files.
 */
const CREDENTIAL_KEYS: readonly RegExp[] = [
  /^http\.(.*\.)?extraheader$/,
  /^http\.(.*\.)?cookiefile$/,
  /^include\.path$/,
  /^includeif\..*\.path$/,
  /^credential\./,
  /^core\.(sshcommand|askpass)$/,
]

/** User information of the authority (RFC 3986, 3.2.1), with a scheme in front. */
const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)([^/@\s]*)@/i

export function scrubSetting(setting: GitSetting, secrets: readonly string[]): Scrubbing {
  if (CREDENTIAL_KEYS.some((pattern) => pattern.test(setting.key))) return { kind: 'remove' }
  if (/^url\..*\.(push)?insteadof$/.test(setting.key) && holdsSecret(setting.key.slice('url.'.length)))
    return { kind: 'remove' }
  if (holdsSecret(setting.value)) return { kind: 'replace', value: setting.value.replace(USER_INFO, '$1') }
  if (secrets.some((secret) => setting.value.includes(secret) || setting.key.includes(secret)))
    return { kind: 'remove' }
  return { kind: 'keep' }
}

/** The secret values that a setting carries, to look for elsewhere. */
export function secretsOf(setting: GitSetting): readonly string[] {
  const found: string[] = []
  const header = /^http\.(.*\.)?extraheader$/.test(setting.key) ? setting.value : ''
  const basic = /authorization:\s*(?:basic|bearer)\s+(\S+)/i.exec(header)?.[1]
  if (basic !== undefined) found.push(basic, ...passwordOf(Buffer.from(basic, 'base64').toString('utf8')))
  for (const text of [setting.value, setting.key.replace(/^url\./, '')]) {
    const info = USER_INFO.exec(text)?.[2]
    if (info !== undefined && holdsSecret(text)) found.push(...(info.includes(':') ? passwordOf(info) : [info]))
  }
  // A shorter value would be found by chance.
  return found.filter((secret) => secret.length >= 8)
}

/** Over http a user name alone is a token; elsewhere (`ssh://git@…`) only a password is a secret. */
function holdsSecret(text: string): boolean {
  const match = USER_INFO.exec(text)
  if (match === null) return false
  return /^https?:/i.test(match[1] ?? '') || (match[2] ?? '').includes(':')
}

function passwordOf(userInfo: string): readonly string[] {
  const colon = userInfo.indexOf(':')
  return colon < 0 ? [] : [userInfo.slice(colon + 1)]
}
