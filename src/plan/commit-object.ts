import { createHash } from 'node:crypto'

export interface CommitObject {
  readonly tree: string
  readonly parents: readonly string[]
}

const OBJECT_ID = '[0-9a-f]{40}(?:[0-9a-f]{24})?'
const HEADER = new RegExp(`^tree (${OBJECT_ID})\n((?:parent ${OBJECT_ID}\n)*)`)

/**
 * Reads a commit as it is stored (git, Documentation/gitformat-commit): that shows the parents of a shallow clone too,
 * which `rev-list` hides. `null` unless its bytes have the hash that names it.
 */
export function parseCommit(sha: string, bytes: Buffer): CommitObject | null {
  const algorithm = sha.length === 64 ? 'sha256' : 'sha1'
  const hash = createHash(algorithm)
    .update(`commit ${String(bytes.length)}\0`)
    .update(bytes)
    .digest('hex')
  if (hash !== sha) return null
  // Only lines right behind the first are parents: further down it may be an author's text.
  const [, tree, parents = ''] = HEADER.exec(bytes.toString('latin1')) ?? []
  if (tree === undefined) return null
  return { tree, parents: parents.split('\n').flatMap((line) => (line === '' ? [] : [line.slice('parent '.length)])) }
}
