import { z } from 'zod'
import type { Outcome, OutcomeKind } from '../domain/outcome.ts'
import { claimId } from './fields-schema.ts'

const kind = <K extends OutcomeKind>(value: K, meaning: string) => ({ kind: z.literal(value).describe(meaning) })
const reason = z.string().describe('Why; may quote the engine')

/** Mirrors the domain's closed union; the annotation makes the compiler refuse a difference. */
export const outcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject(kind('verified', 'Exit 0 in proven confinement')),
  z.strictObject({
    ...kind('failed', 'It ended with another exit code'),
    exitCode: z.int().describe('As the engine tells it'),
    signal: z.string().nullable().describe('Name, where the exit code is 128 + the number of a signal'),
  }),
  z.strictObject({
    ...kind('timed-out', 'Confine killed it at its deadline'),
    afterMs: z.number().describe('Milliseconds from release to kill'),
  }),
  z.strictObject({
    ...kind('out-of-memory', 'The engine or the kernel reports a kill for want of memory'),
    exitCode: z.int().nullable().describe('Whatever it was, 0 included; null when unknown'),
    limitBytes: z.int().describe('Bytes of memory that it was allowed'),
  }),
  z.strictObject({ ...kind('out-of-disk', 'Confine killed it, for the disk of the engine was almost full'), reason }),
  z.strictObject({ ...kind('not-started', 'The engine refused to create or start the container'), reason }),
  z.strictObject({
    ...kind('not-confined', 'It never ran, or its confinement is in doubt'),
    reason,
    claims: z.array(claimId).describe('Claims that were required and not proven'),
  }),
  z.strictObject({ ...kind('lost', 'It was released, and how it ended cannot be known'), reason }),
  z.strictObject({
    ...kind('cancelled', 'The workflow was cancelled'),
    released: z.boolean().describe('It had been released before'),
  }),
  z.strictObject({
    ...kind('not-run', 'It was never tried'),
    because: z.string().describe('What kept it from starting'),
  }),
]) satisfies z.ZodType<Outcome>
