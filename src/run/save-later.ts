import { messageOf } from '../domain/errors.ts'
import type { Runner } from '../domain/runner.ts'

/** Where nothing hangs on it but what the post step looks for. Never throws. */
export function saveLater(runner: Runner, name: string, value: string): void {
  try {
    runner.saveState(name, value)
  } catch (error) {
    runner.warning(`Clean-up: ${messageOf(error)}. The post step may look for what is gone, or miss what is there.`)
  }
}
