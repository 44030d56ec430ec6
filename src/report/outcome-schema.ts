import { z } from 'zod'
import { CLAIM_IDS } from '../domain/claim.ts'
import type { Outcome } from '../domain/outcome.ts'

const kind = <K extends Outcome['kind']>(value: K) => z.literal(value)

/** Mirrors the domain's closed union; the annotation makes the compiler refuse a difference. */
export const outcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: kind('verified') }),
  z.strictObject({ kind: kind('failed'), exitCode: z.int(), signal: z.string().nullable() }),
  z.strictObject({ kind: kind('timed-out'), afterMs: z.number().describe('Milliseconds from release to kill') }),
  z.strictObject({ kind: kind('out-of-memory'), exitCode: z.int().nullable(), limitBytes: z.int() }),
  z.strictObject({ kind: kind('not-started'), reason: z.string() }),
  z.strictObject({ kind: kind('not-confined'), reason: z.string(), claims: z.array(z.enum(CLAIM_IDS)) }),
  z.strictObject({ kind: kind('lost'), reason: z.string() }),
  z.strictObject({ kind: kind('cancelled'), released: z.boolean() }),
  z.strictObject({ kind: kind('not-run'), because: z.string() }),
]) satisfies z.ZodType<Outcome>
