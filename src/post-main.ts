import { messageOf } from './domain/errors.ts'
import type { Runner } from './domain/runner.ts'
import { readOpening } from './run/opening.ts'
import { removeTempFolder } from './run/temp-folder.ts'
import { openRunner } from './runtime/runner.ts'
import { findEndpoint } from './sandbox/endpoint.ts'
import { sweep } from './sandbox/sweep.ts'

type Environment = Readonly<Record<string, string | undefined>>

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
  const left = await sweep(new DockerEngine(findEndpoint(env)), label)
  for (const what of left) runner.warning(`Clean-up: ${what} could not be removed`)
  runner.info(left.length === 0 ? 'The engine holds nothing of this run' : `${String(left.length)} things are left`)
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
