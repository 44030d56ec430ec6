import { z } from 'zod'
import { CLAIM_IDS } from '../domain/claim.ts'

export const time = z.iso.datetime()

/** Object names of git: SHA-1, or SHA-256 in repositories that use it. */
export const sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)

export const bytes = z.int().nonnegative()

export const claimId = z.enum(CLAIM_IDS)
