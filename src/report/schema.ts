import { z } from 'zod'
import { engine, image, profile, workspace } from './engine-schema.ts'
import { posture } from './posture-schema.ts'
import { run, subject, verdict } from './run-schema.ts'
import { step } from './step-schema.ts'

/** Raised when a field changes its meaning or goes; new optional fields do not raise it. */
export const REPORT_VERSION = 1

const tool = z
  .strictObject({
    name: z.literal('confine').describe('Always the same'),
    version: z.string().describe('Version of the action'),
  })
  .describe('What wrote this report')

/** The one definition of report.json. Everything published is rendered from it alone. */
export const reportSchema = z
  .strictObject({
    version: z.literal(REPORT_VERSION).describe('Version of this format'),
    tool,
    run,
    verdict,
    subject,
    image: image.nullable().describe('The image, resolved once; null when none could be resolved'),
    engine: engine.nullable().describe('The engine, as it describes itself; null when none answered'),
    profile: profile
      .nullable()
      .describe('The confinement demanded; null when the run ended before the profile was settled'),
    workspace: workspace.nullable().describe('How the checkout became the workspace; null when none was provisioned'),
    posture,
    steps: z.array(step).describe('All steps of the plan, in order, also those that never ran'),
    notes: z.array(z.string()).describe('Remarks of Confine itself on this run'),
  })
  .describe('Record of one Confine run')

export type Report = z.infer<typeof reportSchema>
export type ReportStep = Report['steps'][number]
export type ReportClaim = Report['posture']['claims'][number]
export type ReportOutput = NonNullable<ReportStep['output']>
