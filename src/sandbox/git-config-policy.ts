import { hideUserInfo, holdsUserInfo, userInfoOf } from './url-secrets.ts'

/**
 * One value of a git configuration file, as `git config --list --null` gives it: section and last part in lower case,
 * bytes as Latin-1. The value is `null` where there is only a name.
 */
export interface GitSetting {
  readonly key: string
  readonly value: string | null
}

export type Scrubbing =
  | { readonly kind: 'keep' }
  | { readonly kind: 'remove' }
  /** The value holds a secret in a URL, and is kept without it. */
  | { readonly kind: 'replace'; readonly value: string }

const INCLUDE = /^include(?:if\..*)?\.path$/
const EXTRA_HEADER = /^http\.(?:.*\.)?extraheader$/

/** The last part says what it holds: `github.token`, `sendemail.smtppass`. What stands before it may be a branch's word. */
const SECRET_NAME = /\.[a-z0-9-]*(?:token|password|passwd|smtppass|secret|apikey)$/

/**
 * Settings that hold a credential or lead to one: what `actions/checkout` leaves (v4 and v5 an extra header, v6 an
 * includeIf to a file in the runner's temp folder; src/git-auth-helper.ts), helpers, and key files.
 */
const CREDENTIAL_KEYS: readonly RegExp[] = [
  EXTRA_HEADER,
  /^http\.(.*\.)?cookiefile$/,
  INCLUDE,
  /^credential\./,
  /^core\.(sshcommand|askpass)$/,
  SECRET_NAME,
]

/**
 * Sections in which git and Git LFS write down what a commit or the name of a branch says. Nothing that stands there is
 * looked for elsewhere: the branch would choose what is struck out.
 */
const WORDS_OF_BRANCHES = /^(?:submodule|branch|lfs)\./

/** A text without any of this holds nothing that `scrubSetting` would touch. */
const SUSPICIOUS = /[@?\\]|extraheader|cookiefile|include|credential|sshcommand|askpass|token|pass|secret|apikey/i

export function maySayCredential(text: string): boolean {
  return SUSPICIOUS.test(text)
}

export function isInclude({ key }: GitSetting): boolean {
  return INCLUDE.test(key)
}

/** @param secrets values that go in any case, as Latin-1 */
export function scrubSetting({ key, value }: GitSetting, secrets: readonly string[]): Scrubbing {
  if (CREDENTIAL_KEYS.some((pattern) => pattern.test(key)) || holdsUserInfo(key)) return { kind: 'remove' }
  if (secrets.some((secret) => key.includes(secret))) return { kind: 'remove' }
  if (value === null) return { kind: 'keep' }
  const without = hideUserInfo(value, '')
  if (secrets.some((secret) => without.includes(secret))) return { kind: 'remove' }
  return without === value ? { kind: 'keep' } : { kind: 'replace', value: without }
}

/** Shorter values, weak passwords among them, would be found by chance. */
const SHORTEST = 16
/** GitHub's word for "the user name is the token". */
const NO_PASSWORD = 'x-oauth-basic'

/** The secret values that a setting of the job's own carries, to look for elsewhere. */
export function secretsOf({ key, value }: GitSetting): readonly string[] {
  if (value === null || WORDS_OF_BRANCHES.test(key)) return []
  const found = [value, key].flatMap((text) => userInfoOf(text).flatMap(partsOf))
  if (SECRET_NAME.test(key)) found.push(value)
  if (EXTRA_HEADER.test(key)) found.push(...headerSecrets(value))
  return [...new Set(found)].filter((secret) => secret.length >= SHORTEST && secret !== NO_PASSWORD)
}

function headerSecrets(header: string): readonly string[] {
  const [, name = '', said = ''] = /^\s*([\w-]+)\s*:\s*(.*\S)\s*$/.exec(header) ?? []
  if (!/auth|token|key|secret/i.test(name)) return []
  const value = said.split(/\s+/).at(-1) ?? ''
  return /\bbasic\s/i.test(said) ? [value, ...partsOf(Buffer.from(value, 'base64').toString('latin1'))] : [value]
}

/** A user's name can be the secret as well as a password. */
function partsOf(userInfo: string): readonly string[] {
  const colon = userInfo.indexOf(':')
  const parts = colon < 0 ? [userInfo] : [userInfo.slice(0, colon), userInfo.slice(colon + 1)]
  return parts.flatMap((part) => [part, decoded(part)])
}

function decoded(part: string): string {
  return part.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}
