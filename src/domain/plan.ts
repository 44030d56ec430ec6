import type { Profile } from './profile.ts'
import type { Requirements } from './requirements.ts'
import type { Step } from './step.ts'
import type { EventSubject } from './subject.ts'

export type PullPolicy = 'missing' | 'always' | 'never'

/** An image reference, taken apart (the grammar of distribution's `reference` package). */
export interface ImageReference {
  /** As the engine is asked for it: name plus tag (`latest` when none was given) or digest. */
  readonly text: string
  /** `sha256:…` when the reference names one. */
  readonly digest: string | null
  /** Registry host with port, `docker.io` when none was given. */
  readonly registry: string
}

export interface Publishing {
  readonly token: string
  readonly check: boolean
  readonly comment: 'always' | 'on-failure' | 'never'
  readonly summary: boolean
  /** Absolute path of report.json. */
  readonly reportPath: string
}

/** Facts of the run that GitHub's environment variables carry. */
export interface RunContext {
  /** GITHUB_RUN_ID; `0` outside of a workflow. */
  readonly runId: string
  readonly runAttempt: number
  readonly workflow: string
  /** GITHUB_WORKFLOW_REF and GITHUB_WORKFLOW_SHA: the file that the steps come from, and its commit; `null` when not told. */
  readonly workflowRef: string | null
  readonly workflowSha: string | null
  readonly job: string
  readonly serverUrl: string
  readonly apiUrl: string
  /** Git reference as GITHUB_REF. */
  readonly ref: string
  /** GITHUB_SHA, handed to steps. */
  readonly sha: string
  /** RUNNER_TEMP: everything that Confine writes on the host is below it. */
  readonly tempDir: string
}

/** The validated inputs. Complete before the first engine call. */
export interface Plan {
  /** Instance name: the check's name and the comment's key. */
  readonly name: string
  readonly image: ImageReference
  readonly pull: PullPolicy
  readonly steps: readonly Step[]
  readonly profile: Profile
  /** Absolute path of the checkout, links resolved. */
  readonly checkout: string
  readonly failFast: boolean
  readonly require: Requirements
  readonly publishing: Publishing
  readonly event: EventSubject
  readonly context: RunContext
}
