import { posix } from 'node:path'
import { ConfineError } from '../domain/errors.ts'
import type { Plan, PullPolicy, Publishing, RunContext } from '../domain/plan.ts'
import type { Profile } from '../domain/profile.ts'
import { parseCheckoutPath } from './checkout-path.ts'
import { parseEnvironmentLines } from './environment.ts'
import { eventSubject } from './event-subject.ts'
import { parseImage } from './image-reference.ts'
import { type InputName, type InputReader, withDefaults } from './input-table.ts'
import { checkOutputTotal, parseLimits } from './limits.ts'
import { parseMounts } from './mounts.ts'
import type { HostFacts } from './places.ts'
import { Problems } from './problems.ts'
import { defaultReportPath, parseReportPath } from './report-path.ts'
import { parseRequire } from './require.ts'
import { type JobEnvironment, runContext, variable, workspaceOf } from './run-context.ts'
import { type Given, NO, parseBoolean, parseChoice, parseTimeout, YES } from './scalars.ts'
import { settled } from './settled.ts'
import { parseName } from './step-fields.ts'
import { parseSteps } from './steps.ts'
import { parseRuntime, parseUser } from './user.ts'

const PULL_POLICIES: readonly PullPolicy[] = ['missing', 'always', 'never']

/** Variables of the job that hold tokens of its own. */
const TOKEN_VARIABLES = ['GITHUB_TOKEN', 'ACTIONS_RUNTIME_TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN'] as const

/** What all parts of the plan are read from. */
interface Sources {
  readonly read: InputReader
  readonly given: (input: InputName) => Given
  readonly env: JobEnvironment
  readonly facts: HostFacts
  readonly problems: Problems
  readonly context: RunContext
  readonly workspace: string
  /** `null` when the input `path` was refused. */
  readonly checkout: string | null
}

/**
 * Reads every input, and the event. Changes nothing and asks the machine only what `facts` offers.
 *
 * @param raw text of an input by name, empty when absent
 * @param env the job's environment
 * @param payload the event's payload as parsed JSON, `null` when there is none
 * @throws InputError with all that is wrong with the inputs
 * @throws ConfineError `subject` when the event names no commit
 */
export function buildPlan(
  raw: (name: string) => string,
  env: JobEnvironment,
  payload: unknown,
  facts: HostFacts,
): Plan {
  const sources = gather(raw, env, facts)
  const { problems, given, context } = sources
  const name = parseName(given('name'))
  const steps = parseSteps(sources.read('steps'), { ...sources, timeoutMs: parseTimeout(given('timeout-minutes')) })
  const profile = profileOf(sources)
  if (profile !== null) checkOutputTotal(profile.outputBytes, steps.length, problems)
  const parts = settled({
    name,
    image:
      sources.read('image').trim() === '' ? problems.add('image', 'an image', 'nothing') : parseImage(given('image')),
    pull: parseChoice(given('pull'), PULL_POLICIES),
    profile,
    checkout: sources.checkout,
    failFast: parseBoolean(given('fail-fast')),
    publishing: publishingOf(sources, name),
  })
  const require = parseRequire(given('require'))
  problems.throwIfAny()
  if (parts === null) throw new ConfineError('internal', 'an input was refused without a reason')
  return { ...parts, steps, require, event: eventSubject(env, payload), context }
}

function gather(raw: (name: string) => string, env: JobEnvironment, facts: HostFacts): Sources {
  const read = withDefaults(raw)
  const problems = new Problems([read('token').trim(), ...TOKEN_VARIABLES.map((name) => variable(env, name) ?? '')])
  const given = (input: InputName): Given => ({ input, text: read(input), problems })
  const workspace = workspaceOf(env, facts)
  const checkout = parseCheckoutPath(given('path'), workspace, facts)
  return { read, given, env, facts, problems, workspace, checkout, context: runContext(env, facts) }
}

function profileOf(sources: Sources): Profile | null {
  const { read, given, env, facts, problems } = sources
  const limits = parseLimits(read, facts.cpus, problems)
  const variables = parseEnvironmentLines(read('env'), env, sources)
  const mounts = parseMounts(read('mounts'), {
    problems,
    facts,
    checkout: sources.checkout ?? sources.workspace,
    tempDir: sources.context.tempDir,
    home: variable(env, 'HOME'),
    socket: socketOf(env),
  })
  const user = read('user') === '' ? null : parseUser(given('user'))
  const runtime = read('runtime') === '' ? null : parseRuntime(given('runtime'))
  return limits === null ? null : { ...limits, env: variables, mounts, user, runtime }
}

/** Where DOCKER_HOST names a socket; the usual ones are closed to mounts in any case. */
function socketOf(env: JobEnvironment): string | null {
  const path = (variable(env, 'DOCKER_HOST') ?? '').replace(/^unix:\/\//, '')
  return posix.isAbsolute(path) ? posix.normalize(path) : null
}

function publishingOf(sources: Sources, name: string | null): Publishing | null {
  const { given } = sources
  return settled<Publishing>({
    token: parseToken(given('token')),
    check: parseBoolean(given('check')),
    comment: parseComment(given('comment')),
    summary: parseBoolean(given('summary')),
    reportPath: reportPathOf(sources, name),
  })
}

/** It may be empty: a fork's pull request gets no secrets, and what can't be published then is said, not failed. */
function parseToken({ input, text, problems }: Given): string | null {
  const token = text.trim()
  return /[\s\p{C}]/u.test(token) ? problems.add(input, 'a token', 'text with blanks or control characters') : token
}

function parseComment(given: Given): Publishing['comment'] | null {
  const choice = parseChoice(given, [...YES, ...NO, 'on-failure'])
  if (choice === null || choice === 'on-failure') return choice
  return YES.some((yes) => yes === choice) ? 'always' : 'never'
}

function reportPathOf(sources: Sources, name: string | null): string | null {
  const { read, given, context, workspace, checkout, facts } = sources
  if (read('report') === '') return name === null ? null : defaultReportPath(context.tempDir, name)
  return parseReportPath(given('report'), {
    tempDir: context.tempDir,
    workspace,
    checkout: checkout ?? workspace,
    facts,
  })
}
