import { z } from 'zod'
import { CLAIM_IDS, CLAIM_VERDICTS, STANCES, WITNESSES } from '../domain/claim.ts'
import { outcomeSchema } from './outcome-schema.ts'

/** Raised when a field changes its meaning or goes; new optional fields do not raise it. */
export const REPORT_VERSION = 1

const time = z.iso.datetime().describe('UTC time, RFC 3339')
const sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)
const bytes = z.int().nonnegative()

const run = z
  .strictObject({
    id: z.string().describe('GITHUB_RUN_ID; "0" outside of a workflow'),
    attempt: z.int().positive().describe('GITHUB_RUN_ATTEMPT'),
    name: z.string().describe('Input `name`: the check run and the key of the comment'),
    workflow: z.string(),
    job: z.string(),
    url: z.string().nullable().describe('Page of the workflow run; null outside of a workflow'),
    label: z.string().describe("Value of the label on everything that this run made on the engine"),
    startedAt: time,
    finishedAt: time,
  })
  .describe('The workflow run that made this report')

const verdict = z
  .strictObject({
    value: z.enum(['verified', 'not-verified']),
    reason: z.string().describe('One sentence: why'),
    cancelled: z.boolean().describe('The workflow was cancelled'),
  })
  .describe('The verdict of the whole run')

const subject = z
  .strictObject({
    event: z.string(),
    repository: z.string().describe('owner/name'),
    headSha: sha.describe('The commit that the check is posted on'),
    baseSha: sha.nullable(),
    fork: z.boolean().describe('The head is in another repository'),
    pullRequests: z.array(z.strictObject({ number: z.int().positive(), headRef: z.string(), baseRef: z.string() })),
    tested: z
      .strictObject({
        sha: sha.describe('The commit that was checked out'),
        tree: sha.describe('Its tree'),
        parents: z.array(sha),
        relation: z.enum(['head', 'merge']).describe('The head itself, or a merge that contains it'),
        dirtyFiles: z.int().nonnegative().describe('Files that differed from the commit before the first step'),
        shallow: z.boolean(),
      })
      .nullable()
      .describe('null when the checkout could not be told or was refused'),
  })
  .describe('The commit under test')

const image = z
  .strictObject({
    reference: z.string().describe('As asked for'),
    id: z.string().describe("The engine's local image id, used for every container of the run"),
    digest: z.string().nullable().describe('name@sha256:… of the registry; null for an image that has none'),
    pinned: z.boolean().describe('The reference itself named the digest'),
    platform: z.string().describe('os/architecture[/variant]'),
    origin: z.enum(['local', 'pulled']),
  })
  .describe('The image, resolved once')

const engine = z
  .strictObject({
    endpoint: z.string().describe('Kind of endpoint: unix, tcp or tls, with its address'),
    version: z.string(),
    apiVersion: z.string(),
    kernel: z.string(),
    cgroupVersion: z.string(),
    runtime: z.string().describe('Name of the OCI runtime in use'),
    runtimeVersion: z.string().describe('"unknown" when the engine does not say'),
    securityOptions: z.array(z.string()),
  })
  .describe('The engine, as it describes itself')

const profile = z
  .strictObject({
    user: z.string().describe('uid:gid'),
    userSource: z.string().describe('Where the user came from'),
    memoryBytes: bytes,
    cpus: z.number().positive(),
    pidsLimit: z.int().positive(),
    tmpBytes: bytes,
    shmBytes: bytes,
    fileBytes: bytes,
    outputBytes: bytes,
    environment: z.array(z.string()).describe('Names, without values, of what enters beside the image’s own'),
    mounts: z.array(z.strictObject({ source: z.string(), target: z.string() })),
    require: z.array(z.enum(CLAIM_IDS)),
  })
  .describe('The confinement demanded')

const workspace = z
  .strictObject({
    method: z.enum(['overlay', 'copy']),
    reason: z.string().describe('Why this method'),
    scrubbed: z.array(z.string()).describe('Credential places that were removed from the layer'),
    notes: z.array(z.string()).describe('What could not be carried over, and the like'),
  })
  .describe('How the checkout became the workspace')

const claim = z.strictObject({
  id: z.enum(CLAIM_IDS),
  statement: z.string(),
  demanded: z.string(),
  observations: z.array(
    z.strictObject({ witness: z.enum(WITNESSES), seen: z.string(), stance: z.enum(STANCES) }),
  ),
  control: z.string().nullable(),
  verdict: z.enum(CLAIM_VERDICTS),
  doesNotShow: z.string(),
})

const posture = z
  .strictObject({
    claims: z.array(claim).describe('For each claim the worst verdict over all steps that got as far as the gate'),
    notCovered: z.array(z.string()).describe('What the posture says nothing about'),
  })
  .describe('All claims together')

const stream = z.strictObject({
  bytes: bytes.describe('Bytes that the step wrote'),
  sha256: z.string().describe('Digest of all of them'),
})

const output = z
  .strictObject({
    stdout: stream,
    stderr: stream,
    head: z.string().describe('The first bytes kept, decoded as UTF-8; both streams in the order they came'),
    tail: z.string().describe('The last bytes kept; empty when head holds everything'),
    droppedBytes: bytes.describe('Bytes between head and tail that were not kept'),
    complete: z.boolean().describe('The stream came to its end'),
  })
  .describe('What the step printed. Untrusted text')

const step = z.strictObject({
  index: z.int().nonnegative(),
  id: z.string(),
  name: z.string(),
  run: z.string().describe('The command'),
  workingDirectory: z.string(),
  continueOnError: z.boolean(),
  timeoutMs: z.int().positive(),
  shell: z.string().nullable().describe('The shell that ran it; null when it never ran'),
  outcome: outcomeSchema,
  startedAt: time.nullable(),
  durationMs: z.number().nonnegative().nullable().describe('Milliseconds from release to exit; null when never released'),
  output: output.nullable().describe('null when it never ran'),
  hints: z.array(z.string()).describe('Sentences that help a person; they never change an outcome'),
})

/** The one definition of report.json. Everything published is rendered from it alone. */
export const reportSchema = z
  .strictObject({
    version: z.literal(REPORT_VERSION),
    tool: z.strictObject({ name: z.literal('confine'), version: z.string() }),
    run,
    verdict,
    subject,
    image: image.nullable().describe('null when no image could be resolved'),
    engine: engine.nullable().describe('null when no engine answered'),
    profile: profile.nullable().describe('null when the run ended before the profile was settled'),
    workspace: workspace.nullable().describe('null when none was provisioned'),
    posture,
    steps: z.array(step),
    notes: z.array(z.string()).describe('Remarks of Confine itself on this run'),
  })
  .describe('Record of one Confine run')

export type Report = z.infer<typeof reportSchema>
export type ReportStep = Report['steps'][number]
export type ReportClaim = Report['posture']['claims'][number]
export type ReportOutput = NonNullable<ReportStep['output']>
