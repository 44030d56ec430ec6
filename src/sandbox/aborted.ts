/** A wait for a signal that can be given up: a listener per step would pile up on the run's one signal. */
export interface AbortWait {
  /** Settles when the signal fires; never when the wait is given up first. */
  readonly fired: Promise<void>
  stop(): void
}

export function whenAborted(signal: AbortSignal): AbortWait {
  let fire: () => void = () => undefined
  const fired = new Promise<void>((resolve) => {
    fire = resolve
  })
  const listener = (): void => {
    fire()
  }
  signal.addEventListener('abort', listener, { once: true })
  if (signal.aborted) listener()
  return {
    fired,
    stop: () => {
      signal.removeEventListener('abort', listener)
    },
  }
}
