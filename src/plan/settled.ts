/** The parts without their `null`s, or `null` while one of them could not be read. */
export function settled<T extends object>(parts: { readonly [K in keyof T]: T[K] | null }): T | null {
  return isSettled(parts) ? parts : null
}

function isSettled<T extends object>(parts: { readonly [K in keyof T]: T[K] | null }): parts is T {
  return Object.values(parts).every((part) => part !== null)
}
