import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

const TOP = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md']

export interface Page {
  /** Relative to the repository's root. */
  readonly name: string
  readonly text: string
}

export function page(name: string): Page {
  return { name, text: readFileSync(join(ROOT, name), 'utf8') }
}

/** Every page that is written for people. */
export function publicPages(): Page[] {
  const below = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  const docs = below.filter((name) => name.endsWith('.md')).map((name) => join('docs', name))
  return [...TOP, ...docs.sort()].map(page)
}

function withoutFences(text: string): string {
  return text.replace(/^```[^]*?^```$/gm, '')
}

/** Anchors as GitHub makes them of headings. */
function anchors(text: string): string[] {
  return [...withoutFences(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

export interface Link {
  readonly page: string
  readonly target: string
  /** `null` for an address of the web; else the file that it leads to, relative to the root. */
  readonly file: string | null
}

export function linksOf({ name, text }: Page): Link[] {
  const targets = [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.map((target) => {
    if (/^https?:/.test(target)) return { page: name, target, file: null }
    const [path = ''] = target.split('#', 1)
    return { page: name, target, file: path === '' ? name : normalize(join(dirname(name), path)) }
  })
}

/** Why a link leads nowhere, or `null`. */
export function brokenLink({ page: from, target, file }: Link): string | null {
  if (file === null) return null
  const told = `${from}: ${target}`
  if (file.startsWith('..') || !existsSync(join(ROOT, file))) return told
  const [, anchor] = target.split('#', 2)
  return anchor === undefined || anchors(page(file).text).includes(anchor) ? null : told
}

/** Paths of this repository that a page names as code: `src/…`, `scripts/…` and the like. A star stands for any name. */
export function namedPaths({ text }: Page): string[] {
  const found = withoutFences(text).matchAll(/`((?:src|scripts|docs|vendor|__tests__|dist|\.ci)\/[\w./*-]*)`/g)
  return [...found].map(([, path = '']) => path)
}

export function isThere(path: string): boolean {
  if (!path.includes('*')) return existsSync(join(ROOT, path))
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`)
  const folder = join(ROOT, dirname(path))
  return readdirSync(folder).some((name) => pattern.test(relative(ROOT, join(folder, name))))
}

/** Rows of the table below a heading, without head and rule; cells trimmed. */
export function tableBelow({ text }: Page, heading: string): string[][] {
  const [, section = ''] = new RegExp(`^#+ ${heading}$([^]*?)(?=^#+ |(?![^]))`, 'm').exec(text) ?? []
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  )
}

/** The one code span that a cell consists of; the cell itself when it is something else. */
export function codeOf(cell: string | undefined): string {
  return /^`([^`]+)`$/.exec(cell ?? '')?.[1] ?? cell ?? ''
}

/** Blocks of code of one language. */
export function codeBlocks({ text }: Page, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))].map(([, body = '']) => body)
}
