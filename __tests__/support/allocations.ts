const MAKERS = ['alloc', 'allocUnsafe', 'concat', 'from'] as const

/**
 * Bytes of all buffers that are made while `run` does its work, however short their life. A count of work that no busy
 * machine changes: what copies all that came before, for each piece that comes, shows in it.
 */
export function allocatedBytes(run: () => void): number {
  let total = 0
  const originals = MAKERS.map((name) => [name, Reflect.get(Buffer, name) as (...args: unknown[]) => Buffer] as const)
  for (const [name, make] of originals) {
    Reflect.set(Buffer, name, (...args: unknown[]): Buffer => {
      const made = Reflect.apply(make, Buffer, args)
      total += made.length
      return made
    })
  }
  try {
    run()
  } finally {
    for (const [name, make] of originals) Reflect.set(Buffer, name, make)
  }
  return total
}
