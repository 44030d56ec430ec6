import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Checkout } from './checkouts.ts'
import { type EventName, type EventOptions, eventEnvironment, eventPayload } from './github/index.mjs'

export const REPOSITORY = 'octo-org/octo-repo'
export const PULL = 7

export interface JobOptions {
  readonly checkout: Checkout
  readonly event: EventName
  readonly eventOptions: EventOptions
  /** Changes a real event's payload, for the events that none was recorded of. */
  readonly payload: (payload: Record<string, unknown>) => Record<string, unknown>
  readonly apiUrl: string
  readonly runId: string
  readonly inputs: Readonly<Record<string, string>>
  /** Added to the job's environment; wins. */
  readonly env: Readonly<Record<string, string>>
}

/** The files through which a step of a job talks to the runner. */
export interface JobFiles {
  readonly output: string
  readonly state: string
  readonly summary: string
}

export interface Job {
  readonly env: Readonly<Record<string, string>>
  readonly files: JobFiles
}

/** What a runner gives to an action, and nothing else: no variable of this process but PATH and where the engine is. */
export function makeJob(options: JobOptions): Job {
  const { checkout, event, runId } = options
  const write = (name: string, content: string): string => checkout.folder.write(join('files', runId, name), content)
  const files = { output: write('output', ''), state: write('state', ''), summary: write('summary', '') }
  const about = { repository: REPOSITORY, number: PULL, headSha: checkout.head, ...options.eventOptions }
  const payload = options.payload(eventPayload(event, about))
  const engine = process.env['DOCKER_HOST']
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: checkout.folder.folder('home'),
    ...(engine === undefined ? {} : { DOCKER_HOST: engine }),
    CI: 'true',
    ...eventEnvironment(event, about),
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: options.apiUrl,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_EVENT_PATH: write('event.json', JSON.stringify(payload)),
    GITHUB_JOB: 'confine',
    GITHUB_OUTPUT: files.output,
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_RUN_ID: runId,
    GITHUB_STATE: files.state,
    GITHUB_STEP_SUMMARY: files.summary,
    GITHUB_WORKFLOW: 'CI',
    GITHUB_WORKSPACE: checkout.path,
    RUNNER_OS: 'Linux',
    RUNNER_TEMP: checkout.temp,
    ...inputVariables(options.inputs),
    ...options.env,
  }
  return { env, files }
}

/** As the runner names them: upper case, blanks to `_`, hyphens kept (actions/runner, ActionRunner.cs). */
function inputVariables(inputs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]),
  )
}

/** A file under a name that no other file of the job has, for what a test itself needs. */
export function jobFile(checkout: Checkout, name: string, content: string): string {
  const path = join(checkout.temp, name)
  writeFileSync(path, content)
  return path
}
