import type { Plan } from '../domain/plan.ts'

/** Names by which people call what must not be shown. */
const SECRET_NAME = /(?:^|_)(?:TOKEN|SECRET|PASS(?:WORD|WD|PHRASE)?|PW|PWD|KEY|APIKEY|CREDENTIALS?|AUTH)S?(?:_|$)/i
const SHORTEST = 4

/** Values that are hidden in the log and in everything that is published: the token, and variables named like a secret. */
export function secretsOf(plan: Plan): readonly string[] {
  const variables = [plan.profile.env, ...plan.steps.map((step) => step.env)].flatMap((env) => Object.entries(env))
  const named = variables.filter(([name]) => SECRET_NAME.test(name)).map(([, value]) => value)
  return [...new Set([plan.publishing.token, ...named])].filter((value) => value.length >= SHORTEST)
}
