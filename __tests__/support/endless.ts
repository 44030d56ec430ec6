import { runInNewContext } from 'node:vm'

/** Tens of seconds for what takes milliseconds: a limit for work without end, no measure of speed. */
const LIMIT_MS = 30_000

/**
 * Breaks off work that would keep this process busy for minutes, and throws. A test's own timeout can't: nothing else
 * runs while an expression goes back and forth over a long text.
 */
export function runToItsEnd<T>(work: () => T): T {
  let result: { readonly value: T } | null = null
  const keep = (): void => void (result = { value: work() })
  runInNewContext('keep()', { keep }, { timeout: LIMIT_MS })
  return valueOf(result)
}

function valueOf<T>(result: { readonly value: T } | null): T {
  if (result === null) throw new Error('the work was not done')
  return result.value
}
