/** Settles as `promise` does, or rejects with `late()` after `ms` milliseconds. */
export async function within<T>(promise: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(late())
    }, ms)
  })
  try {
    return await Promise.race([promise, deadline])
  } finally {
    clearTimeout(timer)
  }
}

export interface Silence {
  /** Settles as `promise` does, or rejects once nothing was alive for too long. */
  watch<T>(promise: Promise<T>): Promise<T>
  readonly alive: () => void
}

/** As `within`, with the time counted anew from each call of `alive`. */
export function withinSilence(ms: number, late: () => Error): Silence {
  let fail: (error: Error) => void = () => undefined
  let over = false
  const silent = new Promise<never>((_, reject) => {
    fail = reject
  })
  silent.catch(() => undefined) // told to whoever watches
  const timer = setTimeout(() => {
    fail(late())
  }, ms)
  return {
    watch: (promise) =>
      Promise.race([promise, silent]).finally(() => {
        over = true
        clearTimeout(timer)
      }),
    // A timer that was cleared would be set again.
    alive: () => {
      if (!over) timer.refresh()
    },
  }
}
