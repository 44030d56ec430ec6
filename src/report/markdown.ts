import { cleanLine, cleanText } from './clean-text.ts'

/**
 * GitHub-flavoured Markdown around foreign text. GitHub looks for mentions, issue references and addresses in all text
 * but code, after entities are decoded, so that escaping does not help: what could be one becomes code.
 */

/** Any ASCII punctuation: all that Markdown, tables and GitHub's own filters give a meaning to. */
const PUNCTUATION = /[!-/:-@[-`{-~]/g

function longestRun(text: string, character: string): number {
  let longest = 0
  for (const run of text.matchAll(new RegExp(`${character}+`, 'g'))) longest = Math.max(longest, run[0].length)
  return longest
}

/** One line of code, also in a table's cell and in a heading. */
export function code(text: string): string {
  const line = cleanLine(text)
  if (line === '') return '(empty)'
  // Renderers disagree on a backslash before a pipe in a cell; without the pipe there is nothing to disagree on.
  if (line.includes('|')) return `<code>${line.replace(PUNCTUATION, entity)}</code>`
  const delimiter = '`'.repeat(longestRun(line, '`') + 1)
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${delimiter}${pad}${line}${pad}${delimiter}`
}

function entity(character: string): string {
  return `&#${String(character.charCodeAt(0))};`
}

/** One line of code inside of an HTML block, where Markdown is not read: `<summary>` for one. */
export function htmlCode(text: string): string {
  return `<code>${cleanLine(text).replace(/[&<>"']/g, entity)}</code>`
}

/** A block of code that nothing inside of it can end (CommonMark 0.31, section 4.5). */
export function fence(text: string): string {
  const body = cleanText(text)
  const marks = '`'.repeat(Math.max(3, longestRun(body, '`') + 1))
  return `${marks}text\n${body}\n${marks}`
}

/** Words that mean nothing to Markdown in any place. */
const HARMLESS = /^[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\ufe0f.,;:()'"%/+=?!…–—·×⏎→≤≥“”‘’«»-]*$/u
/** Harmless characters that together are an address, an issue, a commit or an emoji. */
const LINKS = /:\/\/|www\.|mailto:|xmpp:|gh-\d|:[a-z0-9_+-]+:|\b[0-9a-f]{7,64}\b/i
/** At the start of a line: a list, a rule, an underline of a heading. */
const STARTS_BLOCK = /^(?:[-+=]+|\d{1,9}[.)])$/
const OPENING: ReadonlySet<string> = new Set('"\'(“‘«')
const CLOSING: ReadonlySet<string> = new Set('.,;:!?)"\'”’»…')

interface Word {
  readonly before: string
  /** What becomes code; empty when the word stays as it is. */
  readonly core: string
  readonly after: string
}

/**
 * Foreign text as running text on one line: harmless words as they are, all others as code. Scoped package names stay
 * readable, and can be copied.
 */
export function plain(text: string): string {
  const words: Word[] = []
  for (const part of cleanText(text).split(/\s+/u)) {
    if (part === '') continue
    const word = wordOf(part, words.length === 0)
    const last = words.at(-1)
    // Neighbours share one span of code: a sentence of boxes is hard to read.
    if (last !== undefined && last.core !== '' && word.core !== '' && last.after + word.before === '') {
      words[words.length - 1] = { ...last, core: `${last.core} ${word.core}`, after: word.after }
    } else words.push(word)
  }
  return words.map(({ before, core, after }) => before + (core === '' ? '' : code(core)) + after).join(' ')
}

/**
 * The same, with what stands in double quotes as code: names and other programs' words are somebody else's choice, and may
 * read as a sentence of ours. So does what lost its second quote where a text was cut.
 */
export function plainWithNames(text: string): string {
  const parts = text.split(/"([^"]*)(?:"|$)/).map((part, index) => {
    if (index % 2 === 1) return code(part)
    return `${/^\s/.test(part) ? ' ' : ''}${plain(part)}${/\S\s$/.test(part) ? ' ' : ''}`
  })
  // Two spans of code without a blank between them would be read as one, which ends elsewhere.
  return parts.reduce((text, part) => text + (text.endsWith('`') && part.startsWith('`') ? ' ' : '') + part, '').trim()
}

function wordOf(word: string, first: boolean): Word {
  if (first && STARTS_BLOCK.test(word)) return { before: '', core: word, after: '' }
  if (HARMLESS.test(word) && !LINKS.test(word)) return { before: word, core: '', after: '' }
  let start = 0
  let end = word.length
  while (start < end && OPENING.has(word.charAt(start))) start += 1
  while (end > start && CLOSING.has(word.charAt(end - 1))) end -= 1
  // Nothing left to wrap: the punctuation itself is it.
  if (start === end) return { before: '', core: word, after: '' }
  return { before: word.slice(0, start), core: word.slice(start, end), after: word.slice(end) }
}

/** A link whose address can't end early, or the bare label when it is no web address. */
export function link(label: string, url: string): string {
  const safe = URL.canParse(url) ? new URL(url) : null
  if (safe === null || !/^https?:$/.test(safe.protocol)) return label
  return `[${label}](${safe.href.replace(/[()<>\\|`\s]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)})`
}

/** One row; cells are Markdown already, without line ends. */
export function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

export function table(
  header: readonly string[],
  alignment: readonly ('left' | 'right')[],
  rows: readonly string[],
): string {
  return [row(header), row(alignment.map((side) => (side === 'left' ? '---' : '--:'))), ...rows].join('\n')
}

/** A folded part. The blank lines make its content Markdown again (CommonMark 0.31, section 4.6, type 6). */
export function details(summaryHtml: string, body: string): string {
  return `<details>\n<summary>${summaryHtml}</summary>\n\n${body}\n\n</details>`
}
