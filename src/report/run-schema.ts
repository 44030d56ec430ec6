import { z } from 'zod'
import { sha, time } from './fields-schema.ts'

export const run = z
  .strictObject({
    id: z.string().describe('GITHUB_RUN_ID; "0" outside of a workflow'),
    attempt: z.int().positive().describe('GITHUB_RUN_ATTEMPT, from 1'),
    name: z.string().describe('Input `name`: the check run and the key of the comment'),
    workflow: z.string().describe('GITHUB_WORKFLOW'),
    workflowRef: z
      .string()
      .nullable()
      .default(null)
      .describe('GITHUB_WORKFLOW_REF: path and reference of the file that steps, image and demands come from'),
    workflowSha: z
      .string()
      .nullable()
      .default(null)
      .describe('GITHUB_WORKFLOW_SHA: the commit of that file. For a pull request it may be the branch’s own'),
    job: z.string().describe('GITHUB_JOB'),
    url: z.string().nullable().describe('Page of the workflow run; null outside of a workflow'),
    label: z.string().describe('Value of the label on everything that this run made on the engine'),
    startedAt: time.describe('UTC time, RFC 3339'),
    finishedAt: time.describe('UTC time, RFC 3339'),
  })
  .describe('The workflow run that made this report')

export const verdict = z
  .strictObject({
    value: z.enum(['verified', 'not-verified']).describe('The only two; anything that is not proven is not verified'),
    reason: z.string().describe('One sentence: why'),
    cancelled: z.boolean().describe('The workflow was cancelled'),
  })
  .describe('The verdict of the whole run')

const pullRequest = z.strictObject({
  number: z.int().positive().describe('Number in the repository that the check is posted to'),
  headRef: z.string().describe('Branch that is to be merged'),
  baseRef: z.string().describe('Branch that it is to be merged into'),
})

const few = z.strictObject({
  count: z.int().nonnegative().describe('How many there were'),
  first: z.array(z.string()).describe('The first of their paths, printable and in quotes'),
})
const NONE = { count: 0, first: [] }

const tested = z.strictObject({
  sha: sha.describe('The commit that was checked out'),
  tree: sha.describe('Its tree'),
  parents: z.array(sha).describe('Its parents, in order; may be empty in a shallow checkout'),
  relation: z.enum(['head', 'merge']).describe('The head itself, or a merge that contains it'),
  dirtyFiles: z
    .int()
    .nonnegative()
    .describe(
      'Files that differed from the commit before the first step, untracked ones and those of submodules included',
    ),
  foreignFolders: few
    .default(NONE)
    .describe(
      'Folders with a repository that is not the commit’s, or what is left of a submodule: nobody counted what is in them',
    ),
  ignored: few
    .default(NONE)
    .describe(
      'Files that a .gitignore names, and folders that it names as a whole: they are neither compared nor counted one by one',
    ),
  shallow: z.boolean().describe('The history was cut by a depth'),
})

export const subject = z
  .strictObject({
    event: z.string().describe('GITHUB_EVENT_NAME'),
    repository: z.string().describe('owner/name'),
    headSha: sha.describe('The commit that the check is posted on'),
    baseSha: sha.nullable().describe('Tip of the base branch according to the event; null when it names none'),
    fork: z.boolean().describe('The head is in another repository'),
    pullRequests: z.array(pullRequest).describe('Pull requests with this head, as far as the event tells'),
    tested: tested.nullable().describe('null when the checkout could not be told or was refused'),
  })
  .describe('The commit under test')
