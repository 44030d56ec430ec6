/** A scheme and the user information of the authority behind it (RFC 3986, 3.2.1). The lengths keep it linear. */
const USER_INFO = /([a-z][a-z0-9+-]{0,20}:\/\/)([^/?#\s"'<>]{0,4000})@/gi

/** Parameters by which servers take a token. */
const PARAMETER = /([?&](?:private_token|access_token|job_token|token|password)=)[^&#\s"']+/gi

/** Over http a user name alone is a token; elsewhere (`ssh://git@…`) only a password is a secret. */
function isSecret(scheme: string, info: string): boolean {
  return /https?:\/\/$/i.test(scheme) || info.includes(':')
}

/** User information of every URL in the text that holds a secret. */
export function userInfoOf(text: string): readonly string[] {
  return [...text.matchAll(USER_INFO)].flatMap(([, scheme = '', info = '']) => (isSecret(scheme, info) ? [info] : []))
}

export function holdsUserInfo(text: string): boolean {
  return userInfoOf(text).length > 0
}

/**
 * The text with the secrets of its URLs out.
 *
 * @param instead of user information, with its @ if there is to be one
 */
export function hideUserInfo(text: string, instead: string): string {
  return text
    .replace(USER_INFO, (whole: string, scheme: string, info: string) =>
      isSecret(scheme, info) ? `${scheme}${instead}` : whole,
    )
    .replace(PARAMETER, '$1***')
}

/** A header that logs in, and a setting that holds a header. */
const HEADER =
  /((?:authorization|private-token|job-token|x-[a-z-]{1,30}-token):[ \t]*(?:(?:basic|bearer|token)[ \t]+)?|extraheader[ \t]*=[ \t]*)[^\s"'][^\r\n]*/gi

/** As `hideUserInfo`, for text that is no setting: headers go as well. */
export function hideLogins(text: string): string {
  return hideUserInfo(text, '***@').replace(HEADER, '$1***')
}
