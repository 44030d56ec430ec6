import { z } from 'zod'
import { HANDLINGS, WEAK_COMPONENTS } from '../domain/weakness.ts'

const found = z.strictObject({
  id: z.string().describe('CVE or advisory, or the pull request that closed it where it has neither'),
  title: z.string().describe('What it is, in one sentence'),
  component: z.enum(WEAK_COMPONENTS).describe('What has it; engine is Docker Engine'),
  version: z.string().describe('Version of that component, as the engine gave it'),
  fixedIn: z.array(z.string()).describe('First release without it, of each line of releases that got a fix'),
  url: z.string().describe('Where it is published'),
  handling: z
    .enum(HANDLINGS)
    .describe('open: only an update helps; mitigated: made harder, or of use to a hostile image only; avoided'),
  note: z.string().describe('What Confine does about it'),
})

const untold = z.strictObject({
  component: z.enum([...WEAK_COMPONENTS, 'runtime']).describe('runtime is one that the table does not know'),
  why: z.string().describe("Why its weaknesses can't be told"),
})

export const knownWeaknesses = z
  .strictObject({
    asOf: z.iso.date().describe('Date of the table; what was published later is not in it'),
    basis: z.string().describe('What a match rests on'),
    found: z.array(found).describe('Those that apply by version number, the most urgent first'),
    untold: z.array(untold).describe("Components whose weaknesses can't be told, which is not the same as none"),
  })
  .describe('Published weaknesses of engine, containerd and runtime that matter to a hostile step')
