import { runInNewContext } from 'node:vm'

/** Tens of seconds for what takes milliseconds: a limit for work without end, no measure of speed. */
const LIMIT_MS = 30_000

/**
 * Breaks off work that would keep this process busy for minutes, and throws. A test's own timeout can't: nothing else
 * runs while an expression goes back and forth over a long text.
 */
export function runToItsEnd(work: () => void): void {
  runInNewContext('work()', { work }, { timeout: LIMIT_MS })
}
