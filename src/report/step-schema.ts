import { z } from 'zod'
import { bytes, time } from './fields-schema.ts'
import { outcomeSchema } from './outcome-schema.ts'

const stream = z.strictObject({
  bytes: bytes.describe('Bytes that the step wrote'),
  sha256: z.string().describe('Digest of all of them'),
})

const output = z.strictObject({
  stdout: stream.describe('Standard output, counted and hashed to its end'),
  stderr: stream.describe('Standard error, counted and hashed to its end'),
  head: z.string().describe('The first bytes kept, decoded as UTF-8; both streams in the order they came'),
  tail: z.string().describe('The last bytes kept; empty when head holds everything'),
  droppedBytes: bytes.describe('Bytes between head and tail that were not kept'),
  complete: z.boolean().describe('The stream came to its end'),
})

export const step = z.strictObject({
  index: z.int().nonnegative().describe('Position in the list, from 0'),
  id: z.string().describe('Unique in the run'),
  name: z.string().describe('What a person reads'),
  run: z.string().describe('The command'),
  workingDirectory: z.string().describe("Relative to the checkout's root"),
  continueOnError: z.boolean().describe('A step that is not verified does not make the run red'),
  timeoutMs: z.int().positive().describe('Milliseconds from release to kill'),
  shell: z.string().nullable().describe('The shell that ran it; null when it never ran'),
  outcome: outcomeSchema.describe('How it ended'),
  startedAt: time.nullable().describe('UTC time of its release, RFC 3339; null when never released'),
  durationMs: z
    .number()
    .nonnegative()
    .nullable()
    .describe('Milliseconds from release to exit; null when never released'),
  output: output.nullable().describe('What the step printed. Untrusted text; null when it never ran'),
  hints: z.array(z.string()).describe('Sentences that help a person; they never change an outcome'),
})
