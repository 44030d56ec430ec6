import { ConfineError } from '../domain/errors.ts'
import { quoted } from '../plan/printable.ts'
import type { Engine, PathKind } from './engine.ts'
import { wayOf, type Look } from './image-way.ts'
import { readArchived } from './keeper.ts'

/** Those of a large site with every account in them stay far below. */
const MOST_BYTES = 1024 * 1024

const WORDS: Readonly<Record<PathKind, string>> = {
  file: 'a file',
  folder: 'a folder',
  link: 'a link that leads nowhere',
  pipe: 'a pipe',
  socket: 'a socket',
  device: 'a device',
  other: 'of a kind that the engine does not tell',
}

/**
 * Text of one of the image's own files, links followed; `null` when there is none.
 *
 * @throws ConfineError for what is no regular file, or is larger than 1 MiB: the engine itself reads the account files
 * when it starts a container, and would wait at a pipe for good
 */
export async function readImageFile(
  engine: Pick<Engine, 'getArchive'>,
  keeper: string,
  look: Look,
  path: string,
): Promise<string | null> {
  const { end, stat } = await wayOf(look, path)
  if (stat === null) return null
  const name = end === path ? path : `${path}, by links ${quoted(end)},`
  if (stat.kind !== 'file') throw refused(`${name} is ${WORDS[stat.kind]}`)
  if (stat.size > MOST_BYTES) throw refused(`${name} has ${String(stat.size)} bytes`)
  const text = await readArchived(engine, keeper, end)
  if (text === null)
    throw refused(`${name} is a file of ${String(stat.size)} bytes by one answer of the engine, and not by another`)
  return text
}

function refused(what: string): ConfineError {
  return new ConfineError('image', `the image’s ${what}: it has to be a regular file of at most 1 MiB`)
}
