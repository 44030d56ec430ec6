import { hideLogins } from './url-secrets.ts'

/**
 * The text with every login in it, and every one of the secrets, replaced by stars.
 *
 * @param secrets as Latin-1, like the text
 */
export function scrubText(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), hideLogins(text))
}

/** Reflogs: two names of objects, a person, a time; FETCH_HEAD: one name. Then a tab. */
const HEAD_OF_LINE = /^[0-9a-f]{40}[^\t]*/

/**
 * The same for reflogs and FETCH_HEAD: names of objects and of people stand before the first tab of a line, and stay as
 * they are whatever is a secret.
 */
export function scrubLog(text: string, secrets: readonly string[]): string {
  return text
    .split('\n')
    .map((line) => {
      const head = HEAD_OF_LINE.exec(line)?.[0] ?? ''
      return head + scrubText(line.slice(head.length), secrets)
    })
    .join('\n')
}
