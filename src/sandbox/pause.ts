/** Resolves after `ms` milliseconds, or as soon as `signal` is aborted; never rejects. Leaves neither timer nor listener. */
export function pause(ms: number, signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    if (signal.aborted) done()
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve(undefined)
    }
  })
}
