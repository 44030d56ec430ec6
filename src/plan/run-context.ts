import { posix } from 'node:path'
import type { RunContext } from '../domain/plan.ts'
import type { HostFacts } from './places.ts'

export type JobEnvironment = Readonly<Record<string, string | undefined>>

/** A variable of the job; `null` when it is absent or empty. */
export function variable(env: JobEnvironment, name: string): string | null {
  const value = env[name]
  return value === undefined || value === '' ? null : value
}

/**
 * Facts of the run from the variables that GitHub sets (docs.github.com, "Variables reference"), with harmless values
 * outside of a workflow.
 */
export function runContext(env: JobEnvironment, facts: HostFacts): RunContext {
  const attempt = Number(variable(env, 'GITHUB_RUN_ATTEMPT') ?? '1')
  const tempDir = posix.resolve(variable(env, 'RUNNER_TEMP') ?? facts.tempDir)
  const sight = facts.look(tempDir)
  return {
    runId: variable(env, 'GITHUB_RUN_ID') ?? '0',
    runAttempt: Number.isSafeInteger(attempt) && attempt > 0 ? attempt : 1,
    workflow: variable(env, 'GITHUB_WORKFLOW') ?? '',
    workflowRef: variable(env, 'GITHUB_WORKFLOW_REF'),
    workflowSha: variable(env, 'GITHUB_WORKFLOW_SHA'),
    job: variable(env, 'GITHUB_JOB') ?? '',
    serverUrl: variable(env, 'GITHUB_SERVER_URL') ?? 'https://github.com',
    apiUrl: variable(env, 'GITHUB_API_URL') ?? 'https://api.github.com',
    ref: variable(env, 'GITHUB_REF') ?? '',
    sha: variable(env, 'GITHUB_SHA') ?? '',
    tempDir: sight.kind === 'directory' ? sight.real : tempDir,
  }
}

/** GITHUB_WORKSPACE, or where the process was started. */
export function workspaceOf(env: JobEnvironment, facts: HostFacts): string {
  return posix.resolve(variable(env, 'GITHUB_WORKSPACE') ?? facts.cwd)
}
