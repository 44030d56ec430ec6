import { posix } from 'node:path'
import { isWithin } from '../plan/places.ts'
import { shown } from '../plan/printable.ts'
import { firstFew } from '../domain/units.ts'

/** Acted upon by every program's start or by the shell, and so by the probe's, before anything is proven. */
const LOADED_FIRST = /^(?:LD_AUDIT|LD_LIBRARY_PATH|LD_PRELOAD|GCONV_PATH|BASH_ENV|ENV)$/
/** Where programs, or the libraries of programs, are looked for. */
const LOOKED_IN = /^(?:PATH|LD_AUDIT|LD_LIBRARY_PATH|LD_PRELOAD|BASH_ENV)$/

interface Place {
  readonly name: string
  /** One entry of a list, or all of a value that is none. */
  readonly entry: string
}

function placesIn(env: readonly string[], names: RegExp): readonly Place[] {
  return env.flatMap((line) => {
    const name = line.split('=', 1)[0] ?? ''
    const value = line.slice(name.length + 1)
    if (!names.test(name) || (value === '' && name !== 'PATH')) return []
    return value.split(/[:;\s]/).map((entry) => ({ name, entry }))
  })
}

/** A name of the image whose value has the branch's files loaded before the confinement is proven; `null` for none. */
export function loadedFromCheckout(env: readonly string[], checkout: string): string | null {
  // The probe's shell starts in the root folder.
  const found = placesIn(env, LOADED_FIRST).find(({ entry }) => isWithin(posix.resolve('/', entry), checkout))
  return found?.name ?? null
}

/** What the image looks for in the checkout or in the working directory, which is in it, as a sentence; `null` for nothing. */
export function lookedForInCheckout(env: readonly string[], checkout: string): string | null {
  const found = placesIn(env, LOOKED_IN).filter(({ name, entry }) =>
    posix.isAbsolute(entry) ? isWithin(posix.normalize(entry), checkout) : !isLibraryName(name, entry),
  )
  if (found.length === 0) return null
  const entries = found.map(({ name, entry }) => `${name}: ${entry === '' ? 'an empty entry' : shown(entry)}`)
  return `the image looks for programs or libraries in the checkout, so files of the branch can stand in for them in any step (${firstFew(entries)})`
}

/** Looked for in the library path (ld.so(8), LD_PRELOAD). */
function isLibraryName(name: string, entry: string): boolean {
  return (name === 'LD_PRELOAD' || name === 'LD_AUDIT') && !entry.includes('/')
}
