import { messageOf } from './domain/errors.ts'
import type { Runner } from './domain/runner.ts'
import { readOpening } from './run/opening.ts'
import { removeTempFolder } from './run/temp-folder.ts'
import { openRunner } from './runtime/runner.ts'
import { findEndpoint } from './sandbox/endpoint.ts'
import { readUnheard } from './run/unheard.ts'
import { RUN_LABEL, sweepAll } from './sandbox/sweep.ts'
import { PATIENCE } from './sandbox/patience.ts'
import { Creations } from './sandbox/creations.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** For a create that was under way when the main process died. The engine takes half a second for one. */
const AFTER_DEATH_MS = 2000

/**
 * Cleans up after a main process that did not get to it: containers, volumes, temporary folder, a check left in progress.
 * After an ordinary run there is nothing left to do. It judges nothing: the job is red already.
 */
export async function postMain(env: Environment): Promise<number> {
  const runner = await openRunner('Confine: clean-up')
  const tasks = [
    () => cleanEngine(runner, env),
    () => removeTempFolder(runner.state('temp')),
    () => closeCheck(runner, env),
  ]
  for (const task of tasks) {
    try {
      await task()
    } catch (error) {
      runner.warning(`Clean-up: ${messageOf(error)}`)
    }
  }
  return 0
}

async function cleanEngine(runner: Runner, env: Environment): Promise<void> {
  const label = runner.state('label')
  if (label === '') return
  const { DockerEngine } = await import('./sandbox/docker-engine.ts')
  const state = runner.state('unheard')
  const engine = new DockerEngine(findEndpoint(env))
  // The main process died, perhaps in the middle of a create.
  if (state === '') {
    await sweepAll(engine, label, new Creations(), [])
    await new Promise((resolve) => setTimeout(resolve, AFTER_DEATH_MS))
  }
  const { left, unheard } = await sweepAll(engine, label, new Creations(readUnheard(state)), PATIENCE.sweepMs)
  for (const what of left) runner.warning(`Clean-up: ${what} could not be removed`)
  if (unheard.length > 0)
    runner.warning(
      `Clean-up: the engine never answered a call to create a ${unheard.join(' and a ')}, and may still do so; ` +
        `it would carry the label ${RUN_LABEL}=${label}`,
    )
  if (left.length > 0) runner.info(`${String(left.length)} things are left`)
  else if (unheard.length === 0) runner.info('The engine holds nothing of this run')
}

async function closeCheck(runner: Runner, env: Environment): Promise<void> {
  const id = Number(runner.state('check'))
  const known = Number.isSafeInteger(id) && id > 0
  const lost = known ? null : readOpening(runner.state('opening'))
  if (!known && lost === null) return
  const { connectGitHub } = await import('./publish/octokit-api.ts')
  const { abandonCheck, abandonLostCheck } = await import('./publish/check-run.ts')
  const api = connectGitHub({
    token: runner.input('token').trim(),
    apiUrl: env['GITHUB_API_URL'] ?? 'https://api.github.com',
    repository: env['GITHUB_REPOSITORY'] ?? '',
    hurry: null,
  })
  const cancelled = runner.state('cancelled') === 'true'
  const closed = await (lost === null
    ? abandonCheck(api, { id, cancelled })
    : abandonLostCheck(api, { ...lost, cancelled }))
  if (closed.kind === 'problem') runner.warning(`Clean-up: the check run could not be closed: ${closed.why}`)
  else runner.info(closed.kind === 'posted' ? 'The check run is closed' : `Nothing to close: ${closed.because}`)
}
