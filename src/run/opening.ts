import { asRecord, asString } from '../domain/decode.ts'
import type { LostCheck } from '../publish/check-run.ts'

/** The state by which the post step finds a check run whose id the main process never came to know. */
export function writeOpening({ headSha, name, externalId }: LostCheck): string {
  return JSON.stringify({ headSha, name, externalId })
}

/** `null` when no check run was being opened. */
export function readOpening(state: string): LostCheck | null {
  if (state === '') return null
  const fields = asRecord(JSON.parse(state))
  const headSha = asString(fields['headSha'])
  const name = asString(fields['name'])
  const externalId = asString(fields['externalId'])
  return headSha === null || name === null || externalId === null ? null : { headSha, name, externalId }
}
