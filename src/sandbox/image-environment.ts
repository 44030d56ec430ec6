import { posix } from 'node:path'
import { HOME_INSIDE, isWithin } from '../plan/places.ts'
import { quoted } from '../plan/printable.ts'
import { firstFew } from '../domain/units.ts'
import type { Way } from './image-way.ts'

/** Where a path leads in the image. */
export type WayOf = (path: string) => Promise<Way>

/** What takes a variable for a list, and which of them every program's start, or the shell, acts upon before anything is proven. */
const LISTS: Readonly<Record<string, { readonly between: RegExp; readonly isFirst: boolean }>> = {
  PATH: { between: /:/, isFirst: false },
  LD_AUDIT: { between: /[:\s]/, isFirst: true },
  LD_LIBRARY_PATH: { between: /[:;\n]/, isFirst: true },
  LD_PRELOAD: { between: /[:\s]/, isFirst: true },
  GCONV_PATH: { between: /:/, isFirst: true },
}
/** One file each. */
const FILES: ReadonlySet<string> = new Set(['BASH_ENV', 'ENV'])
/** Looked in by programs that are started in the working directory. */
const LOOKED_IN = /^(?:PATH|LD_AUDIT|LD_LIBRARY_PATH|LD_PRELOAD|BASH_ENV)$/
/** What the kernel shows there is another thing for each process, or what the process itself was given. */
const SHIFTING = ['/proc', '/dev']
/** Stand for one folder name of the machine's (ld.so(8)); no other token does. */
const HARMLESS_TOKENS = /\$(?:LIB|PLATFORM|\{LIB\}|\{PLATFORM\})/g

interface Place {
  readonly name: string
  /** One entry of a list, or all of a value that is none. */
  readonly entry: string
}

function placesIn(env: readonly string[]): readonly Place[] {
  return env.flatMap((line) => {
    const name = line.split('=', 1)[0] ?? ''
    const value = line.slice(name.length + 1)
    const between = LISTS[name]?.between
    if ((between === undefined && !FILES.has(name)) || (value === '' && name !== 'PATH')) return []
    const entries =
      between === undefined ? [value.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/, HOME_INSIDE)] : value.split(between)
    return entries.map((entry) => ({ name, entry }))
  })
}

/** What the image sets that has files loaded that are not its own before the confinement is proven, as `NAME to …`; `null` for nothing. */
export async function loadedFromCheckout(
  env: readonly string[],
  checkout: string,
  wayOf: WayOf,
): Promise<string | null> {
  for (const { name, entry } of placesIn(env)) {
    if (LISTS[name]?.isFirst === false || entry === '' || isLibraryName(name, entry)) continue
    const why = await whyNotLoaded(name, entry, checkout, wayOf)
    if (why !== null) return `${name} to ${why}`
  }
  return null
}

/** Why a file of that path must not be loaded before the proof; `null` when it may. */
export async function whyNotLoaded(
  name: string,
  entry: string,
  checkout: string,
  wayOf: WayOf,
): Promise<string | null> {
  // Only shells that are talked to read it, and `ENV=production` is no file at all.
  const isLoose = name === 'ENV'
  if (!isLoose && /[$`]/.test(entry.replace(HARMLESS_TOKENS, '')))
    return `a place that depends on who looks (${quoted(entry)})`
  if (!isLoose && !posix.isAbsolute(entry)) return `a relative place (${quoted(entry)})`
  // The probe's shell starts in the root folder.
  const path = posix.isAbsolute(entry) ? entry : `/${entry}`
  return whyNotOwn(await wayOf(path), checkout, entry)
}

/** Why what lies at the end of a way is not the image's own; `null` when it is. */
export function whyNotOwn({ places, end }: Way, checkout: string, entry: string): string | null {
  if (places.some((place) => isWithin(place, checkout))) return `a place in the checkout (${quoted(entry)})`
  const shifts = places.some((place) => SHIFTING.some((folder) => isWithin(place, folder)))
  return shifts && end !== '/dev/null' ? `a place below /proc or /dev (${quoted(entry)})` : null
}

/** The folders in which a step's bash is looked for. */
export function programFolders(env: readonly string[]): readonly string[] {
  return placesIn(env).flatMap(({ name, entry }) => (name === 'PATH' && posix.isAbsolute(entry) ? [entry] : []))
}

/** What the image looks for in the checkout or in the working directory, which is in it, as a sentence; `null` for nothing. */
export async function lookedForInCheckout(
  env: readonly string[],
  checkout: string,
  wayOf: WayOf,
): Promise<string | null> {
  const places = placesIn(env).filter(({ name, entry }) => LOOKED_IN.test(name) && !isLibraryName(name, entry))
  const isOwn = async ({ entry }: Place): Promise<boolean> =>
    posix.isAbsolute(entry) && whyNotOwn(await wayOf(entry), checkout, entry) === null
  const own = await Promise.all(places.map(isOwn))
  const found = places.filter((_, index) => own[index] === false)
  if (found.length === 0) return null
  const entries = found.map(({ name, entry }) => `${name}: ${entry === '' ? 'an empty entry' : quoted(entry)}`)
  return `the image looks for programs or libraries in the checkout, so files of the branch can stand in for them in any step (${firstFew(entries)})`
}

/** Looked for in the library path (ld.so(8), LD_PRELOAD). */
function isLibraryName(name: string, entry: string): boolean {
  return (name === 'LD_PRELOAD' || name === 'LD_AUDIT') && !entry.includes('/')
}
