import { markdownTree } from '../../scripts/github-markdown.mjs'

interface Tree {
  readonly type: string
  readonly tagName?: string
  readonly value?: string
  readonly properties?: Readonly<Record<string, unknown>>
  readonly children?: readonly Tree[]
}

/** GitHub's filters leave the text of these alone (html-pipeline, `MentionFilter` and its like). */
const LEFT_ALONE = ['code', 'pre', 'a', 'tt', 'script', 'style']

/**
 * What GitHub makes of a text node: mentions of people and teams, issues of this and of other repositories (closing
 * words count only before those), commits, emoji.
 */
const REFERENCES: Readonly<Record<string, RegExp>> = {
  mention: /(?<![\w`])@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\/[\w.-]+)?/gi,
  issue: /(?:(?<![\w])[\w.-]+\/[\w.-]+)?#\d+\b|\bgh-\d+\b/gi,
  commit: /\b[0-9a-f]{7,40}\b/g,
  emoji: /:[a-z0-9_+-]+:/g,
  math: /\$\S/g,
}

/** The last one is kept: a test asks many questions about one text, and the largest take a second. */
let kept: { readonly markdown: string; readonly root: Tree } | null = null

export function tree(markdown: string): Tree {
  if (kept?.markdown !== markdown) kept = { markdown, root: markdownTree(markdown) }
  return kept.root
}

function* nodes(node: Tree, inside: readonly string[] = []): Generator<readonly [Tree, readonly string[]]> {
  yield [node, inside]
  const within = node.tagName === undefined ? inside : [...inside, node.tagName]
  for (const child of node.children ?? []) yield* nodes(child, within)
}

/** Everything in rendered Markdown that notifies, links or loads, as "kind: text". */
export function references(markdown: string): string[] {
  const found: string[] = []
  for (const [node, inside] of nodes(tree(markdown))) {
    if (node.tagName === 'a') found.push(`link: ${String(node.properties?.href)}`)
    if (node.tagName === 'img') found.push(`image: ${String(node.properties?.src)}`)
    if (node.type !== 'text' || inside.some((name) => LEFT_ALONE.includes(name))) continue
    for (const [kind, pattern] of Object.entries(REFERENCES)) {
      for (const match of (node.value ?? '').matchAll(pattern)) found.push(`${kind}: ${match[0]}`)
    }
  }
  return found
}

/** Names of the elements of rendered Markdown, in order, for a level of depth. */
export function elements(markdown: string): string[] {
  return (tree(markdown).children ?? [])
    .filter((child) => child.type !== 'text')
    .map((child) => child.tagName ?? child.type)
}

/** All elements of one name, as their text. */
export function textsOf(markdown: string, tagName: string): string[] {
  const list: string[] = []
  for (const [node] of nodes(tree(markdown))) if (node.tagName === tagName) list.push(textOf(node))
  return list
}

export function textOf(node: Tree): string {
  return node.type === 'text' ? (node.value ?? '') : (node.children ?? []).map(textOf).join('')
}

/** All that a reader sees of it. */
export function shownText(markdown: string): string {
  return textOf(tree(markdown))
}
