import type { Plan } from '../domain/plan.ts'

/** Names by which people call what must not be shown: words that a name may end in, and short ones that stand alone. */
const SECRET_NAME =
  /(?:(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|APIKEY|CREDENTIAL)S?|(?:^|_)(?:PASS|PW|PWD|KEY|AUTH|PAT)S?|PASS)(?:_|$)/i
/** `user:password@` of an address (RFC 3986, 3.2.1), whatever the variable is called. */
const URL_PASSWORD = /^[a-z][a-z0-9+.-]*:\/\/[^/@\s:]*:([^/@\s]+)@/i
const SHORTEST = 4

/** Values that are hidden in the log and in everything that is published: the token, variables named like a secret, and passwords in addresses. */
export function secretsOf(plan: Plan): readonly string[] {
  const variables = [plan.profile.env, ...plan.steps.map((step) => step.env)].flatMap((env) => Object.entries(env))
  const named = variables.filter(([name]) => SECRET_NAME.test(name)).map(([, value]) => value)
  const inside = variables.flatMap(([, value]) => URL_PASSWORD.exec(value)?.[1] ?? [])
  return [...new Set([plan.publishing.token, ...named, ...inside])].filter((value) => value.length >= SHORTEST)
}
