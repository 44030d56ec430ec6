import { PassThrough } from 'node:stream'
import { packTar } from '../../src/sandbox/tar.ts'
import type { PathKind, PathStat } from '../../src/sandbox/engine.ts'
import { lookInto } from '../../src/sandbox/image-way.ts'

/** A file by its text, a folder, where a link leads, or anything else with its size. */
type Node = string | { readonly to: string } | { readonly kind: PathKind; readonly size?: number }

/** What is in an image, by path; the folders above are there too. Counts what an engine would be asked. */
export function imageTree(nodes: Readonly<Record<string, Node>>) {
  const asked: string[] = []
  const opened: string[] = []
  const isFolder = (path: string): boolean => Object.keys(nodes).some((other) => other.startsWith(`${path}/`))
  const engine = {
    statPath: (_: string, path: string): Promise<PathStat | null> => {
      asked.push(path)
      const node = nodes[path] ?? (isFolder(path) ? { kind: 'folder' as const } : null)
      return Promise.resolve(node === null ? null : statOf(node))
    },
    getArchive: (_: string, path: string) => {
      opened.push(path)
      const node = nodes[path]
      if (typeof node !== 'string') return Promise.resolve(null)
      const owner = { mode: 0o644, uid: 0, gid: 0, mtime: new Date(0) }
      const archive = packTar([{ name: 'x', type: 'file', content: Buffer.from(node), ...owner }])
      return Promise.resolve(archive.pipe(new PassThrough()))
    },
  }
  return { engine, asked, opened, look: lookInto(engine, 'keeper') }
}

function statOf(node: Node): PathStat {
  const rest = { size: 1, mtime: '', linkTarget: null }
  if (typeof node === 'string') return { ...rest, kind: 'file', size: node.length }
  if ('to' in node) return { ...rest, kind: 'link', linkTarget: node.to }
  return { ...rest, kind: node.kind, size: node.size ?? 1 }
}
