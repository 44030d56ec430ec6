import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'

/** A YAML node without YAML's types. Every scalar is text, as it was written. */
export type Tree =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Tree[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [string, Tree])[] }
  /** An anchor, alias or tag: `! grep x` and `*.sh` without quotes are such, and would not run as they read. */
  | { readonly kind: 'unquoted'; readonly mark: string }

export type ParsedYaml =
  | { readonly ok: true; readonly tree: Tree }
  /** What is wrong, without quoting the source, which may hold secrets. */
  | { readonly ok: false; readonly line: number; readonly reason: string }

/**
 * Parses YAML 1.2 with the failsafe schema: `true`, `5` and `~` stay the text that they are, for a list of commands must
 * not lose the command `true`.
 */
export function parseYaml(source: string): ParsedYaml {
  const lineCounter = new LineCounter()
  const document = parseDocument(source, { schema: 'failsafe', prettyErrors: false, lineCounter, uniqueKeys: true })
  const [first] = document.errors
  if (first !== undefined) {
    return { ok: false, line: lineCounter.linePos(first.pos[0]).line, reason: wording(first.code) }
  }
  return { ok: true, tree: treeOf(document.contents) }
}

function wording(code: string): string {
  if (code === 'DUPLICATE_KEY') return 'a key that is there twice'
  if (code === 'MULTIPLE_DOCS') return 'a second YAML document'
  if (code === 'TAB_AS_INDENT') return 'a tab as indentation'
  const advice =
    'every item begins with "- ", in the same column; quote commands that hold ": " or " #", or begin oddly'
  return `YAML that can not be read (${code}): ${advice}`
}

function treeOf(node: unknown): Tree {
  if (isAlias(node)) return { kind: 'unquoted', mark: '*' }
  const mark = markOf(node)
  if (mark !== null) return { kind: 'unquoted', mark }
  if (isSeq(node)) return { kind: 'list', items: node.items.map(treeOf) }
  if (isMap(node))
    return { kind: 'map', entries: node.items.map((pair) => [keyOf(pair.key), treeOf(pair.value)] as const) }
  if (isScalar(node)) return { kind: 'text', text: typeof node.value === 'string' ? node.value : '' }
  return { kind: 'text', text: '' }
}

function markOf(node: unknown): string | null {
  if (!isScalar(node) && !isSeq(node) && !isMap(node)) return null
  const { anchor, tag }: Pick<Node, 'tag'> & { anchor?: string } = node
  if (anchor !== undefined) return '&'
  // Collections get their default tag from the parser's schema only when asked; a written one is kept here.
  return tag === undefined ? null : '!'
}

/** A key that is no plain text can't be one of ours: it is given as one that no key equals. */
function keyOf(key: unknown): string {
  return isScalar(key) && markOf(key) === null && typeof key.value === 'string' ? key.value : ''
}
