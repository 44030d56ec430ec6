import type { Runner } from '../domain/runner.ts'
import { saveLater } from './save-later.ts'

/**
 * The runner sends SIGINT, then SIGTERM after 7.5 s, then kills after 2.5 s more (actions/runner, ProcessInvoker.cs). The
 * signals only raise a flag: the flow ends its containers and reports by its ordinary way.
 */
export function cancelOnSignals(runner: Runner): AbortSignal {
  const controller = new AbortController()
  const cancel = (): void => {
    if (controller.signal.aborted) return
    saveLater(runner, 'cancelled', 'true')
    runner.info('The workflow is being cancelled: ending the step')
    controller.abort()
  }
  process.on('SIGINT', cancel)
  process.on('SIGTERM', cancel)
  return controller.signal
}
