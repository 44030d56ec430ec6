import { ConfineError } from '../domain/errors.ts'
import type { Engine } from './engine.ts'
import {
  loadedFromCheckout,
  lookedForInCheckout,
  programFolders,
  whyNotLoaded,
  whyNotOwn,
  type WayOf,
} from './image-environment.ts'
import { readImageFile } from './image-files.ts'
import { wayOf, type Look } from './image-way.ts'

export interface JudgedImage {
  readonly reference: string
  /** `NAME=value` lines that the image sets. */
  readonly env: readonly string[]
}

/** What every program has loaded, whatever its environment (ld.so(8)). */
const PRELOADS = '/etc/ld.so.preload'
/** What the kernel starts as PID 1, and the loader with which it does, where the usual C libraries have it. */
const STARTED_FIRST = [
  '/bin/sh',
  '/lib64/ld-linux-x86-64.so.2',
  '/lib/ld-linux-aarch64.so.1',
  '/lib/ld-musl-x86_64.so.1',
  '/lib/ld-musl-aarch64.so.1',
]

/**
 * Gives a note on an image that looks for programs in the checkout, `null` for the others. A guard against mistakes, not
 * against the image: it is the maintainer's, and run as it is.
 *
 * @throws ConfineError where files of the branch would be loaded before the confinement is proven
 */
export async function judgeImage(
  engine: Pick<Engine, 'getArchive'>,
  keeper: string,
  look: Look,
  { image, checkout }: { readonly image: JudgedImage; readonly checkout: string },
): Promise<string | null> {
  const follow: WayOf = (path) => wayOf(look, path)
  const refused = (what: string, advice: string): ConfineError => {
    const because = `files of the branch would be loaded before the confinement is proven; ${advice}`
    return new ConfineError('image', `image ${image.reference} ${what}: ${because}`)
  }
  const set = await loadedFromCheckout(image.env, checkout, follow)
  if (set !== null) throw refused(`sets ${set}`, "set it in the step's command instead")
  // The probe sees to folders that lead into the workspace, but can't tell where a link to a program does.
  const folders = programFolders(image.env)
  const own = await Promise.all(
    folders.map(async (folder) => whyNotOwn(await follow(folder), checkout, folder) === null),
  )
  const shells = folders.flatMap((folder, index) => (own[index] === true ? [`${folder}/bash`] : []))
  for (const path of [...STARTED_FIRST, ...shells]) {
    const way = await follow(path)
    const why = whyNotOwn(way, checkout, way.end)
    if (why !== null) throw refused(`has its ${path} at ${why}`, 'give the image one of its own')
  }
  for (const entry of listed(await readImageFile(engine, keeper, look, PRELOADS))) {
    const why = entry.includes('/') ? await whyNotLoaded('LD_PRELOAD', entry, checkout, follow) : null
    if (why !== null) throw refused(`names in ${PRELOADS} ${why}`, 'take it out of that file')
  }
  return lookedForInCheckout(image.env, checkout, follow)
}

/** Names between blanks and colons, without what follows a `#` in its line (glibc, elf/rtld.c). */
function listed(text: string | null): readonly string[] {
  return (text ?? '')
    .replace(/#.*/g, '')
    .split(/[\s:]+/)
    .filter((entry) => entry !== '')
}
