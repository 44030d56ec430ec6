import { expect } from '@jest/globals'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { addressOf, ask } from '../../scripts/lib/engine-api.mjs'
import { type ActJob, parseActLog } from './act-log.ts'
import { git, type TempFolder } from './git.ts'
import { eventPayload, startGitHub, TOKENS, type Repository } from './github/index.mjs'

const IMAGE = 'confine-test/node:latest'
const OWNER = 'octo-org'
const NAME = 'octo-repo'
export const PULL = 7
/** The output `posture` names each claim; a verdict of `verified` is not to be had while any is open. */
export const PROVEN: unknown = expect.stringContaining('"network.none":"proven"')

export interface ActRun {
  readonly exitCode: number | null
  readonly jobs: Readonly<Record<string, ActJob>>
  /** what GitHub knows afterwards */
  readonly github: Repository
  readonly violations: readonly unknown[]
  readonly headSha: string
  /** everything that act printed, for a look when a test fails */
  readonly log: string
}

/**
 * Runs a workflow for a pull request of a branch into `main`, as GitHub would: by act, on this machine, with the
 * stand-in for GitHub.
 *
 * @throws {Error} where something could leave the machine, and before anything runs
 */
export async function runWorkflow(folder: TempFolder, checkout: string, branch: string, file: string): Promise<ActRun> {
  refuseNetwork()
  await refusePull()
  git(checkout, 'checkout', '-q', branch)
  const [headSha, baseSha] = [git(checkout, 'rev-parse', 'HEAD'), git(checkout, 'rev-parse', 'main')]
  await using github = await startGitHub({ owner: OWNER, repo: NAME })
  github.state.addPull({ number: PULL, headSha, headRef: branch, baseSha, baseRef: 'main' })
  const options = { repository: github.state.fullName, number: PULL, headSha, baseSha }
  const event = folder.write('event.json', JSON.stringify(eventPayload('pull_request.opened', options)))
  const home = folder.folder('home')
  const { exitCode, log } = await act(checkout, home, [
    ...['pull_request', '--workflows', `.github/workflows/${file}`, '--eventpath', event, '--json', '--rm'],
    ...['--platform', 'ubuntu-24.04=-self-hosted', '--action-cache-path', join(home, 'act')],
    ...['--no-cache-server', '--artifact-server-addr', '127.0.0.1', '--secret', `GITHUB_TOKEN=${TOKENS.write}`],
    ...['--env', `GITHUB_API_URL=${github.url}`, '--env', `GITHUB_REPOSITORY=${github.state.fullName}`],
    ...['--env', `npm_config_cache=${given('CONFINE_NPM_CACHE')}`, '--env', 'npm_config_offline=true'],
    ...['--var', `CONFINE_IMAGE=${IMAGE}`],
  ])
  return { exitCode, log, jobs: parseActLog(log), github: github.state, violations: github.violations, headSha }
}

/** Interfaces of this process's network namespace, as the kernel lists them. */
export function interfaces(): string[] {
  const lines = readFileSync('/proc/self/net/dev', 'utf8').trimEnd().split('\n').slice(2)
  return lines.map((line) => line.slice(0, line.indexOf(':')).trim())
}

function refuseNetwork(): void {
  const found = interfaces().join(' ')
  if (found !== 'lo') throw new Error(`the workflows run on loopback alone (npm test -- workflow); here is ${found}`)
}

/** The engine is outside of our namespace: an image that it lacks, it would pull. */
async function refusePull(): Promise<void> {
  const { status } = await ask(addressOf(process.env['DOCKER_HOST']), 'GET', `/images/${IMAGE}/json`)
  if (status !== 200) throw new Error(`the engine has no image ${IMAGE}: npm test builds it`)
}

async function act(cwd: string, home: string, args: readonly string[]): Promise<Pick<ActRun, 'exitCode' | 'log'>> {
  const env = {
    // The Node of this test run is the one that runs the action.
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    DOCKER_HOST: process.env['DOCKER_HOST'],
    ACT_DISABLE_VERSION_CHECK: '1',
  }
  const child = spawn(given('CONFINE_ACT'), args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  // Two texts: a line of one must not end up within a line of the other.
  const printed = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.stderr += text))
  const [exitCode]: (number | null)[] = await once(child, 'close')
  return { exitCode: exitCode ?? null, log: `${printed.stdout}\n${printed.stderr}` }
}

function given(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: run this with npm test -- workflow`)
  return value
}
