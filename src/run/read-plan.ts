import { readFileSync, statSync } from 'node:fs'
import { ConfineError, messageOf } from '../domain/errors.ts'
import type { Plan } from '../domain/plan.ts'
import type { Runner } from '../domain/runner.ts'
import { buildPlan } from '../plan/build-plan.ts'
import { hostFacts } from '../plan/host-facts.ts'

/** GitHub's own bound on a webhook's payload (docs.github.com, "Webhook events and payloads"). */
const LARGEST_PAYLOAD = 25 * 1024 * 1024

export function readPlan(runner: Runner, env: Readonly<Record<string, string | undefined>>): Plan {
  return buildPlan((name) => runner.input(name), env, readPayload(env['GITHUB_EVENT_PATH'] ?? ''), hostFacts())
}

/** `null` when the job has no event file. */
function readPayload(path: string): unknown {
  if (path === '') return null
  try {
    if (statSync(path).size > LARGEST_PAYLOAD) throw new Error('it is above 25 MiB')
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new ConfineError('subject', `the event's payload can't be read: ${messageOf(error)}`, { cause: error })
  }
}
