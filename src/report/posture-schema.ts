import { z } from 'zod'
import { CLAIM_VERDICTS, STANCES, WITNESSES, type Claim } from '../domain/claim.ts'
import { claimId } from './fields-schema.ts'

const observation = z.strictObject({
  witness: z
    .enum(WITNESSES)
    .describe("Who saw it: the engine's answers, the host's kernel, the probe inside, or Confine's own process"),
  seen: z.string().describe('What was seen. Untrusted text where the witness is the probe'),
  stance: z.enum(STANCES).describe('What it says about the claim; silent when the witness could not tell'),
})

const claim = z.strictObject({
  id: claimId.describe('Name of the claim in the catalogue'),
  statement: z.string().describe('One sentence, worded as what was seen'),
  demanded: z.string().describe('What was asked of the engine, or of Confine itself'),
  observations: z.array(observation).describe('All that was seen of it'),
  control: z
    .string()
    .nullable()
    .describe('What an unconfined container said to the same probe; null when no control has run'),
  verdict: z.enum(CLAIM_VERDICTS).describe('unproven is never enough for a claim that is required'),
  doesNotShow: z.string().describe('What a reader must not conclude from it'),
}) satisfies z.ZodType<Claim>

export const posture = z
  .strictObject({
    claims: z.array(claim).describe('For each claim the worst verdict over all steps that got as far as the gate'),
    notCovered: z.array(z.string()).describe('What the posture says nothing about'),
  })
  .describe('All claims together')
