import { createHash, type Hash } from 'node:crypto'
import { type BigIntStats, lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { bytesOf } from './byte-path.ts'

const MOST_ENTRIES = 2_000_000
const MOST_PARTS = 2_000
const ENTRIES_PER_TURN = 2_000

/** Digests of what a folder holds: names, kinds, modes, owners, sizes and times; no content is read, no link followed. */
export interface TreeDigest {
  /** By first part of the path, or by the first two below `.git`. Bytes as Latin-1. */
  readonly parts: ReadonlyMap<string, string>
  readonly entries: number
  /** False when there was more than is looked at: what lies behind may have changed unseen. */
  readonly complete: boolean
}

/**
 * The time of a file's last change of any kind (ctime) can't be set by a program, so an equal digest says that nothing
 * was written, even if it was put back. git itself renews `sharedindex.*` when it only reads.
 *
 * @param most entries that are looked at; tests have fewer
 */
export async function digestTree(root: string, most = MOST_ENTRIES): Promise<TreeDigest> {
  const hashes = new Map<string, Hash>()
  // Names are bytes: Latin-1 keeps those that are no UTF-8.
  const waiting = [...namesIn(root, '')]
  let entries = 0
  while (waiting.length > 0 && entries < most) {
    const path = waiting.pop() ?? ''
    entries += 1
    if (entries % ENTRIES_PER_TURN === 0) await setImmediate()
    const { line, isFolder } = describe(root, path)
    hashFor(hashes, path).update(`${path}\0${line}\n`)
    if (isFolder) for (const name of namesIn(root, path)) waiting.push(`${path}/${name}`)
  }
  const parts = new Map([...hashes].map(([part, hash]) => [part, hash.digest('hex')]))
  return { parts, entries, complete: waiting.length === 0 }
}

function hashFor(hashes: Map<string, Hash>, path: string): Hash {
  const [first = '', second = ''] = path.split('/', 2)
  const part = first === '.git' && second !== '' ? `${first}/${second}` : first
  const key = hashes.has(part) || hashes.size < MOST_PARTS ? part : ''
  const hash = hashes.get(key) ?? createHash('sha256')
  hashes.set(key, hash)
  return hash
}

interface Entry {
  readonly line: string
  readonly isFolder: boolean
}

function describe(root: string, path: string): Entry {
  const place = bytesOf(root, path)
  const stats = lookAt(place)
  if (stats === null) return { line: 'can not be looked at', isFolder: false }
  const isFolder = stats.isDirectory()
  const target = stats.isSymbolicLink() ? readlinkSync(place, 'latin1') : ''
  const times = /(?:^|\/)sharedindex\.[0-9a-f]+$/.test(path) ? [] : [stats.mtimeNs, stats.ctimeNs]
  const size = isFolder ? 0n : stats.size
  return { line: [stats.mode, stats.uid, stats.gid, size, ...times, target].join(' '), isFolder }
}

function lookAt(place: Buffer): BigIntStats | null {
  try {
    return lstatSync(place, { bigint: true })
  } catch {
    return null // Gone since its folder was listed, or not ours to look at: a part of the record either way.
  }
}

function namesIn(root: string, path: string): readonly string[] {
  try {
    return readdirSync(bytesOf(root, path), 'latin1').toSorted().reverse()
  } catch {
    return [' can not be listed']
  }
}
